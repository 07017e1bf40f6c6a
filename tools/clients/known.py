# SPDX-License-Identifier: BSD-3-Clause
"""The one list of clients: tools/test has a step for each, tools/client-table a row for each that is measured."""

from clients.client import Client
from clients.cmsis_nn import CMSIS_NN
from clients.emitted import EMIT
from clients.executorch import EXECUTORCH
from clients.lvgl import LVGL
from clients.packages import ARDUINO, CMSIS_PACK
from clients.tflm import TFLM

CLIENTS: tuple[Client, ...] = (
    TFLM,
    EXECUTORCH,
    LVGL,
    CMSIS_NN,
    EMIT,
    ARDUINO,
    CMSIS_PACK,
)
