// SPDX-License-Identifier: BSD-3-Clause
// CV32E40P: OpenHW's core of four stages, RV32IMC, without FPU and PULP's extensions.
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

  cv32e40p_core cv32e40p (
    .clk_i(clk), .rst_ni(rst_n), .pulp_clock_en_i(1'b0), .scan_cg_en_i(1'b0),
    .boot_addr_i(32'h80), .mtvec_addr_i('0), .dm_halt_addr_i('0), .hart_id_i('0), .dm_exception_addr_i('0),
    .instr_req_o(fetch_req), .instr_gnt_i(fetch_grant), .instr_rvalid_i(fetch_valid), .instr_addr_o(fetch_addr),
    .instr_rdata_i(fetch_data),
    .data_req_o(data_req), .data_gnt_i(data_grant), .data_rvalid_i(data_valid), .data_we_o(data_we),
    .data_be_o(data_be), .data_addr_o(data_addr), .data_wdata_o(data_wdata), .data_rdata_i(data_rdata),
    .apu_gnt_i(1'b0), .apu_rvalid_i(1'b0), .apu_result_i('0), .apu_flags_i('0),
    .irq_i('0), .debug_req_i(1'b0), .fetch_enable_i(1'b1)
  );

  assign retired = cv32e40p.mhpmevent_minstret;

endmodule
