# SPDX-License-Identifier: BSD-3-Clause
"""Runs a TensorFlow Lite model in LiteRT, in a process of its own, because LiteRT crashes for some damaged models."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_MODEL, _FEEDS, _RESULTS = "model.tflite", "feeds.npz", "results.npz"


def installed() -> str:
    """Returns LiteRT's name and version; empty if it is not installed."""
    try:
        return f"LiteRT {version('ai-edge-litert')}"
    except PackageNotFoundError:
        return ""


def elements(random: Any, kind: Any, shape: Sequence[int]) -> Any:
    """Returns a random array. Integers are small, as they may be indices."""
    most = 256 if kind in ("uint8", "int8") else 2
    made = random.integers(0, most, shape) if kind.kind in "biu" else random.standard_normal(shape)
    return made.astype(kind)


def run(model: bytes, feeds: Mapping[str, Any], *, signatures: bool = True) -> list[Any]:
    """
    Returns the main graph's outputs for these inputs, in the model's order, then the outputs of ``signatures`` for
    random inputs. Raises RuntimeError with LiteRT's message.
    """
    import numpy

    with TemporaryDirectory() as folder:
        Path(folder, _MODEL).write_bytes(model)
        numpy.savez(Path(folder, _FEEDS), **{f"_{k}": array for k, array in enumerate(feeds.values())})
        command = [sys.executable, __file__, folder, "signatures" * signatures]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            raise RuntimeError("it crashes" if done.returncode < 0 else lines[-1] if lines else "it fails")
        with numpy.load(Path(folder, _RESULTS)) as results:
            return [results[f"_{k}"] for k in range(len(results))]


def _main(folder: Path, signatures: str) -> None:
    import numpy
    from ai_edge_litert import interpreter as litert  # type: ignore[import-not-found,import-untyped,unused-ignore]

    resolver = litert.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES  # delegates may choose kernels by layout
    # A signature may read tensors that are no outputs, whose memory is otherwise used again.
    options = {"experimental_op_resolver_type": resolver, "experimental_preserve_all_tensors": True}
    made = litert.Interpreter(str(folder / _MODEL), **options)
    feeds = numpy.load(folder / _FEEDS)
    read = [(each, feeds[f"_{k}"]) for k, each in enumerate(made.get_input_details())]
    for each, array in read:
        if [*each["shape"]] != [*array.shape]:
            made.resize_tensor_input(each["index"], array.shape)
    made.allocate_tensors()
    for each, array in read:
        made.set_tensor(each["index"], array)
    made.invoke()
    results = [made.get_tensor(each["index"]) for each in made.get_output_details()]
    for key in sorted(made.get_signature_list()) if signatures else ():
        signature, random = made.get_signature_runner(key), numpy.random.default_rng(1)
        details = sorted(signature.get_input_details().items())
        given = {name: elements(random, numpy.dtype(each["dtype"]), each["shape"]) for name, each in details}
        results += [array for _, array in sorted(signature(**given).items())]
    numpy.savez(folder / _RESULTS, **{f"_{k}": array for k, array in enumerate(results)})


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2])
