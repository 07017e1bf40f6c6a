# SPDX-License-Identifier: BSD-3-Clause
"""
Notes: ACSL that is put into a copy of generated C, where a proof of it takes more words than the generated file should
carry. A note is a comment to compilers, so the copy's code is that of the file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from steps import StepFailed

from generator import tomlreader

COMMENT = re.compile(r"\s*/\*@(?:(?!\*/).)*\*/", re.DOTALL)


@dataclass(frozen=True)
class Note:
    """A text that goes before or after `at`, another text in a function: before or after the first, or every one."""

    function: str
    at: str
    text: str
    before: bool
    every: bool

    def put(self, source: str) -> str:
        """Returns the source with the note."""
        start = source.rindex("\n", 0, source.index(f"{self.function}(")) + 1
        end = source.index("\n}\n", start)
        body = source[start:end]
        if self.at not in body:
            raise StepFailed(f"{self.function}: no place for a note: {self.at}")
        noted = f"{self.text}\n{self.at}" if self.before else f"{self.at} {self.text}"
        return source[:start] + body.replace(self.at, noted, -1 if self.every else 1) + source[end:]


def filled(entry: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[Note]:
    """Yields a note for each function that an entry names, with words in place of $names."""
    text = Template(str(entry["text"]).strip("\n")).substitute(words)
    if COMMENT.sub("", text).strip():
        raise StepFailed(f"a note that is more than ACSL: {text}")
    at = Template(str(entry.get("before", entry.get("after")))).substitute(words)
    for function in entry["functions"]:
        name = Template(function).substitute(words)
        yield Note(name, at, text, "before" in entry, bool(entry.get("every")))


def read(folder: Path) -> Iterator[Note]:
    """
    Yields the notes of a folder's files. Where a file has tables each.CHANNELS, all of its notes are put once for each
    of them, with the table's words; $channels is the table's name.
    """
    for path in sorted(folder.glob("*.toml")):
        document = tomlreader.loads(path.read_text(encoding="utf-8"))
        tables = [{"channels": name, **words} for name, words in document.get("each", {}).items()]
        for words in tables or [{}]:
            for entry in document["note"]:
                yield from filled(entry, words)


PART = re.compile(r'#include "plane/([^"/]+)"\n')


def whole(source: Path) -> str:
    """The text of a header of src/plane/ with those that it includes from there, each once."""
    known: set[Path] = set()

    def text_of(path: Path) -> str:
        known.add(path)
        return PART.sub(put, path.read_text(encoding="utf-8"))

    def put(found: re.Match[str]) -> str:
        part = source.parent / found[1]
        if not part.is_file():
            return found[0]
        return "" if part in known else text_of(part)

    return text_of(source)


def noted(notes: Path, source: Path, folder: Path) -> Path:
    """Writes the copy of a source and its parts with notes, NAME_noted.c, to a folder. notes: the folder of these."""
    text = whole(source)
    for note in read(notes):
        text = note.put(text)
    folder.mkdir(parents=True)
    (folder / f"{source.stem}_noted.c").write_text(text, encoding="utf-8")
    return folder
