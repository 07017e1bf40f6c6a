# SPDX-License-Identifier: BSD-3-Clause
"""Reports: rows, figures, advice, damaged files. tests/report/ has the browser."""

import json
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import permkern
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import parse_set
from permkern.reports.actions import AFTER, ANY_SHAPE, ONE_BUFFER, PROFILE, Advice
from permkern.reports.changes import Earlier
from permkern.reports.figures import Figure, Subject, Target
from permkern.reports.markdown import to_markdown
from permkern.reports.output import to_json, to_text
from permkern.reports.page import to_html
from permkern.reports.report import Report, Uncovered, against, make_report
from permkern.reports.tables import DASH, Cell, state_table, tables
from permkern.reports.words import sentences

SET = """format = 1
[[permute]]
perms = [[2, 0, 1]]
bits = [8]
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
count = 30
[[pinned]]
name = "heads"
shape = [1, 16, 4, 9]
perm = [0, 2, 1, 3]
bits = 16
count = 2
[[pinned]]
name = "view"
shape = [1, 16, 1, 8]
perm = [0, 2, 1, 3]
bits = 32
count = 4
"""
HOSTILE = "</script><img src=x onerror=alert(1)><!--'\"&{{ 7 * 7 }}"
CAMERA = Subject("camera", (96, 96, 3), (2, 0, 1), 8)
HEADS = Subject("heads", (1, 16, 4, 9), (0, 2, 1, 3), 16)
VIEW = Subject("view", (1, 16, 1, 8), (0, 2, 1, 3), 32)
FORM = Subject(None, None, (1, 0), 8)
COPY = Subject(None, None, (0,), 8)


def plan(text: str = SET) -> Inventory:
    return make_inventory(parse_set(text, "product.toml", "product"))


def target(figures: dict[Subject, Figure], name: str = "m4", how: str = "QEMU") -> Target:
    return Target(name, how, figures)


def cells(report: Report, head: str, unit: str, number: int = 0) -> dict[str, Cell]:
    """A column in a report's table, by kernel; empty if the table lacks it."""
    table = tables(report)[number]
    at = [k for k, column in enumerate(table.columns) if (column.head, column.unit) == (head, unit)]
    return {view.row.kernel: view.cells[k] for view in table.rows for k in at}


# ---- rows ----


def test_without_figures_rows_are_sorted_by_moved_bytes() -> None:
    """A view's kernel copies; its row has the copied bytes."""
    made = make_report(plan(), ())
    traffic = {"camera": 30 * 96 * 96 * 3, "heads": 2 * 16 * 4 * 9 * 2, "view": 4 * 16 * 8 * 4}
    assert [row.name for row in made.pinned] == sorted(traffic, key=lambda name: -traffic[name])
    shares = cells(made, "Share", "%")
    for name, moved in traffic.items():
        assert shares[f"permkern_pin_{name}"].sort == f"{moved / sum(traffic.values()):.8f}"
    assert made.totals.traffic == sum(traffic.values())
    assert all(row.count is None for row in made.forms)


def test_with_figures_the_costliest_is_first() -> None:
    figures = {
        CAMERA: Figure((96, 96, 3), instructions=10, naive=20),
        HEADS: Figure((1, 16, 4, 9), instructions=200, naive=100),
    }
    made = make_report(plan(), (target(figures),))
    assert [row.name for row in made.pinned] == ["heads", "camera", "view"]
    assert [cell.text for cell in cells(made, "Instructions", "all calls").values()] == ["400", "300", "\u2013"]
    assert [cell.text for cell in cells(made, "Share", "%").values()] == ["57.1", "42.9", "\u2013"]
    assert [cell.text for cell in cells(made, "Naive loop", "times as much").values()] == ["0.50", "2.00", "\u2013"]
    assert [kernel["name"] for kernel in to_json(made)["kernels"]][:3] == ["heads", "camera", "view"]


def test_operators_stand_beside_their_kernel() -> None:
    names = [f"/encoder/Transpose_{k}<b>" for k in range(5)]
    text = SET.replace("count = 30\n", f"count = 30\noperators = {names}\n")
    made = make_report(plan(text), ())
    page = to_html(made)
    assert to_json(made)["kernels"][0]["operators"] == tuple(names)
    assert all(name in unescape(page) for name in names)
    assert "and 4 more" in page and "<b>" not in page.replace("<b>m4", "")


def test_a_permute_names_its_constant() -> None:
    text = SET + SET[SET.index("[[pinned]]") : SET.index('[[pinned]]\nname = "heads')].replace("camera", "signed")
    permutes = [row.permute for row in tables(make_report(plan(f"{text}xor = 0x80\n"), ()))[0].rows]
    assert "96x96x3 (2,0,1) exclusive-or 0x80" in permutes


