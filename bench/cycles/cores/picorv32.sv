// SPDX-License-Identifier: BSD-3-Clause
// PicoRV32: a small core without a pipeline, RV32IMC, with its fast multiplier and barrel shifter. One bus serves both
// instructions and data; its look-ahead interface asks in the cycle before, as for a synchronous memory.
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

  wire read;
  wire write;

  picorv32 #(
    .COMPRESSED_ISA(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1), .BARREL_SHIFTER(1), .PROGADDR_RESET(32'h80)
  ) pico (
    .clk(clk), .resetn(rst_n), .mem_ready(data_valid), .mem_rdata(data_rdata),
    .mem_la_read(read), .mem_la_write(write), .mem_la_addr(data_addr), .mem_la_wdata(data_wdata),
    .mem_la_wstrb(data_be), .pcpi_wr(1'b0), .pcpi_rd('0), .pcpi_wait(1'b0), .pcpi_ready(1'b0), .irq('0)
  );

  assign data_req = read | write;
  assign data_we = write;
  assign fetch_req = 1'b0;
  assign fetch_addr = '0;
  // An instruction ends where the next one is decoded.
  assign retired = pico.launch_next_insn & pico.decoder_trigger;

endmodule
