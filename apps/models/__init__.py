# SPDX-License-Identifier: BSD-3-Clause
"""From an ONNX or TensorFlow Lite model to a permutation set."""
