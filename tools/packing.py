# SPDX-License-Identifier: BSD-3-Clause
"""
Packs permkern, with the kernels of a permutation set, as others' tools install it: a library of Arduino, which is the
amalgamation in their layout of folders, or a CMSIS-Pack, which is the library's own files and a description of them.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOT = Path(__file__).resolve().parent.parent
INTEGRATIONS = ROOT / "integrations"
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in an archive: the same sources give the same bytes
BESIDE = ("LICENSE", "README.md", "CHANGELOG.md")


class PackError(Exception):
    """The set is wrong, or the package cannot be written. The message says why."""


@dataclass(frozen=True)
class Package:
    """An archive's name, and its files' contents by their names in it."""

    archive: str
    files: Mapping[str, bytes]


def version() -> str:
    found = re.search(r'^version = "([^"]+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def generated(verb: str, *arguments: str) -> dict[str, bytes]:
    """Returns the files that permkern writes with a verb, by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-B", str(ROOT / "tools/permkern.py"), verb, "-o", folder, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise PackError(done.stderr.strip())
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def beside() -> dict[str, bytes]:
    return {name: (ROOT / name).read_bytes() for name in BESIDE}


# ---- Arduino ----


def arduino(permutation_set: str) -> Package:
    """
    A library in the layout of Arduino's library specification: sources in src/, sketches in examples/, and
    library.properties. Without the vector kernels of other processors, which the boards it names do not have.
    """
    own = INTEGRATIONS / "arduino"
    files = {path.relative_to(own).as_posix(): path.read_bytes() for path in sorted(own.rglob("*")) if path.is_file()}
    sources = generated("amalgamate", "--target", "portable", "--api", "mli", permutation_set)
    files |= {"LICENSE": (ROOT / "LICENSE").read_bytes()} | {f"src/{name}": text for name, text in sources.items()}
    return Package(f"permkern-{version()}.zip", {f"permkern/{name}": text for name, text in files.items()})


# ---- CMSIS-Pack ----

VENDOR = NAME = "permkern"
CORES = ("M0", "M0+", "M1", "M3", "M4", "M7", "M23", "M33", "M35P", "M52", "M55", "M85")
# Of src/, what firmware of Arm has no use for: vectors of hosts and of RISC-V.
OTHERS = re.compile(r"src/(host_|arch/(?!arm/))")


@dataclass(frozen=True)
class File:
    category: str
    name: str
    more: str = ""  # attributes


@dataclass(frozen=True)
class Component:
    sub: str
    condition: str
    description: str
    files: tuple[File, ...]


def headers_and_sources(names: list[str]) -> Iterator[File]:
    for name in names:
        hidden = ' scope="private"' if name.endswith(".h") and name.startswith("src/") else ""
        yield File("source" if name.endswith(".c") else "header", name, hidden)


def components(names: list[str]) -> tuple[Component, ...]:
    """Returns which file belongs to which component."""
    code = [name for name in names if name.startswith(("src/", "generated/")) and name.endswith(".c")]
    mli = [name for name in code if name.startswith("src/mli_")]
    core = [name for name in code if name not in mli]
    paths = (File("include", "include/"), File("include", "generated/"), File("include", "src/", ' scope="private"'))
    public = ["include/permkern.h", "include/permkern.hpp", "generated/permkern_kernels.h"]
    adapter = "integrations/cmsis-nn/permkern_cmsis_nn"
    place = ' attr="template" select="In place of CMSIS-NN\'s transposes: leave its arm_transpose_s8.c out"'
    return (
        Component(
            "Core",
            "Core",
            "permkern.h and the kernels of the set",
            (File("doc", "README.md"), *paths, *headers_and_sources(public + core)),
        ),
        Component(
            "MLI",
            "With Core",
            "embARC MLI 1.x interface: mli_krn_permute_fx8 and its neighbours",
            (File("include", "src/", ' scope="private"'), *headers_and_sources(["include/permkern_mli.h", *mli])),
        ),
        Component(
            "CMSIS-NN",
            "With NN Lib",
            "arm_transpose_s8 with CMSIS-NN's signature, as a file for your project",
            (File("header", f"{adapter}.h"), File("source", f"{adapter}.c", place)),
        ),
    )


def cmsis(permutation_set: str) -> Package:
    """A CMSIS-Pack: the library's files, the set's kernels in generated/, and the description of what is what."""
    kept = [path for folder in ("include", "src") for path in sorted((ROOT / folder).rglob("*.[ch]*"))]
    kept += sorted((INTEGRATIONS / "cmsis-nn").iterdir())
    names = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in kept}
    files = {name: text for name, text in names.items() if not OTHERS.match(name)}
    files |= {f"generated/{name}": text for name, text in generated("generate", permutation_set).items()}
    loader = FileSystemLoader(INTEGRATIONS / "cmsis-pack")
    environment = Environment(loader=loader, trim_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True)
    text = environment.get_template("permkern.pdsc.j2").render(
        vendor=VENDOR,
        name=NAME,
        version=version(),
        set_name=Path(permutation_set).stem,
        cores=[f"Cortex-{core}" for core in CORES],
        components=components(sorted(files)),
    )
    files |= beside() | {f"{VENDOR}.{NAME}.pdsc": text.encode()}
    return Package(f"{VENDOR}.{NAME}.{version()}.pack", files)


# ---- writing ----

PACKERS = {"arduino": arduino, "cmsis": cmsis}


def write(package: Package, folder: Path) -> Path:
    """Writes an archive in one step: whoever looks finds the old one, the new one or none."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / package.archive
    part = path.with_suffix(".part")
    with zipfile.ZipFile(part, "w") as archive:
        for name, text in sorted(package.files.items()):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED)
    part.replace(path)
    return path


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/pack", description=__doc__)
    parser.add_argument("kind", choices=PACKERS)
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="where the archive goes")
    parser.add_argument("set", metavar="SET.toml", nargs="?", default="default", help="default: the set default")
    arguments = parser.parse_intermixed_args()
    try:
        print(write(PACKERS[arguments.kind](arguments.set), arguments.output))
    except (PackError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
