# SPDX-License-Identifier: BSD-3-Clause
"""Steps of tools/test that run commands of this project and count what they report: Python's tests, demos, lint."""

import json
import re
import shutil
import sys
import xml.etree.ElementTree

import pictures
from configurations import targets
from steps import BUILD, ROOT, Count, Log, StepFailed, processors

# ---- Python and the sources ----


def pytest(log: Log) -> Count:
    report = BUILD / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "no:cacheprovider",
        "-n",
        str(processors()),
        "--dist=loadfile",
        f"--junitxml={report}",
        "tests/python",
    ]
    code, _ = log.run(command)
    if not report.exists():
        raise StepFailed(f"pytest ended with {code} and wrote no report")
    suite = xml.etree.ElementTree.parse(report).getroot()[0]
    failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    skipped = int(suite.get("skipped", 0))
    count = Count(int(suite.get("tests", 0)) - failed - skipped, failed, skipped)
    if (code == 0) != (failed == 0):
        raise StepFailed(f"pytest ended with {code}, its report has {count}")
    return count


def generated_current(log: Log) -> Count:
    """Compares generated/, and what tools/autogen writes, with the templates. Each is a case."""
    log.must(["tools/permkern", "check", "generated", "generator/sets/default.toml"])
    log.must(["tools/autogen", "--check"])
    return Count(2)


def lint(log: Log) -> Count:
    log.run(["tools/lint"])
    results = re.findall(r"^(ok|FAIL) ", log.path.read_text(encoding="utf-8"), re.MULTILINE)
    if not results:
        raise StepFailed("tools/lint printed no result")
    return Count(results.count("ok"), results.count("FAIL"))


def site(log: Log) -> Count:
    """Builds the documentation, and checks that links work and that the manual page names every verb."""
    log.must(["tools/docs"])
    page = (ROOT / "docs" / "permkern.1").read_text(encoding="utf-8")
    listed = log.must([sys.executable, "-B", "tools/permkern.py", "--help"])
    verbs = re.findall(r"^    ([a-z]+)(?:  |$)", listed, re.MULTILINE)
    named = sum(f"'permkern {verb}'" in page for verb in verbs)
    return Count(named + (ROOT / "build/docs/html/docs/index.html").is_file(), len(verbs) - named)


# ---- commands that show and measure ----


def shown(log: Log, *command: str) -> Count:
    """Runs a command of tools/ that shows permutes. Each occurrence that it reports is a case."""
    output = log.must([*command])
    totals = re.findall(r"^(\d+) permutes, (\d+) correct$", output, re.MULTILINE)
    if len(totals) != 1:
        raise StepFailed(f"{' '.join(command)} reported no total")
    total, correct = map(int, totals[0])
    return Count(correct, total - correct)


def demo(log: Log) -> Count:
    """The demo's permutes; and README.md, which shows the output, is a case."""
    code, output = log.run(["tools/demo", "--check"])
    totals = re.findall(r"^(\d+) permutes, (\d+) correct$", output, re.MULTILINE)
    if len(totals) != 1:
        raise StepFailed("tools/demo reported no total")
    total, correct = map(int, totals[0])
    return Count(correct + int(code == 0), total - correct + int(code != 0))


def firmware_examples(log: Log) -> Count:
    count = Count()
    for name in ("microphone", "camera", "motion"):
        count += shown(log, "tools/example", name)
    made = ROOT / "build" / "rotate.png"
    count += shown(log, "tools/example", "rotate", "--png", str(made))
    same = pictures.lines(made.read_bytes()) == pictures.lines((ROOT / "docs" / "rotate.png").read_bytes())
    if not same:
        log.note("docs/rotate.png is not what the example writes: tools/example rotate --png docs/rotate.png\n")
    return count + Count(int(same), int(not same))


def client_table(log: Log) -> Count:
    """Measures every client; each of its permutes is a case, and so is the page that holds the table."""
    code, output = log.run(["tools/client-table", "--check"])
    totals = re.findall(r"^(\d+) permutes, all correct$", output, re.MULTILINE)
    if len(totals) != 1:
        raise StepFailed("tools/client-table reported no total")
    return Count(int(totals[0]) + int(code == 0), int(code != 0))


