# SPDX-License-Identifier: BSD-3-Clause
"""The one list of clients: tools/test has a step for each, tools/client-table a row for each that is measured."""

from clients.client import Client

CLIENTS: tuple[Client, ...] = ()
