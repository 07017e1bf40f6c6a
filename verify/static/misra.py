# SPDX-License-Identifier: BSD-3-Clause
"""
Checks MISRA C:2012 with cppcheck's addon: every rule with a finding has a row with a reason in docs/misra.md, and no
row is stale. The addon checks only some rules; a clean run does not mean compliance.
"""

import json
import re
import shutil
from functools import partial
from pathlib import Path

from runner.programs import fresh, generate
from runner.step import ROOT, Count, Depth, Log, StepFailed, each

from verify.static.build import verdict

PAGE = ROOT / "docs" / "misra.md"
ROW = re.compile(r"^\| (\d+\.\d+) \| \w+ \| \S.* \|$", re.MULTILINE)
FINDING = re.compile(r"^(?P<place>.+?:\d+): (?P<severity>\w+) (?P<id>[\w.-]+): .*$", re.MULTILINE)
RULE = re.compile(r"misra-c2012-(\d+\.\d+)")

# Predefined macros that the sources test.
GCC = ("__GNUC__=12", "__BYTE_ORDER__=1234", "__ORDER_LITTLE_ENDIAN__=1234")
X86_64 = (*GCC, "__x86_64__=1", "__LP64__=1", "UINTPTR_MAX=0xffffffffffffffffU")
ARM = (*GCC, "__arm__=1", "UINTPTR_MAX=0xffffffffU")
ARM_V7 = (*ARM, "__ARM_ARCH=7", "__ARM_FEATURE_UNALIGNED=1", "__ARM_FEATURE_IDIV=1")
# Views of the sources by target: set, cppcheck platform (type sizes), macros.
VIEWS = (
    ("default", "unix64", X86_64),
    ("default", "arm32-wchar_t4", ARM_V7),
    ("tiny", "arm32-wchar_t4", (*ARM, "__ARM_ARCH=6", "PERMKERN_MAX_RANK=4")),
)


def write_addon(place: Path) -> Path:
    """
    Writes the addon's settings, with the rule number as each rule's text. Without texts, all rules share one message,
    and cppcheck reports each message only once per line. Returns the settings file.
    """
    texts = place / "rules.txt"
    numbers = (f"{chapter}.{rule}" for chapter in range(1, 23) for rule in range(1, 22))
    rules = "".join(f"Rule {number} Required\nThe rule {number}.\n" for number in numbers)
    texts.write_text(f"Appendix A Summary of guidelines\n{rules}", encoding="utf-8")
    settings = place / "misra.json"
    settings.write_text(json.dumps({"script": "misra.py", "args": [f"--rule-texts={texts}"]}), encoding="utf-8")
    return settings


def look(log: Log, folder: Path, view: tuple[str, str, tuple[str, ...]]) -> set[str]:
    """Returns the rules with findings. The addon writes files next to the sources, so it reads a copy."""
    permutations, platform, macros = view
    place = folder / f"{permutations}-{platform}"
    for part in ("src", "include"):
        shutil.copytree(ROOT / part, place / part)
    generate(log, permutations, place / "kernels")
    options = (f"--addon={write_addon(place)}", "--enable=style", "--std=c11", f"--platform={platform}")
    output = (
        "--template={file}:{line}: {severity} {id}: {message}",
        "--template-location=",
        "--suppress=missingIncludeSystem",
        "--error-exitcode=0",
    )
    defines = [f"-D{macro}" for macro in macros]
    paths = ("-Iinclude", "-Ikernels", "-Isrc", "src", "kernels")
    found = [*FINDING.finditer(log.must(["cppcheck", "--quiet", *options, *output, *defines, *paths], cwd=place))]
    wrong = [match[0] for match in found if match["severity"] in ("error", "warning")]
    if wrong:
        raise StepFailed(f"cppcheck: {'; '.join(wrong)}")
    return {rule[1] for match in found if (rule := RULE.fullmatch(match["id"]))}


def misra(log: Log, depth: Depth) -> Count:
    del depth
    folder = fresh("misra")
    rules = set[str]().union(*each(partial(look, log, folder), VIEWS))
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    problems = [f"rule {rule} has findings, and no reason in docs/misra.md" for rule in sorted(rules - set(rows))]
    problems += [f"rule {rule} has no finding, and a row in docs/misra.md" for rule in sorted(set(rows) - rules)]
    problems += [f"rule {rule} has two rows" for rule in sorted(set(rows)) if rows.count(rule) > 1]
    return verdict(log, f"{len(rules)} rules with findings", problems)
