# SPDX-License-Identifier: BSD-3-Clause
"""Amalgamates sources, emits single functions, makes projects, and writes files."""
