# SPDX-License-Identifier: BSD-3-Clause
"""What leaves the generator besides kernels: one source, one function, a project, a NumPy binding, files."""