def test_figures_go_to_the_very_kernel_that_was_measured() -> None:
    figures = {
        CAMERA: Figure(flash=1),
        replace(HEADS, shape=(1, 16, 4, 8)): Figure(flash=2),
        replace(VIEW, bits=16): Figure(flash=3),
        replace(HEADS, perm=(0, 1, 2, 3)): Figure(flash=4),
        FORM: Figure(flash=5),
    }
    made = make_report(plan(), (target(figures),))
    assert {row.kernel: row.figures[0].flash for row in made.rows if row.figures[0]} == {
        "permkern_pin_camera": 1,
        "permkern_x8_p10_tile": 5,
    }


def test_every_heading_has_its_unit() -> None:
    full = Figure((96, 96, 3), *range(1, 9))
    figures = {CAMERA: full, FORM: full, replace(COPY, bits=64): full}
    made = make_report(plan(), (target(figures), target({HEADS: full}, name="m0")))
    for table in tables(made):
        assert all(column.head and column.unit for column in (*table.lead, *table.columns))
    assert "m0: now" in to_html(made) and "| m0: now |" in to_markdown(made)


# ---- sums ----


def test_a_view_in_place_moves_nothing_at_all() -> None:
    text = SET[: SET.index("[[permute]]")] + SET[SET.rindex("[[pinned]]") :] + "in_place = true\n"
    made = make_report(plan(text), ())
    assert (made.totals.traffic, made.rows[0].moved, made.rows[0].is_view) == (0, 0, True)
    assert "copy" not in " ".join(sentences(made))


def test_sums_are_of_all_calls_copies_included() -> None:
    figures = {
        CAMERA: Figure((96, 96, 3), instructions=100, naive=1000, cycles=150, naive_cycles=2000),
        HEADS: Figure((1, 16, 4, 9), instructions=10, naive=70, cycles=20, naive_cycles=90),
        VIEW: Figure((1, 16, 1, 8), instructions=5, naive=50, cycles=30, naive_cycles=60),
    }
    made = make_report(plan(), (replace(target(figures), flash=900),))
    assert made.totals.permutes == 36
    (total,) = made.totals.sums
    assert (total.unit, total.instructions, total.cycles, total.compared) == ("cycles", 3040, 4660, 4660)
    assert (total.naive, total.flash) == (60420, 900)


def test_naive_loops_are_compared_with_the_same_kernels_each_unit_in_its_column() -> None:
    loop, alone = Figure(instructions=5, cycles=9, naive=10, naive_cycles=20), Figure(instructions=5, cycles=9)
    counted = {CAMERA: alone, HEADS: loop, VIEW: loop}
    plain = {each: replace(one, cycles=None, naive_cycles=None) for each, one in counted.items()}
    table = state_table(make_report(plan(), (target(counted), target(plain, name="rv32"))))
    assert table and [column.head for column in table.columns][2:4] == ["Cycles", "Instructions"]
    costs = [row[2:4] for row in table.rows]
    assert costs[:3] == [("120", DASH), ("54", DASH), ("324", DASH)] and costs[5:7] == [(DASH, "60"), (DASH, "30")]


@pytest.mark.parametrize("lacking", [CAMERA, HEADS, VIEW])
def test_missing_figures_are_named(lacking: Subject) -> None:
    figures = {each: Figure(instructions=10, naive=20) for each in (CAMERA, HEADS, VIEW) if each != lacking}
    made = make_report(plan(), (target(figures),))
    (total,) = made.totals.sums
    assert (total.measured, total.kernels) == (2, 3)
    assert "(2 of 3 kernels measured)" in " ".join(sentences(made))
    assert "instructions, m4" not in to_json(made)["compared"]


def test_own_flash_and_the_rest_are_all_flash() -> None:
    known = replace(target({each: Figure(flash=10) for each in (CAMERA, HEADS, VIEW, FORM, COPY)}), flash=80)
    made = make_report(plan(), (known,))
    assert "50 bytes own + 30 library functions and tables = 80 bytes" in tables(made)[-1].first


# ---- targets ----


def test_without_a_compiler_the_report_shows_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypcode", reason="machine code needs pypcode")
    monkeypatch.setenv("PATH", "")
    page = tmp_path / "report.md"
    done = permkern("report", "gtcrn", "--target", "cortex-m4", "-o", page)
    assert done.returncode == 3 and "figures of cortex-m4: none, as the compiler arm-none-eabi-gcc" in done.stderr
    for text in (done.stdout, page.read_text()):
        assert "install it (Debian's package is gcc-arm-none-eabi)" in text and "bytes moved" in text


