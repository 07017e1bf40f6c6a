# SPDX-License-Identifier: BSD-3-Clause
"""Makes permutation sets from ONNX and TensorFlow Lite models."""
