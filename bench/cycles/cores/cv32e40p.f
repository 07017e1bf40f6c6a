// SPDX-License-Identifier: BSD-3-Clause
// Files of the package pythondata-cpu-cv32e40p.
+incdir+${CORE}/rtl/include
+incdir+${CORE}/bhv/include
${CORE}/rtl/include/cv32e40p_apu_core_pkg.sv
${CORE}/rtl/include/cv32e40p_fpu_pkg.sv
${CORE}/rtl/include/cv32e40p_pkg.sv
${CORE}/bhv/cv32e40p_sim_clock_gate.sv
${CORE}/rtl/cv32e40p_register_file_ff.sv
-y ${CORE}/rtl
