// SPDX-License-Identifier: BSD-3-Clause
// VexRiscv as LiteX has it, RV32IMAC, with caches for instructions and data, behind two Wishbone buses. A transfer takes
// two cycles, one for the request and one for the answer.
module core (
  input  logic        clk,
  input  logic        rst_n,
  output logic        fetch_req,
  input  logic        fetch_grant,
  input  logic        fetch_valid,
  output logic [31:0] fetch_addr,
  input  logic [31:0] fetch_data,
  output logic        data_req,
  input  logic        data_grant,
  input  logic        data_valid,
  output logic        data_we,
  output logic [3:0]  data_be,
  output logic [31:0] data_addr,
  output logic [31:0] data_wdata,
  input  logic [31:0] data_rdata,
  output logic        retired
);

  logic fetch_cyc, fetch_stb, fetch_waits;
  logic data_cyc, data_stb, data_waits;

  VexRiscv vex (
    .clk(clk), .reset(!rst_n), .externalResetVector(32'h80),
    .timerInterrupt(1'b0), .softwareInterrupt(1'b0), .externalInterruptArray('0),
    .iBusWishbone_CYC(fetch_cyc), .iBusWishbone_STB(fetch_stb), .iBusWishbone_ACK(fetch_valid),
    .iBusWishbone_ADR(fetch_addr[31:2]), .iBusWishbone_DAT_MISO(fetch_data), .iBusWishbone_ERR(1'b0),
    .dBusWishbone_CYC(data_cyc), .dBusWishbone_STB(data_stb), .dBusWishbone_ACK(data_valid),
    .dBusWishbone_ADR(data_addr[31:2]), .dBusWishbone_DAT_MISO(data_rdata), .dBusWishbone_ERR(1'b0),
    .dBusWishbone_DAT_MOSI(data_wdata), .dBusWishbone_SEL(data_be), .dBusWishbone_WE(data_we)
  );

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      fetch_waits <= 1'b0;
      data_waits  <= 1'b0;
    end else begin
      fetch_waits <= (fetch_req & fetch_grant) | (fetch_waits & !fetch_valid);
      data_waits  <= (data_req & data_grant) | (data_waits & !data_valid);
    end
  end

  assign fetch_req = fetch_cyc & fetch_stb & !fetch_waits;
  assign data_req = data_cyc & data_stb & !data_waits;
  assign fetch_addr[1:0] = '0;
  assign data_addr[1:0] = '0;
  assign retired = vex.lastStageIsFiring;

endmodule
