# SPDX-License-Identifier: BSD-3-Clause
"""
Generates the part of the library that does not depend on a permutation set: plane kernels.

tools/autogen renders it into src/plane/, where the result is committed. Only developers of permkern need
this package: generator/, which users run, does not import it.
"""
