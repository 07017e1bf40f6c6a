# SPDX-License-Identifier: BSD-3-Clause
"""
Checks of what tools/pack writes: the archive is unpacked, held against its format's rules, compiled as its users'
tools do, and run on an emulated core. Each check also sees a package that is wrong.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from configurations.callers import EMULATED_M4
from steps import ROOT, Count, Log, StepFailed

from clients.client import Client

PACKING = (sys.executable, "-B", ROOT / "tools" / "packing.py")
SET = "tiny"
OPTIONS = (*EMULATED_M4.options, "-Os")  # Arduino's level


def packed(log: Log, folder: Path, kind: str) -> Path:
    """Packs, and returns the folder that the archive is unpacked into."""
    (archive,) = log.must([*PACKING, kind, "-o", folder, SET]).split()
    with zipfile.ZipFile(archive) as files:
        files.extractall(folder / "unpacked")
    return folder / "unpacked"


def compiled(log: Log, folder: Path, compiler: tuple[str, ...], sources: list[Path], *options: str) -> list[Path]:
    """Compiles sources, each to an object in a folder."""
    folder.mkdir(exist_ok=True)
    log.must([*compiler, *OPTIONS, *options, "-c", *sources], cwd=folder)
    return [folder / f"{source.stem}.o" for source in sources]


def linked(log: Log, program: Path, objects: list[Path]) -> Path:
    log.must([*EMULATED_M4.link, *EMULATED_M4.options, *objects, "-o", program])
    return program


def noticed(what: str, check: Callable[[], object]) -> Count:
    """Checks that a check fails."""
    try:
        check()
    except StepFailed:
        return Count(1)
    raise StepFailed(f"{what} is not noticed")


# ---- Arduino, by its library specification ----

FIELDS = ("name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures")
CATEGORIES = (
    *("Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage"),
    *("Data Processing", "Other"),
)


def properties_hold(text: str, library: Path) -> None:
    """Checks the fields of library.properties: `name=value` lines."""
    fields = dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))
    missing = [name for name in FIELDS if not fields.get(name)]
    if missing:
        raise StepFailed(f"library.properties has no {missing[0]}")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}", fields["name"]) or fields["name"] != library.name:
        raise StepFailed("the name of the library is not allowed, or not that of its folder")
    if not re.fullmatch(r"\d+\.\d+\.\d+", fields["version"]):
        raise StepFailed("the version is not three numbers")
    if fields["category"] not in CATEGORIES:
        raise StepFailed(f"Arduino has no category {fields['category']}")
    if not (library / "src" / fields.get("includes", "")).is_file():
        raise StepFailed("`includes` names no header in src/")


def sketch(log: Log, folder: Path, library: list[Path], headers: Path, text: str) -> None:
    """Compiles a sketch as Arduino does, which puts its core's header before it, and runs it."""
    core = ROOT / "tests/clients/arduino/core"
    folder.mkdir()
    source = folder / "sketch.cpp"
    source.write_text(f"#include <Arduino.h>\n{text}", encoding="utf-8")
    options = ("-std=gnu++11", "-fno-exceptions", f"-I{core}", f"-I{headers}", "-Wall", "-Wextra", "-Werror")
    objects = compiled(log, folder, EMULATED_M4.cxx, [source, core / "main.cpp"], *options)
    output = log.must([*EMULATED_M4.emulator, linked(log, folder / "program", [*objects, *library])])
    lines = output.splitlines()
    if len(lines) != 2 or any(not line.endswith(": right") for line in lines):
        raise StepFailed("the sketch does not say twice that its result is right")


def arduino_library(log: Log, folder: Path) -> Count:
    library = packed(log, folder, "arduino") / "permkern"
    text = (library / "library.properties").read_text(encoding="utf-8")
    properties_hold(text, library)
    sources = sorted((library / "src").glob("*.c"))
    objects = compiled(log, folder / "library", EMULATED_M4.cc, sources, f"-I{library / 'src'}")
    examples = sorted((library / "examples").glob("*/*.ino"))
    wrong = text.replace("=Data", "=Any")
    count = Count(1) + noticed("a category that is none", lambda: properties_hold(wrong, library))
    for example in examples:
        if example.stem != example.parent.name:
            raise StepFailed(f"Arduino wants {example.name} in a folder of its own name")
        code = example.read_text(encoding="utf-8")
        sketch(log, folder / example.stem, objects, library / "src", code)
        turned = code.replace("{2, 0, 1}", "{2, 1, 0}")
        build_wrong = partial(sketch, log, folder / f"{example.stem}-wrong", objects, library / "src", turned)
        count += Count(1) + noticed("a wrong permutation in a sketch", build_wrong)
    return count