# ---- actions ----


def test_actions_save_the_kernels_cost() -> None:
    figures = {
        CAMERA: Figure((96, 96, 3), instructions=100, cycles=150),
        HEADS: Figure((1, 16, 4, 9), instructions=10, cycles=20),
        VIEW: Figure((1, 16, 1, 8), instructions=5, cycles=30),
    }
    advice = [Advice("Remove these", "They cancel.", ("/a/Transpose", "/b/Transpose"))]
    text = SET.replace("count = 2\n", 'count = 2\noperators = ["/a/Transpose", "/b/Transpose"]\n')
    measured = replace(target(figures), flash=900, flash_after={AFTER: 400, ONE_BUFFER: 300})
    made = make_report(plan(text), (measured,), advice)
    now, after, short = made.states
    assert (now.calls, now.costs, now.ram, now.flash) == (36, (4660,), 55296, (900,))
    assert (after.title, after.calls, after.costs, after.flash) == ("after steps 1 and 2", 30, (4500,), (400,))
    assert (short.costs, short.ram, short.flash) == ((None,), 96 * 96 * 3, (300,))
    views, removed, in_place = made.actions
    assert (views.saves, views.traffic, views.ram) == ((120,), 4 * 16 * 8 * 4, 0)
    assert (removed.saves, removed.traffic, removed.ram) == ((40,), 2 * 16 * 4 * 9 * 2, 0)
    assert (in_place.names, in_place.ram) == (("permkern_pin_camera",), 96 * 96 * 3)
    page = to_html(made)
    assert page.index("Use the input") < page.index("Remove these") < page.index("in one buffer")
    assert "Saves an estimated 120 cycles, 2.6 % of the cost of all permutes." in page


def test_alignment_is_advised_where_it_saves() -> None:
    odd, even = Figure(flash=90, instructions=10, unaligned=50), Figure(flash=8, instructions=10, unaligned=10)
    now = {CAMERA: odd, HEADS: even, VIEW: even}
    then = {CAMERA: Figure(flash=40, instructions=9), HEADS: even}
    figures = {**now, **{replace(each, variant=AFTER): one for each, one in then.items()}}
    made = make_report(plan(), (replace(target(figures), flash_after={AFTER: 300}),))
    (aligned,) = (each for each in made.actions if each.aligned)
    assert (aligned.names, aligned.saves) == (("permkern_pin_camera",), (30,))
    assert "270 instructions instead of 300 to 1,500; own flash 40 bytes instead of 90" in to_html(made)
    assert made.states[1].costs[0] == 320 - 30  # without the view


def test_flash_has_a_price_the_lowest_first() -> None:
    """Smaller code that saves no more flash than cheaper code is left out. Every price is from the last free step."""
    size, tiny, any_tiny = (f"{PROFILE}size", f"{PROFILE}tiny", f"{ANY_SHAPE}, {PROFILE}tiny")
    costs = {"": 10, AFTER: 9, size: 12, ANY_SHAPE: 40, tiny: 15, any_tiny: 90}
    flash = {AFTER: 800, ONE_BUFFER: 850, size: 500, ANY_SHAPE: 600, tiny: 500, any_tiny: 200}
    off = {AFTER: None, "": 20}
    figures = {
        replace(each, variant=name): Figure(flash=40, instructions=cost, unaligned=off.get(name))
        for each in (CAMERA, HEADS, VIEW)
        for name, cost in costs.items()
    }
    made = make_report(plan(), (replace(target(figures), flash=900, flash_after=flash),))
    smaller = made.actions[3:]
    assert [(each.title, each.saves, each.flash) for each in smaller] == [
        (f"Only if flash is short: {size}", (-96,), (300,)),
        (f"Only if flash is short: {ANY_SHAPE} instead of 2 pinned ones, {PROFILE}tiny", (-2592,), (600,)),
    ]
    tables = "permute = [{perms = [[1, 0]], bits = 8}, {perms = [[1, 0, 2]], bits = 16}]"
    assert smaller[1].how == ('profile = "tiny"', tables)
    assert [(each.title, each.costs, each.ram, each.flash) for each in made.states[1:]] == [
        ("after steps 1 and 2", (288,), 55296, (800,)),
        ("with step 3, if RAM is short", (None,), 27648, (850,)),
        ("with step 4, if flash is short", (384,), 55296, (500,)),
        ("with step 5, if flash is short", (2880,), 55296, (200,)),
    ]
    for text in (to_html(made), to_markdown(made), to_text(made)):
        assert "Saves 600 bytes of flash." in text and "Costs 2,592 instructions more." in text


