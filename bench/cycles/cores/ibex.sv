// SPDX-License-Identifier: BSD-3-Clause
// Ibex: lowRISC's core of two stages, RV32IMC, without caches and branch prediction. As its manual has it, configuration
// `small`, unless a define says otherwise.
`ifndef IBEX_WRITEBACK
`define IBEX_WRITEBACK 1'b0
`endif
`ifndef IBEX_TARGET_ALU
`define IBEX_TARGET_ALU 1'b0
`endif
`ifndef IBEX_MULTIPLIER
`define IBEX_MULTIPLIER ibex_pkg::RV32MFast
`endif
`ifndef IBEX_BITS
`define IBEX_BITS ibex_pkg::RV32BNone
`endif

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

  ibex_top #(
    .WritebackStage (`IBEX_WRITEBACK),
    .BranchTargetALU(`IBEX_TARGET_ALU),
    .RV32M          (`IBEX_MULTIPLIER),
    .RV32B          (`IBEX_BITS)
  ) ibex (
    .clk_i(clk), .rst_ni(rst_n), .test_en_i(1'b0), .scan_rst_ni(1'b1), .ram_cfg_i('0),
    .hart_id_i('0), .boot_addr_i('0), .fetch_enable_i(ibex_pkg::IbexMuBiOn),
    .instr_req_o(fetch_req), .instr_gnt_i(fetch_grant), .instr_rvalid_i(fetch_valid), .instr_addr_o(fetch_addr),
    .instr_rdata_i(fetch_data), .instr_rdata_intg_i('0), .instr_err_i(1'b0),
    .data_req_o(data_req), .data_gnt_i(data_grant), .data_rvalid_i(data_valid), .data_we_o(data_we),
    .data_be_o(data_be), .data_addr_o(data_addr), .data_wdata_o(data_wdata), .data_rdata_i(data_rdata),
    .data_rdata_intg_i('0), .data_err_i(1'b0),
    .irq_software_i(1'b0), .irq_timer_i(1'b0), .irq_external_i(1'b0), .irq_fast_i('0), .irq_nm_i(1'b0),
    .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0), .debug_req_i(1'b0)
  );

  assign retired = ibex.u_ibex_core.perf_instr_ret_wb;

endmodule
