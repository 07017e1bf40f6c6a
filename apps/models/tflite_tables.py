# SPDX-License-Identifier: BSD-3-Clause
"""
Reads TensorFlow Lite files into tables that can be changed, and writes them.

The package `tflite` has a function for each field of the format. Called with a recorder in place of a builder, they
tell the fields' positions and types. So no second schema is needed, and fields that the package does not know are
found.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFSET = "PrependUOffsetTRelativeSlot"
_UNIONS = {"Details": "QuantizationDetails", **dict.fromkeys(("ArraySegments", "ArrayIndices"), "SparseIndexVector")}
_ALIGN = {"Data": 16}  # other vectors are aligned to their elements
MOST = 2**31 - 2**20  # bytes; offsets in a file have 31 bits


class Table(dict[str, Any]):
    """
    A table's fields by name: numbers, texts as bytes, lists as NumPy arrays, tables, and lists of tables. An absent
    field is None. ``kind`` is the schema's name for the table.
    """

    def __init__(self, kind: str, **fields: Any) -> None:
        super().__init__(fields)
        self.kind = kind


class _Recorder:
    """Replaces a flatbuffers builder. Has the arguments of its last call, after the method's name."""

    call: tuple[Any, ...] = ()

    def __getattr__(self, name: str) -> Any:
        def record(*values: Any) -> None:
            self.call = (name, *values)

        return record


class Schema:
    def __init__(self, tflite: Any) -> None:
        self.tflite = tflite
        self.known: dict[str, tuple[dict[str, Any], int, dict[str, tuple[Any, ...]]]] = {}

    def fields(self, kind: str) -> tuple[dict[str, Any], int, dict[str, tuple[Any, ...]]]:
        """Returns a table's module, its number of fields, and the builder call that writes each field."""
        if kind not in self.known:
            module, recorder = vars(import_module(f"{self.tflite.__name__}.{kind}")), _Recorder()
            module[f"{kind}Start"](recorder)
            count, fields = recorder.call[1], {}
            for name in [name for name in module if name.startswith(f"{kind}Add")]:
                module[name](recorder, 0)
                fields[name[len(f"{kind}Add") :]] = recorder.call
            self.known[kind] = module, count, fields
        return self.known[kind]

    def new(self, kind: str, **fields: Any) -> Table:
        """Returns a table with the schema's defaults for the other fields."""
        defaults = {name: None if call[0] == _OFFSET else call[-1] for name, call in self.fields(kind)[2].items()}
        return Table(kind, **{**defaults, **fields})

    # ---- reading ----

    def read(self, source: Any) -> Table:
        """Copies a table of the package."""
        kind, here = type(source).__name__, source._tab
        _, count, fields = self.fields(kind)
        vtable = here.Pos - int.from_bytes(here.Bytes[here.Pos : here.Pos + 4], "little", signed=True)
        length = int.from_bytes(here.Bytes[vtable : vtable + 2], "little")
        if any(here.Bytes[vtable + 4 + 2 * count : vtable + length]):
            raise ValueError(f"a table {kind} has more fields than the installed package tflite knows")
        made = self.new(kind)
        for name, call in fields.items():
            if here.Offset(4 + 2 * call[1]):
                made[name] = self._value(source, name) if call[0] == _OFFSET else getattr(source, name)()
        return made

    def _value(self, source: Any, name: str) -> Any:
        if hasattr(source, f"{name}AsNumpy"):
            return getattr(source, f"{name}AsNumpy")() if getattr(source, f"{name}Length")() else []
        if hasattr(source, f"{name}Length"):
            return [self.read(getattr(source, name)(k)) for k in range(getattr(source, f"{name}Length")())]
        value = getattr(source, name)()
        if isinstance(value, bytes):
            return value
        if hasattr(value, "_tab"):
            return self.read(value)
        kinds = vars(getattr(self.tflite, _UNIONS.get(name, name)))
        number = getattr(source, f"{name}Type")()
        kind = next((each for each, code in kinds.items() if code == number and number), "")
        if not kind:
            raise ValueError(f"the installed package tflite does not know number {number} of {name}")
        table = getattr(import_module(f"{self.tflite.__name__}.{kind}"), kind)()
        table.Init(value.Bytes, value.Pos)
        return self.read(table)

    # ---- writing ----

    def write(self, root: Table) -> bytes:
        import flatbuffers  # type: ignore[import-untyped]

        builder = flatbuffers.Builder(1024)
        builder.Finish(self._table(builder, root), b"TFL3")
        return bytes(builder.Output())

    def _table(self, builder: Any, table: Table) -> int:
        module, _, fields = self.fields(table.kind)
        offsets = {
            name: self._offset(builder, name, table[name], table.kind)
            for name, call in fields.items()
            if call[0] == _OFFSET and table[name] is not None
        }
        module[f"{table.kind}Start"](builder)
        for name, call in fields.items():
            if call[0] != _OFFSET or name in offsets:
                module[f"{table.kind}Add{name}"](builder, offsets.get(name, table[name]))
        return int(module[f"{table.kind}End"](builder))

    def _offset(self, builder: Any, name: str, value: Any, kind: str) -> int:
        if isinstance(value, bytes):
            return int(builder.CreateString(value))
        if isinstance(value, Table):
            return self._table(builder, value)
        recorder = _Recorder()
        self.fields(kind)[0][f"{kind}Start{name}Vector"](recorder, len(value))
        size = recorder.call[1]
        if len(value) and isinstance(value[0], Table):
            tables = [self._table(builder, each) for each in value]
            builder.StartVector(size, len(tables), size)
            for each in reversed(tables):
                builder.PrependUOffsetTRelative(each)
        else:
            data = b"" if not len(value) else value.tobytes()
            builder.StartVector(size, len(value), _ALIGN.get(name, size))
            builder.head = builder.Head() - len(data)
            builder.Bytes[builder.Head() : builder.Head() + len(data)] = data
        return int(builder.EndVector())