# ---- CMSIS-Pack, by the schema of the Open-CMSIS-Pack project ----

CATEGORY_NAMES = ("doc", "header", "include", "source")
CORES = re.compile(r"Cortex-M(0|0\+|1|3|4|7|23|33|35P|52|55|85)")


def text_of(package: ElementTree.Element, name: str) -> str:
    return (package.findtext(name) or "").strip()


def description_holds(pack: Path, package: ElementTree.Element) -> None:
    """Checks what the schema cannot be asked here: names, the order of elements, references, and every file."""
    order = ["vendor", "name", "description", "url", "license", "licenseSets", "releases", "conditions", "components"]
    if [element.tag for element in package] != order or package.tag != "package":
        raise StepFailed(f"the elements of the description are not {order}")
    if not (pack / f"{text_of(package, 'vendor')}.{text_of(package, 'name')}.pdsc").is_file():
        raise StepFailed("a description is called VENDOR.NAME.pdsc")
    conditions = {each.get("id") for each in package.iter("condition") if each.get("id")}
    used = {each.get("condition") for each in package.iter() if each.get("condition")}
    if not used <= conditions:
        raise StepFailed(f"no such condition: {used - conditions}")
    cores = [each.get("Dcore", "") for each in package.iter("accept") if each.get("Dcore")]
    if not cores or not all(map(CORES.fullmatch, cores)):
        raise StepFailed(f"no such cores: {cores}")
    files = [(each.get("category"), each.get("name", "")) for each in package.iter("file")]
    files.append(("doc", text_of(package, "license")))
    for category, name in files:
        there = (pack / name).is_dir() if category == "include" else (pack / name).is_file()
        if category not in CATEGORY_NAMES or not there or name.endswith("/") != (category == "include"):
            raise StepFailed(f"the pack has no {category} {name}")
    listed = {name for _, name in files}
    sources = {path.relative_to(pack).as_posix() for path in pack.rglob("*.c")}
    if not sources <= listed:
        raise StepFailed(f"in no component: {sorted(sources - listed)}")


def without_one_source(pack: Path, package: ElementTree.Element) -> None:
    """Takes the last source out of the description."""
    parents = [parent for parent in package.iter("files") if parent.find("file[@category='source']") is not None]
    parents[0].remove(parents[0].findall("file[@category='source']")[-1])
    description_holds(pack, package)


def cmsis_pack(log: Log, folder: Path) -> Count:
    """All components together, with the tests of the one that CMSIS-NN's callers see."""
    pack = packed(log, folder, "cmsis")
    (description,) = pack.glob("*.pdsc")
    package = ElementTree.parse(description).getroot()
    description_holds(pack, package)
    fixtures = ROOT / "tests/fixtures/cmsis_nn"
    include = {each.get("name", "") for each in package.iter("file") if each.get("category") == "include"}
    folders = [*(pack / name for name in sorted(include)), pack / "integrations/cmsis-nn", fixtures]
    sources = [pack / each.get("name", "") for each in package.iter("file") if each.get("category") == "source"]
    options = ("-std=c99", "-DARM_NN_ENABLE_F32=1", *(f"-I{path}" for path in folders))
    objects = compiled(log, folder / "objects", EMULATED_M4.cc, [*sources, ROOT / "tests/check_cmsis_nn.c"], *options)
    output = log.must([*EMULATED_M4.emulator, linked(log, folder / "program", objects)])
    if not re.search(r"^\d+ passed, 0 failed$", output, re.MULTILINE):
        raise StepFailed("the tests of the CMSIS-NN component do not pass")
    return Count(2) + noticed("a source of no component", lambda: without_one_source(pack, package))


ARDUINO = Client("arduino", "Arduino library, packed", ("arm", "qemu-arm"), also=(arduino_library,))
CMSIS_PACK = Client("cmsis-pack", "CMSIS-Pack, packed", ("arm", "qemu-arm"), also=(cmsis_pack,))
