# SPDX-License-Identifier: BSD-3-Clause
"""Reads a model by the ending of its name. The packages for a format are imported only if a file has it."""

from pathlib import Path

from .models import Dims, Model, ModelError

_TORCH = "export the PyTorch model with torch.onnx.export, as docs/models.md says under PyTorch"
_TENSORFLOW = "convert it to .tflite with tf.lite.TFLiteConverter"
_HINTS = {
    **dict.fromkeys((".pt", ".pt2", ".pth", ".pte", ".ptl"), _TORCH),
    **dict.fromkeys((".h5", ".keras", ".pb"), _TENSORFLOW),
    ".ort": "give the .onnx file that it was made from",
}


def read_model(path: Path, dims: Dims) -> Model:
    """Reads a .onnx or .tflite file. ModelError says in one line what is wrong with it."""
    suffix = path.suffix.lower()
    if suffix == ".onnx":
        from .onnx_models import read_onnx

        return read_onnx(path, dims)
    if suffix == ".tflite":
        from .tflite_models import read_tflite

        return read_tflite(path, dims)
    hint = _HINTS.get(suffix, "give a .onnx or .tflite file")
    raise ModelError(f"{path}: not a model that permkern reads; {hint}")
