#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`permkern report` in real headless Chromium: check_page.py DIRECTORY. Leaves the pages in the directory.

Sorting, filtering and the keyboard as a person uses them; no message on the console, no request, nothing
wider than the window, no column cut off. Ends with `N passed, N failed`. tests/python/test_report.py has the rest.
"""

import runpy
import shutil
import sys
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

ROOT = Path(__file__).resolve().parents[2]
runpy.run_path(str(ROOT / "tools" / "permkern.py"))

from permkern.kernels.inventory import make_inventory  # noqa: E402
from permkern.kernels.manifest import load_set  # noqa: E402
from permkern.listings.listing import to_json  # noqa: E402
from permkern.reports.figures import target_of  # noqa: E402
from permkern.reports.page import to_html  # noqa: E402
from permkern.reports.report import make_report  # noqa: E402

SET = """format = 1
[[permute]]
perms = [[2, 0, 1], [0, 2, 1, 3]]
bits = [8, 16]
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
count = 30
operators = ["/backbone/Transpose", "/head/Transpose_1", "/head/Transpose_2"]
[[pinned]]
name = "keys"
shape = [1, 6, 1, 8, 5]
perm = [3, 0, 4, 2, 1]
bits = 16
[[pinned]]
name = "view"
shape = [1, 16, 1, 8]
perm = [0, 2, 1, 3]
bits = 32
count = 4
"""
PINNED = "[aria-labelledby=pinned-0].kernels"
# Table cells that are cut off or outside the window; tables that scroll.
TABLES = """
const wrong = [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth);
for (const cell of document.querySelectorAll("table.stack th, table.stack td")) {
  const box = cell.getBoundingClientRect();
  if (cell.checkVisibility() && (box.left < 0 || box.right > innerWidth || cell.scrollWidth > cell.clientWidth + 1))
    wrong.push(cell);
}
return wrong.map((each) => each.textContent.trim());
"""
# A column of a table's visible rows.
COLUMN = """return [...document.querySelectorAll(`${arguments[0]} tbody tr`)].filter((row) => !row.hidden)
  .map((row) => row.cells[arguments[1]].dataset.v)"""


# ---- pages ----


def page_of(folder: Path, permutation_set: str, *targets: str) -> Path:
    """Makes a set's page, with figures for every kernel; the targets' cost orders differ."""
    page = folder / f"{Path(permutation_set).stem}.html"
    inventory = make_inventory(load_set(permutation_set))
    plan = to_json(inventory)
    measured = []
    for turn, name in enumerate(targets):
        rows = []
        for number, entry in enumerate((*plan["pinned"], *plan["in_place"], *plan["forms"])):
            row = {key: entry.get(key) for key in ("name", "shape", "perm", "bits")}
            row["shape"] = row["shape"] or [7] * len(entry["perm"])
            cost = 1000 + (number * 7919 + turn * 104729) % 5_000_000
            figures = {"flash": cost % 997, "stack": 16}
            rows.append(
                {
                    **row,
                    **figures,
                    "instructions": cost,
                    "naive": 3 * cost + number,
                    "constant": 2 * cost,
                    "cycles": 2 * cost,
                }
            )
        flash = {"flash": 120 * len(rows), "flash_after": {}}
        measured.append(target_of({"name": name, "how": "made up", "memory": "", **flash, "kernels": rows}))
    page.write_text(to_html(make_report(inventory, measured)), encoding="utf-8")
    return page


# ---- checks ----


def chromium() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


class Checks:
    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.passed = 0
        self.failed = 0

    def check(self, what: str, got: object, want: object = True) -> None:
        if got == want:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {self.driver.current_url}: {what}: got {got!r}, want {want!r}")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def open(self, page: Path, width: int) -> None:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get(page.as_uri())

    def surface(self, page: Path) -> None:
        """Checks each page, wide and narrow."""
        for width in (1280, 400):
            self.open(page, width)
            self.check("console", self.driver.get_log("browser"), [])
            self.check("requests", self.run("return performance.getEntriesByType('resource').length"), 0)
            self.check("width", self.run("return document.documentElement.scrollWidth <= innerWidth"))
            self.check("tables", self.run(TABLES), [])

    def sorting(self) -> None:
        titles = [each.text.split("\n")[0].strip("↕↑↓") for each in self.all(f"{PINNED} thead th")]
        flash, kernel = titles.index("Flash"), titles.index("Kernel")
        heads = self.all(f"{PINNED} thead th")
        values = self.run(COLUMN, PINNED, flash)
        ascending = sorted(filter(None, values), key=int)
        empty = [value for value in values if not value]
        button = heads[flash].find_element(By.TAG_NAME, "button")
        button.send_keys(Keys.ENTER)
        self.check("sorted by Enter", self.run(COLUMN, PINNED, flash), [*ascending[::-1], *empty])
        self.check("aria-sort", heads[flash].get_attribute("aria-sort"), "descending")
        button.send_keys(Keys.SPACE)
        self.check("sorted by Space, the other way", self.run(COLUMN, PINNED, flash), [*ascending, *empty])
        self.check("aria-sort, the other way", heads[flash].get_attribute("aria-sort"), "ascending")
        heads[kernel].find_element(By.TAG_NAME, "button").click()
        self.check("texts", self.run(COLUMN, PINNED, kernel), sorted(self.run(COLUMN, PINNED, kernel)))
        self.check("one aria-sort", len(self.all(f"{PINNED} th[aria-sort]")), 1)

    def filters(self) -> None:
        every = self.run(COLUMN, ".kernels", 0)
        self.one("#find").send_keys("CAMERA permkern_pin")
        self.check("found by words", self.run(COLUMN, ".kernels", 0), ["permkern_pin_camera"])
        self.check("how many", self.one("#shown").text, f"1 of {len(every)}")
        self.one("#find").send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.DELETE)
        self.check("all again", self.run(COLUMN, ".kernels", 0), every)
        self.one("#left").click()
        self.check("without a view", sorted([*self.run(COLUMN, ".kernels", 0), "permkern_pin_view"]), sorted(every))

    def keyboard(self) -> None:
        self.driver.get(self.driver.current_url)
        reached = set()
        for _ in range(40):
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
            node: Any = self.driver.switch_to.active_element
            reached.add(node.get_attribute("id") or (node.get_attribute("class") or node.tag_name).split()[0])
            style = [node.value_of_css_property(f"outline-{part}") for part in ("style", "width")]
            self.check("focus is seen", style, ["solid", "3px"])
        wanted = {"find", "left", "scroll", "sort", "summary"}
        self.check("reached by Tab", wanted - reached, set())


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "full.toml").write_text(SET, encoding="utf-8")
    page = page_of(folder, str(folder / "full.toml"), "cortex-m4")
    driver = chromium()
    try:
        checks = Checks(driver)
        for each in (page, page_of(folder, "gtcrn", "cortex-m4", "cortex-m0"), page_of(folder, "mli")):
            checks.surface(each)
        checks.open(page, 1280)
        for check in (checks.sorting, checks.filters, checks.keyboard):
            check()
        checks.check("console, at the end", driver.get_log("browser"), [])
    finally:
        driver.quit()
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
