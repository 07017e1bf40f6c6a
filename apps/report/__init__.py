# SPDX-License-Identifier: BSD-3-Clause
"""Reports the costs of permutes in sets and models, and actions that reduce them."""
