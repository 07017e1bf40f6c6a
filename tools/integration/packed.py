# SPDX-License-Identifier: BSD-3-Clause
"""
Tests packages for other tools: packs each, compares its description with its files, compiles it like the users' tools,
and runs it. Also makes a release twice.
"""

import json
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Sequence
from pathlib import Path

from runner.programs import PERMKERN, copy_tracked, fresh
from runner.step import ROOT, Count, Depth, Log, StepFailed, total

from integration.common import CONSUMER, PACKERS, PLAIN
from integration.firmware import EMULATED_M4

# ---- PlatformIO ----

# Does the work of `pio pkg pack`, with only permkern's licence instead of the downloaded licence list.
PACK = """\
import sys
from platformio.package.commands.pack import package_pack_cmd
from platformio.package.manifest.schema import ManifestSchema
ManifestSchema.load_spdx_licenses = staticmethod(lambda: {"licenses": [{"licenseId": "BSD-3-Clause"}]})
package_pack_cmd.main(["--output", *sys.argv[1:]])
"""


def platformio(log: Log, _: Depth) -> Count:
    """Packs the library with PlatformIO's code, and compiles the result with the flags in its library.json."""
    folder = fresh("platformio")
    settings = {"PLATFORMIO_CORE_DIR": str(folder / "core"), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    archive = folder / "permkern.tar.gz"
    pack = (PACKERS / "python3", "-c", PACK, archive, copy_tracked(log, folder / "source"))
    log.must(pack, env=settings, timeout=120)
    library = folder / "library"
    shutil.unpack_archive(archive, library)
    build = json.loads((library / "library.json").read_text(encoding="utf-8"))["build"]
    patterns = [pattern[2:-1] for pattern in build["srcFilter"] if pattern.startswith("+<")]
    sources = [path for pattern in patterns for path in sorted((library / build["srcDir"]).glob(pattern))]
    others = [flag for flag in build["flags"] if not flag.startswith("-I ")]
    folders = [build["includeDir"], *(flag[3:] for flag in build["flags"] if flag.startswith("-I "))]
    paths = [f"-I{library / name}" for name in folders]
    # Arduino's flags come first. library.json must override Arduino's -Os, because the kernels have profile speed.
    if "__OPTIMIZE_SIZE__" in log.must(["gcc", "-Os", *others, "-dM", "-E", "-x", "c", "/dev/null"]):
        raise StepFailed("library.json does not override Arduino's -Os for the kernels of profile speed")
    warnings = ("-std=gnu11", *PLAIN, "-Wall", "-Wextra", "-Werror")
    log.must(["gcc", *warnings, *paths, CONSUMER / "main.c", *sources, "-o", folder / "consumer"])
    log.must([folder / "consumer"])
    return Count(3)


# ---- archives from pack.py ----


def packed(log: Log, folder: Path, kind: str) -> Path:
    """Packs with pack.py, unpacks the archive, and returns its folder."""
    command = (sys.executable, "-B", ROOT / "tools/integration/pack.py", kind, "-o", folder, "tiny")
    with zipfile.ZipFile(log.must(command).strip()) as files:
        files.extractall(folder / "unpacked")
    return folder / "unpacked"


def firmware(log: Log, folder: Path, sources: Sequence[Path], *options: str) -> str:
    """Compiles a C and C++ program for an emulated Cortex-M4, runs it, and returns its output."""
    program = folder / "program"
    log.must([*EMULATED_M4.link, *EMULATED_M4.options, "-Os", "-fno-exceptions", *options, *sources, "-o", program])
    return log.must([*EMULATED_M4.emulator, program])


def arduino(log: Log, _: Depth) -> Count:
    """Packs the Arduino library, checks its properties, and runs its sketches with a stub core."""
    folder = fresh("clients/arduino")
    library = packed(log, folder, "arduino") / "permkern"
    lines = (library / "library.properties").read_text(encoding="utf-8").splitlines()
    fields = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    needed = ("author", "maintainer", "sentence", "paragraph", "category", "architectures")
    included = (library / "src" / fields["includes"]).is_file()
    if fields["name"] != library.name or not included or not all(map(fields.get, needed)):
        raise StepFailed(f"library.properties needs the folder's name, a header of src/, and {needed}")
    core = ROOT / "tests/clients/arduino/core"
    count = Count(1)
    for example in sorted((library / "examples").glob("*/*.ino")):
        sketch = folder / "sketch.cpp"  # Arduino prepends its core's header
        sketch.write_text(f"#include <Arduino.h>\n{example.read_text(encoding='utf-8')}", encoding="utf-8")
        sources = (sketch, core / "main.cpp", *sorted((library / "src").glob("*.c")))
        output = firmware(log, folder, sources, f"-I{core}", f"-I{library / 'src'}", "-Wall", "-Wextra", "-Werror")
        verdicts = output.splitlines()
        right = sum(line.endswith(": right") for line in verdicts)
        count += Count(right, 2 - right)
    return count


def cmsis_pack(log: Log, _: Depth) -> Count:
    """Makes the CMSIS-Pack, compares its description with its files, and runs CMSIS-NN's tests with all components."""
    folder = fresh("clients/cmsis-pack")
    pack = packed(log, folder, "cmsis")
    package = ElementTree.parse(pack / "permkern.permkern.pdsc").getroot()
    conditions = {each.get("id") for each in package.iter("condition")}
    used = {each.get("condition") for each in package.iter() if each.get("condition")}
    files = [(each.get("category"), each.get("name", "")) for each in package.iter("file")]
    wrong = [name for _, name in files if not (pack / name).exists()]
    unlisted = {path.relative_to(pack).as_posix() for path in pack.rglob("*.c")} - {name for _, name in files}
    compilers = {(each.get("Tcompiler"), each.get("Toptions")) for each in package.iter("accept")}
    if wrong or unlisted or not used <= conditions or ("ARMCC", "AC6") not in compilers:
        broken = f"conditions: {used - conditions}; compilers: {compilers}"
        raise StepFailed(f"not in the pack: {wrong}; in no component: {unlisted}; {broken}")
    include = [pack / name for category, name in files if category == "include"]
    folders = (*include, pack / "integrations/cmsis-nn", ROOT / "tests/fixtures/cmsis_nn")
    sources = [pack / name for category, name in files if category == "source"]
    paths = [f"-I{path}" for path in dict.fromkeys(folders)]
    output = firmware(log, folder, [*sources, ROOT / "tests/check_cmsis_nn.c"], "-DARM_NN_ENABLE_F32=1", *paths)
    return Count(1) + (Count.printed(output) or Count(0, 1))


# ---- a release ----


def release(log: Log, _: Depth) -> Count:
    """
    Makes a release twice from the tracked files, in two folders, with different time zones, locales and umasks, and
    compares the bytes. Checks that the wheel's manual page names every verb.
    """
    folder = fresh("release")
    date = {f"GIT_{who}_DATE": "2026-01-02T03:04:05Z" for who in ("AUTHOR", "COMMITTER")}
    elsewhere = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "77"}
    made = []
    for place, mask, environment in (("here", "0022", {}), ("somewhere/else", "0077", elsewhere)):
        source = copy_tracked(log, folder / place)
        git = ("git", "-C", source, "-c", "user.name=permkern", "-c", "user.email=permkern@localhost")
        log.must([*git, "init", "--quiet"])
        log.must([*git, "add", "--all"])
        log.must([*git, "commit", "--quiet", "--no-gpg-sign", "--message=release"], env=date)
        output = source.with_name(f"{source.name}-made")
        command = ("sh", "-c", 'umask "$0"; exec "$@"', mask, source / "tools/release", "-o", output)
        log.must(command, env=environment)
        made.append({path.name: path.read_bytes() for path in output.iterdir()})
    one, other = made
    differing = {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
    if differing:
        log.note(f"FAIL two releases of the same files differ: {sorted(differing)}")
    log.must(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder / "here-made")
    count = Count(len(one) - len(differing) + 1, len(differing))
    (wheel,) = (folder / "here-made").glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        (page,) = (files.read(name).decode() for name in files.namelist() if name.endswith("/permkern.1"))
    verbs = re.findall(r"^    ([a-z]+)(?:  |$)", log.must([*PERMKERN, "--help"]), re.MULTILINE)
    return count + total(Count.of(f"'permkern {verb}'" in page) for verb in verbs)
