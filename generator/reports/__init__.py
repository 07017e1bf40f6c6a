# SPDX-License-Identifier: BSD-3-Clause
"""What people read of a set: lists, explanations and reports."""
