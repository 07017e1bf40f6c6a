# SPDX-License-Identifier: BSD-3-Clause
"""Implements list, explain, emit, recipe and new. A verb returns its exit code, and raises SetError for bad input."""

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, replace
from pathlib import Path
from shlex import quote

from .arguments import EVERY_BITS, SET_HELP, Add, add_memory, add_sets, add_target, folder
from .kernels.instruction_sets import EMIT_TARGETS
from .kernels.inventory import make_inventory
from .kernels.manifest import PinnedRequest, SetError, load_set, load_sets
from .kernels.memory import memory_of
from .kernels.permutation import WIDTHS
from .kernels.recipes import Recipe, load_recipes
from .kernels.requests import parse_request
from .kernels.runtime import checkout
from .kernels.targets import parse_targets
from .listings.explain import explain, pinned_bits
from .listings.explain import to_json as explanation_json
from .listings.explain import to_text as explanation_text
from .listings.listing import to_json as plan_json
from .listings.listing import to_text as plan_text
from .package.boards import BOARDS
from .package.emit import emit, functions_of, parse_emission, recipe_emission
from .package.starter import project
from .package.writer import not_written, write
from .terminal import answer

# ---- list, explain ----


def add_list(add: Add) -> None:
    verb = add(
        "list",
        list_plan,
        description="Prints a line for each folded permutation and width, and for each pinned kernel.",
        epilog="example: permkern list --format json my_model.toml",
    )
    add_sets(verb)


def list_plan(arguments: Namespace) -> int:
    inventory = make_inventory(load_sets(arguments.sets))
    answer(arguments, plan_text(inventory), plan_json(inventory))
    return 0


def _add_request(verb: ArgumentParser) -> None:
    verb.add_argument("shape", metavar="SHAPE", help="extents of the input, like 28,28,8")
    verb.add_argument("perm", metavar="PERM", help="axis k of the output is axis PERM[k] of the input, like 2,0,1")
    verb.add_argument("--flip", metavar="AXES", help="axes of the output that are reversed, like 0,1; default: none")


def add_explain(add: Add) -> None:
    verb = add(
        "explain",
        explain_work,
        description="Prints each folding step, the chosen kernel, and the reason.",
        epilog="example: permkern explain 1,257,1,2 0,3,2,1 --bits 32",
    )
    _add_request(verb)
    verb.add_argument("--set", metavar="SET.toml", default="default", help=f"{SET_HELP}; default: default")
    verb.add_argument(
        "--bits", type=int, metavar=EVERY_BITS, help="element bits; default: the pinned kernel's for the shape, or 8"
    )
    add_target(verb, "also list the functions of `permkern emit` for this target", EMIT_TARGETS)


def explain_work(arguments: Namespace) -> int:
    bits = WIDTHS[0] if arguments.bits is None else arguments.bits
    work = parse_request(arguments.shape, arguments.perm, bits, arguments.flip)
    inventory = make_inventory(load_set(arguments.set))
    if arguments.bits is None:
        work = replace(work, bits=pinned_bits(inventory, work))
    targets = parse_targets(arguments.target, EMIT_TARGETS)
    told = explain(work, inventory, functions_of(work, targets) if targets else ())
    answer(arguments, explanation_text(told), explanation_json(told))
    return 0


# ---- emit, recipe ----


def _add_parameters(verb: ArgumentParser) -> list[str]:
    """Adds the parameters of recipes. Returns the recipes' names."""
    parameters, recipes = load_recipes()
    group = verb.add_argument_group("parameters of recipes")
    for name, what in parameters.items():
        group.add_argument(f"--{name}", metavar="WxH" if name == "size" else "N", help=what)
    return list(recipes)


def _recipe(arguments: Namespace) -> Recipe | None:
    parameters, recipes = load_recipes()
    given = {name: value for name in parameters if (value := getattr(arguments, name)) is not None}
    if arguments.recipe:
        return recipes[arguments.recipe].filled(given)
    if given:
        raise SetError(f"--{next(iter(given))} is a parameter of recipes; name a recipe, too")
    return None


def add_emit(add: Add) -> None:
    verb = add(
        "emit",
        emit_kernel,
        description="Prints a pinned kernel as the static function void NAME(const void *in, void *out) with helpers.\n"
        "The C99 code is also valid C++. One file may contain several such functions.",
        epilog="example: permkern emit 96,96,3 2,0,1 --bits 8 --name to_planes | arm-none-eabi-gcc -x c -c -",
    )
    _add_request(verb)
    verb.add_argument("--bits", type=int, metavar=EVERY_BITS, help="element bits, default: 8")
    verb.add_argument("--name", metavar="NAME", help="the function's name; default: a name made from the arguments")
    verb.add_argument("--xor", metavar="CONSTANT", help="constant that is XORed into each element, like 0x80")
    verb.add_argument(
        "--in-stride", metavar="STRIDES", help="elements from one index to the next of the input's outer axes, like 128"
    )
    verb.add_argument("--out-stride", metavar="STRIDES", help="strides of the output; default: no gaps on either side")
    for side in ("in", "out"):
        told = f"first element of the {side}put, for bits below 8; default: 0"
        verb.add_argument(f"--{side}-offset", metavar="ELEMENTS", type=int, default=0, help=told)
    told = "input index of each output index along the innermost input axis, like 1,0,2; default: the same"
    verb.add_argument("--order", metavar="INDICES", help=told)
    verb.add_argument(
        "--align", metavar="BYTES", type=int, help="alignment of both pointers; default: the element's bytes"
    )
    add_target(verb, "only the code for this target; default: portable, without vectors", EMIT_TARGETS)
    add_memory(verb, "to order the loops for")
    names, told = _add_parameters(verb), "a recipe of `permkern recipe`, instead of SHAPE and PERM"
    verb.add_argument("--recipe", metavar="NAME", choices=names, help=told)
    for positional in verb._get_positional_actions():
        positional.required = False


