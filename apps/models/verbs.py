# SPDX-License-Identifier: BSD-3-Clause
"""The arguments and actions of the verbs `import` and `optimize`."""

import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shlex import quote

from permkern.arguments import EVERY_BITS, Add, add_model, add_moves
from permkern.kernels.documents import plural
from permkern.kernels.manifest import PROFILES, STDIN, SetError
from permkern.kernels.permutation import WIDTHS
from permkern.kernels.requests import parse_xor
from permkern.kernels.tomltables import IncompleteError
from permkern.package.writer import not_written, same_file, write_or_refuse
from permkern.terminal import answer, show, show_json, working

from .import_json import kernel_map
from .import_json import to_json as import_json
from .import_output import BANNER, to_toml
from .import_output import to_text as import_text
from .importing import Options, left_out, makes_set
from .model_files import import_models
from .models import parse_dims, parse_layouts
from .optimizing import MARK, CheckFailed, optimize, weights_file
from .optimizing import to_json as optimized_json
from .optimizing import to_text as optimized_text

# ---- import ----


def _may_replace(path: Path, verb: str, is_ours: Callable[[bytes], bool]) -> None:
    """Raises SetError if the file exists and this verb did not write it."""
    try:
        ours = is_ours(path.read_bytes())
    except FileNotFoundError:
        return
    except OSError as error:
        raise not_written(path, error) from None
    if not ours:
        raise SetError(f"{path}: exists and was not written by `permkern {verb}`; choose another name, or delete it")


def add_import(add: Add) -> None:
    verb = add(
        "import",
        import_set,
        description="Writes a set with a pinned kernel for each transpose of a model that moves data.\n"
        "Lists the other transposes with reasons. Exits with 3 if a transpose needs --dim: the set then lacks this\n"
        "transpose, and is not written if it would be empty. Needs the Python packages onnx, or tflite.",
        epilog="example: permkern import model.onnx --dim N=1 -o my_model.toml",
    )
    verb.add_argument(
        "models", metavar="MODEL", nargs="+", type=Path, help="a .onnx or .tflite file; several give one set"
    )
    add_model(verb)
    verb.add_argument("-o", "--output", metavar="SET.toml", type=Path, help="file to write; default, and -: stdout")
    verb.add_argument("--profile", choices=PROFILES, default="speed", help="the set's profile, default: speed")
    verb.add_argument("--views", action="store_true", help="also make kernels, which copy, if nothing moves")
    add_moves(verb)
    verb.add_argument(
        "--bits",
        type=int,
        metavar=EVERY_BITS,
        help="the firmware's element bits for floating-point tensors",
    )
    verb.add_argument(
        "--align", metavar="BYTES", type=int, help="alignment of all pointers; default: the element's bytes"
    )
    verb.add_argument(
        "--in-place", action="store_true", help="in-place kernels where possible: input and output are one buffer"
    )
    verb.add_argument("--xor", metavar="CONSTANT", help="constant that is XORed into each element, like 0x80")
    verb.add_argument(
        "--map",
        choices=("json",),
        help="print each operator's output and kernel, for programs that generate C; the set then goes to "
        "SET.toml alone",
    )


def import_set(arguments: Namespace) -> int:
    output: Path | None = None if arguments.output == Path(STDIN) else arguments.output
    if arguments.map and arguments.format == "json":
        raise SetError("--map prints other JSON than --format json; leave one out")
    options = Options(
        profile=arguments.profile,
        bits=arguments.bits,
        align=arguments.align,
        in_place=arguments.in_place,
        xor=parse_xor(arguments.xor, arguments.bits or WIDTHS[-1]) if arguments.xor else 0,
        views=arguments.views,
        moves=arguments.moves,
        freeze=arguments.freeze_weights,
    )
    if arguments.map and len(arguments.models) > 1:
        raise SetError("--map is for one model; import each model for its map")
    with working(f"reading {', '.join(map(str, arguments.models))}"):
        every = import_models(arguments.models, arguments.dim, options)
    text = to_toml(*every) if makes_set(every) else ""
    if output is not None and text:
        _may_replace(output, "import", lambda data: data.startswith(BANNER.encode()))
        write_or_refuse({output: text})
    if arguments.map:
        show_json(kernel_map(every[0]))
    else:
        summary = "\n".join(map(import_text, every)) * (not arguments.quiet)
        told = [import_json(each) for each in every]
        data = {**(told[0] if len(told) == 1 else {"models": told}), "set": text or None}
        if output is None and arguments.format == "text":
            sys.stdout.write(text)
        answer(arguments, summary, data, show if output else partial(print, file=sys.stderr))
    name = output or "the set"
    if lack := left_out(arguments.models, every, name):
        raise lack
    if not any(each.kernels for each in every):
        files = ", ".join(map(str, arguments.models))
        print(f"{files}: no transpose has a kernel, so {name} is empty", file=sys.stderr)
    return 0


# ---- optimize ----


def add_optimize(add: Add) -> None:
    verb = add(
        "optimize",
        optimize_model,
        description="Lists the transposes that a model does not need, and the changes that remove them. With -o,\n"
        "writes a copy of the model without them, after running both to compare their outputs. If they differ,\n"
        "exits with 1; if the model runs only with extents from --dim, with 3. Then nothing is written.\n"
        "Needs the Python packages onnx, or tflite. Runs models with onnxruntime or ai-edge-litert, if installed.",
        epilog="example: permkern optimize model.onnx -o smaller.onnx",
    )
    verb.add_argument("model", metavar="MODEL", type=Path, help="a .onnx or .tflite file")
    add_model(verb)
    for option, what in (("--input-layout", "input"), ("--output-layout", "output")):
        verb.add_argument(
            option,
            metavar="NAME=AXES",
            action="append",
            default=[],
            help=f"the copy's {what} NAME has the model's axes in this order, for example x=0,3,1,2",
        )
    verb.add_argument(
        "-o", "--output", metavar="SMALLER", type=Path, help="the copy, of the same format; default: only advice"
    )


def optimize_model(arguments: Namespace) -> int:
    model: Path = arguments.model
    output: Path | None = arguments.output
    dims = parse_dims(arguments.dim)
    inputs = parse_layouts("--input-layout", arguments.input_layout)
    outputs = parse_layouts("--output-layout", arguments.output_layout)
    if output is not None:
        if output.suffix.lower() != model.suffix.lower():
            raise SetError(f"{output}: the copy has the model's format; give its name the ending {model.suffix}")
        if same_file(output, model):
            raise SetError(f"{output}: is the model itself; choose another name")
        _may_replace(output, "optimize", lambda data: MARK.encode() in data)
    try:
        with working(f"optimizing {model}"):
            made = optimize(model, dims, freeze=arguments.freeze_weights, output=output, inputs=inputs, outputs=outputs)
    except CheckFailed as error:
        print(f"{model}: {error}; no copy is written, report this as a bug of permkern", file=sys.stderr)
        return 1
    answer(arguments, optimized_text(made) * (output is None or not arguments.quiet), optimized_json(made))
    if made.waits and output is not None:
        options = " ".join(f"--dim {quote(name)}=?" for name in made.waits)
        print(
            f"{model}: to run the model, give {options}, with numbers in place of ?; no copy is written",
            file=sys.stderr,
        )
        return IncompleteError.code
    if output is not None:
        write_or_refuse({output: made.copy, **({weights_file(output): made.weights} if made.weights else {})})
        if arguments.format == "text" and not arguments.quiet:
            show(f"{output}: written, with {plural(made.after, 'transpose')} of {made.before}")
    return 0
