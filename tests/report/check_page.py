#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`permkern report` in real headless Chromium: check_page.py DIRECTORY. Leaves the pages in the directory.

Sorting, filtering, index maps and the keyboard as a person uses them; no message on the console, no request, nothing
wider than the window, no column cut off or empty, the costliest kernel first. Ends with `N passed, N failed`.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from pages import HOSTILE, full_page, measured_page, plain_page
from selenium import webdriver
from selenium.webdriver import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select


@dataclass
class Verdicts:
    passed: int = 0
    failed: int = 0
    where: str = ""

    def check(self, what: str, got: object, want: object = True) -> None:
        if got == want:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {self.where}: {what}: got {got!r}, want {want!r}")


# ---- the browser ----


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


def emulate(driver: webdriver.Chrome, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


PINNED = "[aria-labelledby=pinned-0].kernels"
# What of the tables is cut off or lies beyond the window; columns with nothing in them; headings without a unit; tables
# whose first row is not the costliest.
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


# ---- what is checked ----


def check_surface(driver: webdriver.Chrome, page: Path, verdicts: Verdicts) -> None:
    """What holds for every page, wide and narrow."""
    for width in (1280, 400):
        verdicts.where = f"{page.name}, {width}"
        emulate(driver, width)
        driver.get(page.as_uri())
        verdicts.check("console", driver.get_log("browser"), [])
        requests = driver.execute_script("return performance.getEntriesByType('resource').length")
        verdicts.check("requests", requests, 0)
        fits = driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        verdicts.check("no wider than the window", fits)
        verdicts.check("tables", driver.execute_script(TABLES), [])


def column(driver: webdriver.Chrome, number: int) -> list[str]:
    rows: list[str] = driver.execute_script(
        "return [...document.querySelectorAll('.kernels tbody tr')].filter((row) => !row.hidden)"
        ".map((row) => row.cells[arguments[0]].dataset.v)",
        number,
    )
    return rows


def head(driver: webdriver.Chrome, title: str) -> tuple[int, WebElement]:
    """A heading of the table of pinned kernels, and which one it is."""
    heads = driver.find_elements(By.CSS_SELECTOR, f"{PINNED} thead th")
    number = next(k for k, each in enumerate(heads) if each.text.split("\n")[0].strip("↕↑↓") == title)
    return number, heads[number]


def pinned_column(driver: webdriver.Chrome, number: int) -> list[str]:
    rows: list[str] = driver.execute_script(
        f"return [...document.querySelectorAll('{PINNED} tbody tr')].map((row) => row.cells[arguments[0]].dataset.v)",
        number,
    )
    return rows


def check_table(driver: webdriver.Chrome, verdicts: Verdicts) -> None:
    number, flash = head(driver, "Flash")
    values = pinned_column(driver, number)
    measured = sorted((value for value in values if value), key=int)
    empty = [value for value in values if not value]
    verdicts.check(
        "there is something to sort",
        (len(measured) >= 2, len(empty) >= 1, values[: len(measured)] != measured),
        (True, True, True),
    )
    button = flash.find_element(By.TAG_NAME, "button")
    button.send_keys(Keys.ENTER)
    verdicts.check("sorted by Enter", pinned_column(driver, number), [*measured[::-1], *empty])
    verdicts.check("aria-sort", flash.get_attribute("aria-sort"), "descending")
    button.send_keys(Keys.SPACE)
    verdicts.check("sorted by Space, the other way", pinned_column(driver, number), [*measured, *empty])
    verdicts.check("aria-sort, the other way", flash.get_attribute("aria-sort"), "ascending")
    number, kernel = head(driver, "Kernel")
    kernel.find_element(By.TAG_NAME, "button").click()
    verdicts.check("texts", pinned_column(driver, number), sorted(pinned_column(driver, number)))
    verdicts.check("one aria-sort", len(driver.find_elements(By.CSS_SELECTOR, f"{PINNED} th[aria-sort]")), 1)
    verdicts.check("one that failed stands out", len(driver.find_elements(By.CSS_SELECTOR, ".kernels td.bad")), 1)
    check_filter(driver, verdicts)


def check_filter(driver: webdriver.Chrome, verdicts: Verdicts) -> None:
    number = 0
    total = len(column(driver, number))
    find = driver.find_element(By.ID, "find")
    find.send_keys("CAMERA 96x96")
    verdicts.check("found by words", column(driver, number), ["permkern_pin_camera"])
    verdicts.check("how many", driver.find_element(By.ID, "shown").text, f"1 of {total}")
    find.send_keys(Keys.CONTROL, "a")
    find.send_keys(Keys.DELETE)
    verdicts.check("all again", len(column(driver, number)), total)
    for name, value, attribute in (("strategy", "runs", "strategy"), ("width", "16", "bits")):
        select = Select(driver.find_element(By.ID, name))
        select.select_by_value(value) if name == "width" else select.select_by_visible_text(value)
        has = driver.execute_script(
            "return [...document.querySelectorAll('.kernels tbody tr')].filter((row) => !row.hidden)"
            f".map((row) => row.dataset.{attribute})"
        )
        verdicts.check(f"only {value}", (set(has), 0 < len(has) < total), ({value}, True))
        select.select_by_index(0)
    select = Select(driver.find_element(By.ID, "kind"))
    select.select_by_value("moving")
    verdicts.check("pinned that move", sorted(column(driver, number)), ["permkern_pin_camera", "permkern_pin_keys"])
    select.select_by_index(0)


def drawn(driver: webdriver.Chrome) -> tuple[str, str, list[int], list[int]]:
    """Captions and numbers of both grids, in their elements' order."""
    found = driver.execute_script(
        "return [...document.querySelectorAll('#grids figure')].map((figure) => ["
        "figure.querySelector('figcaption').textContent,"
        "[...figure.querySelectorAll('text')].map((text) => Number(text.textContent))])"
    )
    (before, inputs), (after, outputs) = found
    return before, after, inputs, outputs


def check_drawing(driver: webdriver.Chrome, perm: list[int], verdicts: Verdicts) -> None:
    before, after, inputs, outputs = drawn(driver)
    shape = [int(part) for part in before.split(",")[0].removeprefix("input ").split("x")]
    moved = np.arange(prod(shape)).reshape(shape).transpose(perm)
    verdicts.check("input", inputs, list(range(prod(shape))))
    verdicts.check("output is numpy.transpose", outputs, moved.ravel().tolist())
    verdicts.check("output's extents", after, f"output {'x'.join(map(str, moved.shape))}")


def check_map(driver: webdriver.Chrome, verdicts: Verdicts) -> None:
    Select(driver.find_element(By.ID, "choose")).select_by_value("permkern_pin_keys")
    check_drawing(driver, [3, 0, 4, 2, 1], verdicts)
    steps = driver.find_elements(By.CSS_SELECTOR, "#steps button")
    verdicts.check(
        "steps",
        [step.text.split("\n")[0] for step in steps],
        ["1x6x1x8x5 (3,0,4,2,1), 16-bit", "6x8x5 (1,2,0), 16-bit", "6x40 (1,0), 16-bit"],
    )
    steps[-1].send_keys(Keys.ENTER)
    verdicts.check("pressed", [step.get_attribute("aria-pressed") for step in steps], ["false", "false", "true"])
    check_drawing(driver, [1, 0], verdicts)
    driver.find_element(By.ID, "grids").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    verdicts.check(
        "followed by arrow keys", driver.find_element(By.ID, "place").text, "element 1: input [0,1], output [1,0]"
    )
    verdicts.check("marked in both", len(driver.find_elements(By.CSS_SELECTOR, "#grids g.at")), 2)
    driver.find_element(By.CSS_SELECTOR, ".heat [data-map=any2301]").send_keys(Keys.ENTER)
    check_drawing(driver, [2, 3, 0, 1], verdicts)
    show = driver.find_element(By.CSS_SELECTOR, ".kernels [data-map=permkern_pin_view]")
    show.find_element(By.XPATH, "..").find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
    show.click()
    verdicts.check(
        "from the table", driver.find_element(By.CSS_SELECTOR, "#steps b").text, "1x16x1x8 (0,2,1,3), 32-bit"
    )
    verdicts.check("a view is said to be one", "a view suffices" in driver.find_element(By.ID, "place").text)
    for option in driver.find_elements(By.CSS_SELECTOR, "#choose option"):
        option.click()
        _, _, inputs, outputs = drawn(driver)
        verdicts.check(f"{option.text}: a permutation", (sorted(outputs), len(inputs) <= 72), (inputs, True))


def check_keyboard(driver: webdriver.Chrome, verdicts: Verdicts) -> None:
    driver.get(driver.current_url)
    reached = set()
    for _ in range(40):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        node: Any = driver.switch_to.active_element
        reached.add(node.get_attribute("id") or (node.get_attribute("class") or node.tag_name).split()[0])
        style = driver.execute_script(
            "const s = getComputedStyle(arguments[0]); return [s.outlineStyle, s.outlineWidth]", node
        )
        verdicts.check("focus is seen", style, ["solid", "3px"])
    verdicts.check(
        "reached by Tab", {"find", "strategy", "width", "kind", "scroll", "sort", "copy", "summary"} <= reached
    )


def check_names(driver: webdriver.Chrome, verdicts: Verdicts) -> None:
    verdicts.check("nothing ran", driver.execute_script("return window.hacked"), None)
    verdicts.check("no element of a name", len(driver.find_elements(By.CSS_SELECTOR, "img, main b b")), 0)
    text = driver.find_element(By.TAG_NAME, "body").text
    verdicts.check("names as they are", text.count(HOSTILE) >= 6)
    verdicts.check("strays are named", "1 figures are of no kernel" in text)
    changes = driver.find_elements(By.CSS_SELECTOR, ".changes tbody tr")
    verdicts.check(
        "differences",
        [row.text for row in changes if HOSTILE in row.text],
        [f"permkern_pin_view {HOSTILE} {HOSTILE} none"],
    )


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    verdicts = Verdicts()
    page = full_page(folder)
    others = [
        measured_page(folder, "gtcrn", "cortex-m4", "cortex-m0"),
        measured_page(folder, "default", "cortex-m4"),
        plain_page(folder, "mli"),
    ]
    with browser() as driver:
        for each in (page, *others):
            check_surface(driver, each, verdicts)
        emulate(driver, 1280)
        driver.get(page.as_uri())
        verdicts.where = page.name
        check_names(driver, verdicts)
        check_table(driver, verdicts)
        check_map(driver, verdicts)
        check_keyboard(driver, verdicts)
        verdicts.check("console, at the end", driver.get_log("browser"), [])
    print(f"{verdicts.passed} passed, {verdicts.failed} failed")
    return 1 if verdicts.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
