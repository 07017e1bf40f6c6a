# SPDX-License-Identifier: BSD-3-Clause
"""tools/requirements.lock has what the lists ask for, and what that needs, with hashes."""

import re
import sys

import pytest
from clib import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import locked

ENTRIES = locked.read(locked.LOCK.read_text(encoding="utf-8"))
# Peers of gigabytes, packers in an environment of their own, and what writes the lock.
WITHOUT = {"requirements-torch.txt", "requirements-packers.txt", "requirements-lock.txt"}
LISTS = sorted(path.name for path in (ROOT / "tools").glob("requirements*.txt") if path.name not in WITHOUT)


@pytest.mark.parametrize("name", LISTS)
def test_the_lock_has_each_version_of_a_list(name: str) -> None:
    asked = re.findall(r"^([\w.-]+==[\w.]+)", (ROOT / "tools" / name).read_text(encoding="utf-8"), re.MULTILINE)
    texts = [entry.text for entry in locked.needed(ENTRIES, name)]
    assert asked and [pin for pin in asked if not any(text.startswith(f"{pin} ") for text in texts)] == []
    assert all("--hash=sha256:" in text for text in texts)


def test_what_a_list_needs_comes_with_it() -> None:
    names = {text.text.partition("==")[0] for text in locked.needed(ENTRIES, "requirements.txt")}
    assert names == {"jinja2", "markupsafe", "meson", "ninja", "tomli"}
    assert locked.needed(ENTRIES, "requirements-torch.txt") == []


def test_every_entry_is_read() -> None:
    text = locked.LOCK.read_text(encoding="utf-8")
    assert sum(map(len, ENTRIES.values())) == len(re.findall(r"^[\w.-]+==", text, re.MULTILINE)) > 100
