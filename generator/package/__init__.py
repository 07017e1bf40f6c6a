# SPDX-License-Identifier: BSD-3-Clause
"""Other output than kernel folders: one source, one function, a project, written files."""
