// SPDX-License-Identifier: BSD-3-Clause
// Files of the package pythondata-cpu-vexriscv.
${CORE}/VexRiscv_IMAC.v
