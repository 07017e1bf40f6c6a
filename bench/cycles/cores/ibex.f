// SPDX-License-Identifier: BSD-3-Clause
// Files of the package pythondata-cpu-ibex. dv/ has the primitives that a build system would choose.
+define+SYNTHESIS
+incdir+${CORE}/vendor/lowrisc_ip/ip/prim/rtl
+incdir+${CORE}/vendor/lowrisc_ip/dv/sv/dv_utils
+incdir+${CORE}/rtl
${CORE}/dv/uvm/core_ibex/common/prim/prim_pkg.sv
${CORE}/rtl/ibex_pkg.sv
${CORE}/vendor/lowrisc_ip/ip/prim/rtl/prim_util_pkg.sv
${CORE}/vendor/lowrisc_ip/ip/prim/rtl/prim_count_pkg.sv
${CORE}/vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv
${CORE}/vendor/lowrisc_ip/ip/prim/rtl/prim_mubi_pkg.sv
${CORE}/vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv
${CORE}/vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv
-y ${CORE}/vendor/lowrisc_ip/ip/prim/rtl
-y ${CORE}/vendor/lowrisc_ip/ip/prim_generic/rtl
-y ${CORE}/dv/uvm/core_ibex/common/prim
-y ${CORE}/rtl
