# SPDX-License-Identifier: BSD-3-Clause
"""Reads a model by the ending of its name. The packages for a format are imported only if a file has it."""

from pathlib import Path

from .models import Dims, Model, ModelError


def read_model(path: Path, dims: Dims) -> Model:
    """Reads a .onnx or .tflite file. ModelError says in one line what is wrong with it."""
    suffix = path.suffix.lower()
    if suffix == ".onnx":
        from .onnx_models import read_onnx

        return read_onnx(path, dims)
    if suffix == ".tflite":
        from .tflite_models import read_tflite

        return read_tflite(path, dims)
    if suffix in (".pt", ".pt2", ".pth", ".pte", ".ptl"):
        raise ModelError(
            f"{path}: not a model that permkern reads; export the PyTorch model with torch.onnx.export, "
            "as docs/models.md says under PyTorch"
        )
    raise ModelError(f"{path}: not a model that permkern reads; give a .onnx or .tflite file")
