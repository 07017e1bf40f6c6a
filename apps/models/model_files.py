# SPDX-License-Identifier: BSD-3-Clause
"""Reads models by file name suffix, and imports them. A format's packages are loaded only for a file of this format."""

from collections.abc import Sequence
from pathlib import Path

from permkern.kernels.manifest import SetError

from .importing import Imported, Options, apart, check_options, import_model
from .models import Dims, Model, ModelError, UnknownDimError, parse_dims

_TORCH = "export the PyTorch model with torch.onnx.export, as docs/models.md says under PyTorch"
_TENSORFLOW = "convert it to .tflite with tf.lite.TFLiteConverter"
_HINTS = {
    **dict.fromkeys((".pt", ".pt2", ".pth", ".pte", ".ptl"), _TORCH),
    **dict.fromkeys((".h5", ".keras", ".pb"), _TENSORFLOW),
    ".ort": "give the .onnx file that it was made from",
}


def read_model(path: Path, dims: Dims, *, freeze: bool = False) -> Model:
    """Reads a .onnx or .tflite file. ``freeze``: weights are no inputs. Raises ModelError, a one-line reason."""
    if is_tflite(path):
        from .tflite_models import read_tflite

        return read_tflite(path, dims)
    from .onnx_models import read_onnx

    return read_onnx(path, dims, freeze=freeze)


def is_tflite(path: Path) -> bool:
    """Returns false for a .onnx file. Raises ModelError for other formats."""
    suffix = path.suffix.lower()
    if suffix not in (".onnx", ".tflite"):
        hint = _HINTS.get(suffix, "give a .onnx or .tflite file")
        raise ModelError(f"{path}: not a model that permkern reads; {hint}")
    return suffix == ".tflite"


def read_models(paths: Sequence[Path], dims: Dims, *, freeze: bool = False) -> list[Model]:
    """Reads several models, each with the --dim names that it knows. A name that no model knows is an error."""
    models: list[Model] = []
    used: set[str] = set()
    unknown: dict[str, UnknownDimError] = {}
    for path in paths:
        own = dict(dims)
        while True:
            try:
                models.append(read_model(path, own, freeze=freeze))
                break
            except UnknownDimError as error:
                unknown[error.name] = error
                del own[error.name]
        used |= own.keys()
    missing = [error for name, error in unknown.items() if name not in used]
    if missing:
        raise missing[0]
    return models


def import_models(paths: Sequence[Path], dims: Sequence[str], options: Options) -> tuple[Imported, ...]:
    """Reads and imports models, with distinct kernel names. ``dims`` are --dim arguments, for example N=1."""
    if not paths:
        raise SetError("no model is given; give the path of a .onnx or .tflite file")
    check_options(options)
    models = read_models(paths, parse_dims(dims), freeze=options.freeze)
    return apart([import_model(model, options) for model in models])
