// SPDX-License-Identifier: BSD-3-Clause
// Files of the package pythondata-cpu-picorv32.
${CORE}/picorv32.v
