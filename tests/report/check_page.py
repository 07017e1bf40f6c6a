#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`permkern report` in real headless Chromium: check_page.py DIRECTORY. Leaves the pages in the directory.

Sorting, filtering, index maps and the keyboard as a person uses them; no message on the console, no request, nothing
wider than the window, no column cut off or empty, the costliest kernel first. Ends with `N passed, N failed`.
"""

import shutil
import sys
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from pages import HOSTILE, full_page, shipped_page
from selenium import webdriver
from selenium.webdriver import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

PINNED = "[aria-labelledby=pinned-0].kernels"
# Cells of the tables that are cut off or lie outside the window; empty columns; headings without a unit; tables whose
# first row is not the costliest.
TABLES = """
const wrong = [];
for (const table of document.querySelectorAll("table.stack")) {
  for (const cell of table.querySelectorAll("th, td")) {
    const box = cell.getBoundingClientRect();
    if (cell.checkVisibility() && (box.left < 0 || box.right > innerWidth || cell.scrollWidth > cell.clientWidth + 1))
      wrong.push(`cut off: ${cell.textContent.trim()}`);
  }
  const heads = [...table.tHead.rows[0].cells], rows = [...table.tBodies[0].rows];
  const value = (row, k) => row.cells[k].dataset.v ?? row.cells[k].textContent.trim();
  heads.forEach((head, k) => {
    if (!head.querySelector("small")?.textContent.trim()) wrong.push(`no unit: ${head.textContent}`);
    if (!rows.some((row) => !["", "\u2013"].includes(value(row, k)))) wrong.push(`empty: ${head.textContent}`);
  });
  if (heads.some((head) => head.scope !== "col")) wrong.push("a heading without its scope");
  const by = heads.findIndex((head) => head.getAttribute("aria-sort") === "descending");
  const cost = (row) => Number(value(row, by));
  if (by >= 0 && rows.some((row) => cost(row) > cost(rows[0]))) wrong.push("not the costliest");
  if (by < 0 && heads.some((head) => head.textContent.includes("all calls")) && table.classList.contains("kernels"))
    wrong.push("not sorted by cost");
}
for (const box of document.querySelectorAll(".scroll"))
  if (box.scrollWidth > box.clientWidth) wrong.push("a table scrolls");
