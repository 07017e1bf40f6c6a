# SPDX-License-Identifier: BSD-3-Clause
"""
Other projects that call permkern: what stands in integrations/ for each, how it is tested and what it costs.

client.py says what a client is, and builds and runs its tests; known.py is the one list of them; measure.py finds what
tools/client-table prints.
"""
