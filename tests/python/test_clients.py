# SPDX-License-Identifier: BSD-3-Clause
"""Clients (tools/clients): a seeded bug that no test notices fails its step, and so does a page with other figures."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import client_table  # noqa: E402
import held  # noqa: E402
from clients import client as clients  # noqa: E402
from clients.client import Bug, Client, Program  # noqa: E402
from clients.known import CLIENTS  # noqa: E402
from permutes import Permute, read  # noqa: E402
from steps import Count, Log, StepFailed  # noqa: E402

ADAPTER = "int twice(int number)\n{\n    return 2 * number;\n}\n"
TEST = """#include <stdio.h>
int twice(int number);
int main(void)
{
    const int right = twice(3) == 6;
    printf("%d passed, %d failed\\n", right, !right);
    return !right;
}
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one client, which is tested in a folder of its own."""
    (tmp_path / "integrations" / "doubles").mkdir(parents=True)
    (tmp_path / "integrations" / "doubles" / "twice.c").write_text(ADAPTER, encoding="utf-8")
    (tmp_path / "test.c").write_text(TEST, encoding="utf-8")
    monkeypatch.setattr(clients, "ROOT", tmp_path)
    monkeypatch.setattr(clients, "BUILD", tmp_path / "build")
    return tmp_path


def run_client(tree: Path, *bugs: Bug) -> Count:
    adapter = "int twice(int number);\n" + ADAPTER
    (tree / "integrations" / "doubles" / "twice.c").write_text(adapter, encoding="utf-8")
    program = Program("host", ("test.c", "integrations/doubles/twice.c"), kernels="", c="-std=c11")
    log = Log(tree / "log")
    log.begin()
    return clients.tested(log, Client("doubles", "", (), (program,), bugs))


def test_a_bug_that_the_test_notices_passes(tree: Path) -> None:
    assert run_client(tree, Bug("twice.c", "2 * number", "3 * number")) == Count(2)


def test_a_bug_that_nothing_notices_fails(tree: Path) -> None:
    assert run_client(tree, Bug("twice.c", "2 * number", "number + number")) == Count(1, 1)


@pytest.mark.parametrize("text", ["4 * number", "int"])
def test_a_bug_is_in_the_adapter_once(tree: Path, text: str) -> None:
    with pytest.raises(StepFailed, match="times, not once"):
        run_client(tree, Bug("twice.c", text, "x"))


def test_a_bug_that_does_not_compile_shows_nothing(tree: Path) -> None:
    with pytest.raises(StepFailed, match="failed with exit code"):
        run_client(tree, Bug("twice.c", "2 * number", "2 * other"))


def test_every_client_has_a_test_that_can_fail() -> None:
    for one in CLIENTS:
        assert one.bugs or one.also, one.name
        assert all((ROOT / one.adapter / bug.file).is_file() for bug in one.bugs)


# ---- the table ----

HELD = "\n| tflm | 848 | 5.98 → 1.43 |\n\nGCC 12.2.1.\n\n"


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        (HELD, True),
        (HELD.replace("848", "849"), False),
        (HELD.replace("848", "899").replace("12.2.1", "13.3.0"), True),
        (HELD.replace("848", "999").replace("12.2.1", "13.3.0"), False),
        (HELD.replace("tflm", "lvgl").replace("12.2.1", "13.3.0"), False),
    ],
)
def test_a_page_holds_what_is_printed(tmp_path: Path, printed: str, same: bool) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"a\n<!-- tools/x -->\n{HELD}<!-- end of tools/x -->\nb\n", encoding="utf-8")
    block = held.Block(page, "tools/x")
    assert block.holds(printed) is same
    block.save(printed)
    assert block.holds(printed)
    assert page.read_text(encoding="utf-8") == f"a\n<!-- tools/x -->\n{printed}<!-- end of tools/x -->\nb\n"
    with pytest.raises(held.HeldError, match="tools/y"):
        held.Block(page, "tools/y").holds(printed)


def test_the_page_has_the_table() -> None:
    page = client_table.TABLE.page.read_text(encoding="utf-8")
    assert [one.name for one in CLIENTS if one.measured and f"\n| {one.name} |" not in page] == []


def test_elements_are_those_of_the_shape() -> None:
    found = read("permute pixels|28x28x8 (2,0,1)|6272|correct\n", [3, 103, 53])
    assert found == [Permute("pixels", "28x28x8 (2,0,1)", 6272, True, 100, 50)]
    assert found[0].elements == 6272