def starters(log: Log) -> Count:
    """Runs `permkern new`, then `make run`, for every board."""
    count = Count()
    for name in ("cortex-m4", "cortex-m55", "rv32"):
        folder = BUILD / "starters" / name
        shutil.rmtree(folder, ignore_errors=True)
        log.must(["tools/permkern", "new", folder, "--board", name])
        code, output = log.run(["make", "-C", folder, f"PERMKERN={ROOT}/tools/permkern", "run"])
        right = code == 0 and f"{name}: pinned kernel right, any shape right\n" in output
        count += Count(int(right), int(not right))
    return count


def report(log: Log) -> Count:
    """Runs tools/report on two sets. Each kernel with complete and correct figures is a case that passed."""
    count = Count()
    for name in ("gtcrn", "minimal"):
        data = BUILD / "report" / f"{name}.json"
        data.unlink(missing_ok=True)
        log.must(["tools/report", name, "-o", data.with_suffix(".html"), "--json", data])
        document = json.loads(data.read_text(encoding="utf-8"))
        alone = max(kernel["figures"][0]["alone"] for kernel in document["kernels"] if kernel["figures"][0])
        whole = alone <= document["targets"][0]["flash"] <= document["targets"][0]["library"]
        count += Count(1, 0) if whole else Count(0, 1)
        for kernel in document["kernels"]:
            figure = kernel["figures"][0] or {}
            wanted = ("flash", "alone", "stack", "instructions", "naive", "cycles", "naive_cycles", "passed")
            known = all(figure.get(key) for key in wanted)
            good = known and figure["failed"] == 0 and figure["flash"] <= figure["alone"]
            if not good:
                log.note(f"FAIL {name}, {kernel['id']}: {figure}")
            count += Count(1, 0) if good else Count(0, 1)
    return count


def report_page(log: Log) -> Count:
    """Uses the report's page in Chromium as a person would."""
    _, output = log.run([sys.executable, "-B", "tests/report/check_page.py", BUILD / "report" / "page"], timeout=300)
    totals = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    if len(totals) != 1:
        raise StepFailed("tests/report/check_page.py did not reach its end")
    return Count(*map(int, totals[0]))


def counts(log: Log) -> Count:
    """Compares instruction counts with this compiler's baseline. Each count is a case; new compilers have none."""
    result = BUILD / "bench" / "firmware.json"
    result.unlink(missing_ok=True)
    names = [counted.name for target in targets.KNOWN for counted in target.counted if counted.ci]
    code, _ = log.run(["tools/bench", "firmware", "-o", BUILD / "bench", "--target", ",".join([*names, "sizes"])])
    if not result.is_file():
        raise StepFailed(f"tools/bench ended with {code} and wrote no result")
    document = json.loads(result.read_text(encoding="utf-8"))
    known = json.loads((ROOT / "bench" / "baseline.json").read_text(encoding="utf-8"))
    compared = sum(len(columns) for key in document["instructions"] for columns in known.get(key, {}).values())
    grown = len(document["grown"])
    return Count(max(compared - grown, 1), grown)


def cycles(log: Log) -> Count:
    """Compares cycles on simulated cores with this compiler's baseline, and pinned kernels with naive loops.

    Each stretch of a program is a case: its result is right, and its instructions are as on QEMU.
    """
    result = BUILD / "bench" / "cycles.json"
    result.unlink(missing_ok=True)
    code, _ = log.run(["tools/bench", "cycles", "-o", BUILD / "bench"])
    if not result.is_file():
        raise StepFailed(f"tools/bench ended with {code} and wrote no result")
    document = json.loads(result.read_text(encoding="utf-8"))
    failed = len(document["grown"]) + len(document["slow"])
    return Count(sum(len(columns) for took in document["took"].values() for columns in took.values()) - failed, failed)
