# SPDX-License-Identifier: BSD-3-Clause
"""
Notes: ACSL that is put into a copy of generated C, where a proof of it takes more words than the generated file should
carry. A note is a comment to compilers, so the copy's code is that of the file.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from steps import StepFailed

from generator import tomlreader

COMMENT = re.compile(r"\s*/\*@(?:(?!\*/).)*\*/", re.DOTALL)


@dataclass(frozen=True)
class Note:
    """The text goes before or after `at`, a text in a function, the first such or every."""

    function: str
    at: str
    text: str
    before: bool
    every: bool

    def put(self, source: str) -> str:
        """The source with the note."""
        start = source.rindex("\n", 0, source.index(f"{self.function}(")) + 1
        end = source.index("\n}\n", start)
        body = source[start:end]
        if self.at not in body:
            raise StepFailed(f"{self.function}: no place for a note: {self.at}")
        noted = f"{self.text}\n{self.at}" if self.before else f"{self.at} {self.text}"
        return source[:start] + body.replace(self.at, noted, -1 if self.every else 1) + source[end:]


def read(path: Path) -> tuple[Note, ...]:
    notes = []
    for entry in tomlreader.loads(path.read_text(encoding="utf-8"))["note"]:
        text = str(entry["text"]).strip("\n")
        if COMMENT.sub("", text).strip():
            raise StepFailed(f"{path.name}: a note that is more than ACSL: {text}")
        at = str(entry.get("before", entry.get("after")))
        for function in entry["functions"]:
            notes.append(Note(function, at, text, "before" in entry, bool(entry.get("every"))))
    return tuple(notes)


def noted(path: Path, source: Path, folder: Path) -> Path:
    """A folder with the copy of the source, NAME_noted.c."""
    text = source.read_text(encoding="utf-8")
    for note in read(path):
        text = note.put(text)
    folder.mkdir(parents=True)
    (folder / f"{source.stem}_noted.c").write_text(text, encoding="utf-8")
    return folder