def test_milliseconds_are_cycles_at_the_clock() -> None:
    made = make_report(plan(), (target({CAMERA: Figure((96, 96, 3), instructions=1, cycles=56_000)}),), mhz=168)
    assert "an estimated 1,680,000 cycles (10.0 ms at 168 MHz)" in sentences(made)[0]


def test_several_sets_are_one_product(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(SET)
    told = json.loads(permkern("report", tmp_path / "one.toml", tmp_path / "two.toml", "--format", "json").stdout)
    assert told["totals"]["permutes"] == 72
    names = {kernel["name"] for kernel in told["kernels"]}
    assert names == {None, *(f"{which}_{name}" for which in ("one", "two") for name in ("camera", "heads", "view"))}


# ---- the page ----


class Page(HTMLParser):
    """Its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_names_are_text_and_nothing_else() -> None:
    figures = (target({CAMERA: Figure(flash=1)}, name=HOSTILE, how=HOSTILE),)
    said = [Advice(HOSTILE, HOSTILE, (HOSTILE,))], [Uncovered(HOSTILE, HOSTILE)]
    made = make_report(plan(), figures, *said)
    made = against(made, Earlier(HOSTILE, {HOSTILE: {}}, {}))
    # Sets and kernels have harmless names, as sets are checked; the page does not rely on that.
    choice = replace(made.rows[0].choice, why=HOSTILE)
    first = replace(made.rows[0], kernel=HOSTILE, id=HOSTILE, choice=choice, operators=(HOSTILE,) * 3)
    made = replace(made, set_name=HOSTILE, rows=(first, *made.rows[1:]))
    page = Page(to_html(made))
    assert not [tag for tag, _ in page.tags if tag == "img"]
    assert len([tag for tag, _ in page.tags if tag == "script"]) == 1
    assert not any(name.startswith("on") for _, kept in page.tags for name in kept)


def test_the_page_asks_for_nothing() -> None:
    page = Page(to_html(make_report(plan(), ())))
    assert not [kept for _, kept in page.tags if {"src", "action"} & set(kept)]
    anchors = {kept.get("id") for _, kept in page.tags}
    links = [kept["href"] or "" for _, kept in page.tags if "href" in kept]
    assert links and all(link.startswith("#") and link[1:] in anchors for link in links)
    assert ("meta", "default-src 'none'") in [(tag, (kept.get("content") or "")[:18]) for tag, kept in page.tags]


# ---- the command ----


def test_json_equals_the_file(tmp_path: Path) -> None:
    (tmp_path / "product.toml").write_text(SET)
    options = ("--json", tmp_path / "new.json", "--format", "json")
    done = permkern("report", tmp_path / "product.toml", *options)
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert told == json.loads((tmp_path / "new.json").read_text())
    assert [kernel["kernel"] for kernel in told["kernels"][:1]] == ["permkern_pin_camera"]
    assert not list(tmp_path.glob("*.html"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"permkern_report": 1}', "not a report of format 2"),
        ('{"permkern_report": 2}', "no valid 'kernels'"),
        ('{"permkern_report": 2, "kernels": [{"id": "x", "compared": {"a": 1}}], "set": "s"}', "no valid 'compared'"),
        ('{"permkern_report": 2, "kernels": [], "compared": {}}', "no valid 'set'"),
    ],
)
def test_bad_earlier_reports_write_nothing(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "old.json").write_text(content)
    done = permkern("report", "minimal", "-o", tmp_path / "r.html", "--against", tmp_path / "old.json")
    assert done.is_refused and says in done.stderr
    assert not (tmp_path / "r.html").exists()


def test_outputs_replace_no_input(tmp_path: Path) -> None:
    (tmp_path / "product.toml").write_text(SET)
    (tmp_path / "link.html").symlink_to(tmp_path / "product.toml")
    permkern("report", tmp_path / "product.toml", "--json", tmp_path / "old.json")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    named = ("report", tmp_path / "product.toml")
    for options in (
        ("-o", tmp_path / "product.toml"),
        ("-o", tmp_path / "link.html"),
        ("--json", tmp_path / "product.toml"),
        ("-o", tmp_path / "x", "--json", tmp_path / "x"),
        ("-o", tmp_path / "old.json", "--against", tmp_path / "old.json"),
        ("-o", tmp_path / "product.toml" / "below.html"),
    ):
        done = permkern(*named, *options)
        assert done.is_refused, done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
