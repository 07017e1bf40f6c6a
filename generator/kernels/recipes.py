# SPDX-License-Identifier: BSD-3-Clause
"""Reads recipes.toml, which describes its format, and fills in numbers for the parameters of a recipe."""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import tomlreader
from .manifest import PinnedRequest, SetError, parse_set
from .runtime import PACKAGE

_OPERATORS: Mapping[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_NAMES = {"w": "width", "h": "height"}  # the numbers of a size


@dataclass(frozen=True)
class Recipe:
    """A recipe with numbers. command: its name and options. cost: counted on a Cortex-M4; empty: not counted."""

    name: str
    command: str
    use: str
    keys: str
    moves: str
    cost: str

    @property
    def line(self) -> str:
        """The keys of the [[pinned]] table."""
        return f'name = "{self.name}", {self.keys}'

    @property
    def request(self) -> PinnedRequest:
        """The kernel. SetError: the numbers give none."""
        file = f"recipe {self.command}"
        try:
            return parse_set(f"format = 1\npinned = [{{ {self.line} }}]\n", file, self.name).pinned[0]
        except SetError as error:
            raise SetError(str(error).replace(f"{file}:2: ", f"{file}: ", 1)) from None

    @property
    def text(self) -> str:
        """A set, with comments. SetError: the numbers give no kernel."""
        work = self.request.work
        cost = f"# Instructions per byte (flash bytes) on a Cortex-M4: {self.cost}\n" if self.cost else ""
        return (
            f"# {self.use}\n# {self.moves}\n# in: {work.in_bytes} bytes, out: {work.out_bytes} bytes\n{cost}"
            f"format = 1\npinned = [\n  {{ {self.line} }},\n]"
        )


@dataclass(frozen=True)
class Template:
    """A recipe with defaults. also: other parameters whose cost is counted, and the cost."""

    section: str
    name: str
    use: str
    parameters: Mapping[str, str]
    set: str
    moves: str
    cost: str
    also: Sequence[tuple[Mapping[str, str], str]] = ()

    def filled(self, given: Mapping[str, str]) -> Recipe:
        """Returns the recipe with these parameters, and defaults for the others."""
        for name in given:
            if name not in self.parameters:
                raise SetError(f"--{name}: not a parameter of recipe {self.name}, which has {self.options}")
        values = _values({**self.parameters, **given})
        own = {name: value for name, value in given.items() if value != self.parameters[name]}
        command = " ".join([self.name, *(f"--{name} {value}" for name, value in own.items())])
        use, keys, moves = (
            re.sub(r"\{(.+?)\}", lambda found: str(_value(found[1], values, command)), text)
            for text in (self.use, self.set, self.moves)
        )
        cost = next((cost for counted, cost in (({}, self.cost), *self.also) if counted == own), "")
        return Recipe("_".join([self.name, *own.values()]), command, use, keys, moves, cost)

    @property
    def options(self) -> str:
        """The parameters with their defaults."""
        return " ".join(f"--{name} {value}" for name, value in self.parameters.items())

    @property
    def counted(self) -> tuple[Recipe, ...]:
        """The recipe with all parameters whose cost is counted."""
        return self.filled({}), *(self.filled(given) for given, _ in self.also)


def _values(parameters: Mapping[str, str]) -> dict[str, int]:
    values: dict[str, int] = {}
    for parameter, value in parameters.items():
        names, right = (("w", "h"), "two numbers, like 176x264") if parameter == "size" else ((parameter,), "a number")
        numbers = value.split("x")
        if len(numbers) != len(names) or not all(re.fullmatch("[1-9][0-9]{0,8}", number) for number in numbers):
            raise SetError(f"--{parameter} {value!r}: it must be {right}, of 1 or more")
        values |= zip(names, map(int, numbers), strict=True)
    return values


def _value(text: str, values: Mapping[str, int], command: str) -> int:
    """Calculates whole numbers. SetError: a division with / has a remainder."""

    def of(node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name):
                return values[name]
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                number, by = of(left), of(right)
                if number % by:
                    what = _NAMES.get(ast.unparse(left), ast.unparse(left))
                    up = -(-number // by) * by
                    raise SetError(f"recipe {command}: {what} {number} must be a multiple of {by}, such as {up}")
                return number // by
            case ast.BinOp(left=left, op=op, right=right):
                return _OPERATORS[type(op)](of(left), of(right))
        raise ValueError(f"{text}: only whole numbers, parameters, and + - * / //")

    return of(ast.parse(text, mode="eval").body)


@cache
def load_recipes() -> tuple[dict[str, str], dict[str, Template]]:
    """Returns descriptions of the parameters, and the recipes, both by name."""
    sections: dict[str, Any] = tomlreader.loads((PACKAGE / "recipes.toml").read_text(encoding="utf-8"))
    parameters = sections.pop("parameters")
    return parameters, {row["name"]: Template(section, **row) for section, rows in sections.items() for row in rows}
