# SPDX-License-Identifier: BSD-3-Clause
"""Completion scripts: what a shell makes of them."""

import subprocess
from pathlib import Path

import pytest
from commands import permkern
from permkern.cli import make_parser
from permkern.completion import script

pytestmark = pytest.mark.ci

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
        ("permkern emit --target x", set()),
        ("permkern report --target cortex-m0p", {"cortex-m0plus"}),
    ],
)
def test_bash_completes(tmp_path: Path, words: str, want: set[str]) -> None:
    (tmp_path / "completion.bash").write_text(script(make_parser(), "bash"))
    (tmp_path / "product.toml").write_text("")
    command = ["bash", "--norc", "-c", COMPLETE.format(words=words)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert {word.strip() for word in done.stdout.splitlines() if word.strip()} == want, done.stderr


def test_fish_has_every_option() -> None:
    lines = permkern("completion", "fish").stdout.splitlines()
    assert 'complete -c permkern -n "__fish_seen_subcommand_from import" -l profile -x -a "speed size tiny"' in lines
    assert 'complete -c permkern -n "__fish_seen_subcommand_from report" -l against -r' in lines
