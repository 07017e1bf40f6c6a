# SPDX-License-Identifier: BSD-3-Clause
"""Completion scripts: what a shell makes of them."""

import subprocess
import sys
from pathlib import Path

import pytest
from commands import permkern
from permkern.cli import make_parser
from permkern.completion import script

pytestmark = pytest.mark.ci
pytest.importorskip("shtab")

COMPLETE = """
source completion.bash
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
COMP_LINE="${{COMP_WORDS[*]}}"
COMP_POINT=${{#COMP_LINE}}
COMP_TYPE=9
$(complete -p permkern | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize(
    ("words", "want"),
    [
        ("permkern rep", {"report"}),
        ("permkern report --ag", {"--against"}),
        ("permkern import --profile s", {"speed", "size"}),
        ("permkern list prod", {"product.toml"}),
        ("permkern completion z", {"zsh"}),
    ],
)
def test_bash_completes(tmp_path: Path, words: str, want: set[str]) -> None:
    (tmp_path / "completion.bash").write_text(script(make_parser(), "bash"))
    (tmp_path / "product.toml").write_text("")
    command = ["bash", "--norc", "-c", COMPLETE.format(words=words)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert {word.strip() for word in done.stdout.splitlines() if word.strip()} == want, done.stderr


def test_without_the_package_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    done = permkern("completion", "bash")
    assert done.is_refused and "pip install '.[completion]'" in done.stderr