_STRIDES = ("in_stride", "out_stride", "in_offset", "out_offset")
_REPLACED = ("shape", "perm", "bits", "flip", "xor", "order", *_STRIDES)  # by a recipe


def _emission(arguments: Namespace, recipe: Recipe | None) -> tuple[PinnedRequest, str]:
    """Returns the request and the function name."""
    given = [name for name in _REPLACED if getattr(arguments, name) != arguments.usage.get_default(name)]
    if recipe and given:
        words = (name.upper() if name in ("shape", "perm") else f"--{name.replace('_', '-')}" for name in given)
        raise SetError(f"--recipe {arguments.recipe} says how elements move; remove {', '.join(words)}")
    if recipe:
        return recipe_emission(recipe, arguments.align, arguments.name)
    if missing := [name.upper() for name in ("shape", "perm") if name not in given]:
        arguments.usage.error(f"the following arguments are required: {', '.join(missing)}")
    return parse_emission(
        arguments.shape,
        arguments.perm,
        WIDTHS[0] if arguments.bits is None else arguments.bits,
        arguments.flip,
        arguments.xor,
        arguments.align,
        arguments.name,
        arguments.in_stride,
        arguments.out_stride,
        (arguments.in_offset, arguments.out_offset),
        arguments.order,
    )


def emit_kernel(arguments: Namespace) -> int:
    recipe = _recipe(arguments)
    request, name = _emission(arguments, recipe)
    targets = parse_targets(arguments.target, EMIT_TARGETS)
    text = emit(request, name, targets, memory_of(arguments.memory), recipe)
    answer(arguments, text, {"name": name, "text": text}, sys.stdout.write)
    return 0


def add_recipe(add: Add) -> None:
    verb = add(
        "recipe",
        show_recipe,
        description="Lists recipes: kernels for known uses. With a NAME, prints the recipe as a set, with its formula.",
        epilog="example: permkern recipe epaper_90 --size 176x264",
    )
    verb.add_argument("recipe", metavar="NAME", nargs="?", choices=_add_parameters(verb), help="default: --list")
    verb.add_argument("--list", action="store_true", help="list all recipes")


def show_recipe(arguments: Namespace) -> int:
    if (recipe := _recipe(arguments)) and not arguments.list:
        answer(arguments, recipe.text, asdict(recipe))
        return 0
    recipes = [(each, each.filled({})) for each in load_recipes()[1].values()]
    lines = ["Recipes, with the defaults of their parameters:"]
    lines += [f"  {f'{each.name} {each.options}':<48} {filled.use}" for each, filled in recipes]
    data = [{**asdict(filled), "parameters": each.parameters} for each, filled in recipes]
    answer(arguments, "\n".join(lines), {"recipes": data})
    return 0


# ---- new ----


def add_new(add: Add) -> None:
    verb = add(
        "new",
        new_project,
        description="Writes a folder with a set, its kernels and a program: an\n"
        "ESP-IDF project for esp32, a sketch for arduino, or a Makefile: `make run` builds it and runs it on QEMU.",
        epilog="example: permkern new demo && cd demo && make run",
    )
    verb.add_argument("directory", metavar="DIR", type=folder, help="the folder to make; its name is the project's")
    verb.add_argument("--board", choices=BOARDS, default="cortex-m4", help="the core or board, default: cortex-m4")


def new_project(arguments: Namespace) -> int:
    folder: Path = arguments.directory
    if folder.name in ("", "..") or folder.resolve() == Path.cwd():
        raise SetError(
            f"{folder}: a project gets a folder of its own, of its name; give a name, as in: permkern new my_project"
        )
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", folder.name):
        raise SetError(
            f"{folder}: not a project name; use letters, digits, _, - and ., and begin with a letter or digit"
        )
    root = checkout()
    there = os.path.relpath(root, folder.resolve()) if root else ""
    files = {folder / name: text for name, text in project(folder.name, BOARDS[arguments.board], there).items()}
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise SetError(f"{folder}: exists and is not empty; choose another name")
        write(files)
    except OSError as error:
        raise not_written(folder, error) from None
    board = BOARDS[arguments.board]
    then = board.next.format(folder=quote(str(folder)), name=folder.name)
    told = f"{folder}: a firmware for {board.title}; next: {then}"
    answer(arguments, told * (not arguments.quiet), {"written": list(map(str, files))})
    return 0