const told = [...document.querySelectorAll("p, .kernels td")].map((each) => each.textContent).join();
if ((told.match(/not measured|was measured/g) ?? []).length > 1) wrong.push("said more than once");
return wrong;
"""
# A column of the rows of a table that are not hidden.
COLUMN = """return [...document.querySelectorAll(`${arguments[0]} tbody tr`)].filter((row) => !row.hidden)
  .map((row) => row.cells[arguments[1]].dataset.v)"""
# Captions and numbers of both grids, in their elements' order.
GRIDS = """return [...document.querySelectorAll('#grids figure')].map((figure) => [
  figure.querySelector('figcaption').textContent,
  [...figure.querySelectorAll('text')].map((text) => Number(text.textContent))])"""


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
        """Checks what holds for every page, wide and narrow."""
        for width in (1280, 400):
            self.open(page, width)
            self.check("console", self.driver.get_log("browser"), [])
            self.check("requests", self.run("return performance.getEntriesByType('resource').length"), 0)
            self.check("width", self.run("return document.documentElement.scrollWidth <= innerWidth"))
            self.check("tables", self.run(TABLES), [])

    def names(self) -> None:
        self.check("nothing ran", self.run("return window.hacked"), None)
        self.check("no element of a name", len(self.all("img, main b b")), 0)
        text = self.one("body").text
        self.check("names as they are", text.count(HOSTILE) >= 6)
        self.check("strays are named", "1 figures are of no kernel" in text)
        changes = [row.text for row in self.all(".changes tbody tr") if HOSTILE in row.text]
        self.check("differences", changes, [f"permkern_pin_view {HOSTILE} {HOSTILE} none"])

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
        self.check("one that failed stands out", len(self.all(".kernels td.bad")), 1)

    def filters(self) -> None:
        every = self.run(COLUMN, ".kernels", 0)
        self.one("#find").send_keys("CAMERA permkern_pin")
        self.check("found by words", self.run(COLUMN, ".kernels", 0), ["permkern_pin_camera"])
        self.check("how many", self.one("#shown").text, f"1 of {len(every)}")
        self.one("#find").send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.DELETE)
        self.check("all again", self.run(COLUMN, ".kernels", 0), every)
        for name, value, attribute in (("strategy", "runs", "strategy"), ("width", "16", "bits")):
            select = Select(self.one(f"#{name}"))
            select.select_by_value(value) if name == "width" else select.select_by_visible_text(value)
            rows = [row for row in self.all(".kernels tbody tr") if row.is_displayed()]
            self.check(f"only {value}", {row.get_attribute(f"data-{attribute}") for row in rows}, {value})
            self.check(f"{value} of others", len(rows) < len(every))
            select.select_by_index(0)
        select = Select(self.one("#kind"))
        select.select_by_value("moving")
        moving = sorted(self.run(COLUMN, ".kernels", 0))
        self.check("pinned that move", moving, ["permkern_pin_camera", "permkern_pin_keys"])
        select.select_by_index(0)

    def drawing(self, perm: list[int]) -> None:
        (before, inputs), (after, outputs) = self.run(GRIDS)
        shape = [int(part) for part in before.split(",")[0].removeprefix("input ").split("x")]
        moved = np.arange(prod(shape)).reshape(shape).transpose(perm)
        self.check("input", inputs, list(range(prod(shape))))
        self.check("output is numpy.transpose", outputs, moved.ravel().tolist())
        self.check("output's extents", after, f"output {'x'.join(map(str, moved.shape))}")

    def maps(self) -> None:
        Select(self.one("#choose")).select_by_value("permkern_pin_keys")
        self.drawing([3, 0, 4, 2, 1])
        steps = self.all("#steps button")
        names = ["1x6x1x8x5 (3,0,4,2,1), 16-bit", "6x8x5 (1,2,0), 16-bit", "6x40 (1,0), 16-bit"]
        self.check("steps", [step.text.split("\n")[0] for step in steps], names)
        steps[-1].send_keys(Keys.ENTER)
        self.check("pressed", [step.get_attribute("aria-pressed") for step in steps], ["false", "false", "true"])
        self.drawing([1, 0])
        self.one("#grids").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.check("arrow keys", self.one("#place").text, "element 1: input [0,1], output [1,0]")
        self.check("marked in both", len(self.all("#grids g.at")), 2)
        self.one(".heat [data-map=any2301]").send_keys(Keys.ENTER)
        self.drawing([2, 3, 0, 1])
        show = self.one(".kernels [data-map=permkern_pin_view]")
        show.find_element(By.XPATH, "..").find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
        show.click()
        self.check("from the table", self.one("#steps b").text, "1x16x1x8 (0,2,1,3), 32-bit")
        self.check("a view is said to be one", "a view suffices" in self.one("#place").text)
        for option in self.all("#choose option"):
            option.click()
            (_, inputs), (_, outputs) = self.run(GRIDS)
            self.check(f"{option.text}: a permutation", (sorted(outputs), len(inputs) <= 72), (inputs, True))

    def keyboard(self) -> None:
        self.driver.get(self.driver.current_url)
        reached = set()
        for _ in range(40):
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
            node: Any = self.driver.switch_to.active_element
            reached.add(node.get_attribute("id") or (node.get_attribute("class") or node.tag_name).split()[0])
            style = [node.value_of_css_property(f"outline-{part}") for part in ("style", "width")]
            self.check("focus is seen", style, ["solid", "3px"])
        wanted = {"find", "strategy", "width", "kind", "scroll", "sort", "copy", "summary"}
        self.check("reached by Tab", wanted - reached, set())


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    page = full_page(folder)
    others = (
        shipped_page(folder, "gtcrn", "cortex-m4", "cortex-m0"),
        shipped_page(folder, "default", "cortex-m4"),
        shipped_page(folder, "mli"),
    )
    driver = chromium()
    try:
        checks = Checks(driver)
        for each in (page, *others):
            checks.surface(each)
        checks.open(page, 1280)
        checks.names()
        checks.sorting()
        checks.filters()
        checks.maps()
        checks.keyboard()
        checks.check("console, at the end", driver.get_log("browser"), [])
    finally:
        driver.quit()
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
