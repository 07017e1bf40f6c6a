# SPDX-License-Identifier: BSD-3-Clause
"""
Packs permkern for other tools, with a permutation set's kernels: as an Arduino library (the amalgamation in Arduino's
folder layout) or as a CMSIS-Pack (the library's files and their description).
"""

import argparse
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOT = Path(__file__).resolve().parents[2]
INTEGRATIONS = ROOT / "integrations"
EPOCH = (1980, 1, 1, 0, 0, 0)  # fixed mtime in archives, so that equal sources give equal bytes
CORES = ("M0", "M0+", "M1", "M3", "M4", "M7", "M23", "M33", "M35P", "M52", "M55", "M85")
# Files in src/ that Arm firmware does not need: host and RISC-V vectors.
OTHERS = re.compile(r"src/vector/(?!mve|small|look_up|firmware|permkern_)")

Files = Mapping[str, bytes]


def version() -> str:
    found = re.search(r'^version = "([^"]+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def address() -> str:
    """Returns the project's address; empty before the first release."""
    found = re.search(r'^Homepage = "([^"]+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def read(*names: str) -> dict[str, bytes]:
    return {name: (ROOT / name).read_bytes() for name in names}


def generated(verb: str, *arguments: str) -> dict[str, bytes]:
    """Returns the files that a permkern verb writes, by name. Ends the program if the set is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-B", str(ROOT / "tools/permkern.py"), verb, "-o", folder, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stderr.strip(), file=sys.stderr)
            sys.exit(2)
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def arduino(permutation_set: str) -> tuple[str, Files]:
    """
    Returns a library in the layout of Arduino's library specification: sources in src/, sketches in examples/, and
    library.properties. Vector kernels are left out, because the supported boards cannot execute them.
    """
    own = INTEGRATIONS / "arduino"
    files = {path.relative_to(own).as_posix(): path.read_bytes() for path in own.rglob("*") if path.is_file()}
    files["library.properties"] += f"url={address()}\n".encode() if address() else b""
    sources = generated("amalgamate", "--target", "portable", "--api", "core,mli", permutation_set)
    files |= read("LICENSE") | {f"src/{name}": text for name, text in sources.items()}
    return f"permkern-{version()}.zip", {f"permkern/{name}": text for name, text in files.items()}


def cmsis(permutation_set: str) -> tuple[str, Files]:
    """Returns a CMSIS-Pack: the library's files, the set's kernels in generated/, and the description."""
    kept = [path for folder in ("include", "src") for path in (ROOT / folder).rglob("*.[ch]*")]
    names = [path.relative_to(ROOT).as_posix() for path in (*kept, *(INTEGRATIONS / "cmsis-nn").iterdir())]
    files = read("README.md", "LICENSE", "CHANGELOG.md", *(name for name in names if not OTHERS.match(name)))
    files |= {f"generated/{name}": text for name, text in generated("generate", permutation_set).items()}
    sources = [name for name in sorted(files) if name.startswith(("src/", "generated/")) and name.endswith(".c")]
    loader = FileSystemLoader(INTEGRATIONS / "cmsis-pack")
    environment = Environment(loader=loader, trim_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True)
    text = environment.get_template("permkern.pdsc.j2").render(
        version=version(),
        address=address(),
        set_name=Path(permutation_set).stem,
        cores=[f"Cortex-{core}" for core in CORES],
        core_sources=[name for name in sources if not name.startswith("src/mli/")],
        mli_sources=[name for name in sources if name.startswith("src/mli/")],
    )
    files["permkern.permkern.pdsc"] = text.encode()
    return f"permkern.permkern.{version()}.pack", files


PACKERS = {"arduino": arduino, "cmsis": cmsis}


def write(folder: Path, name: str, files: Files) -> Path:
    """Writes an archive atomically: a reader finds the old one, the new one or none."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    part = path.with_suffix(".part")
    with zipfile.ZipFile(part, "w") as archive:
        for member, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(member, EPOCH), text, zipfile.ZIP_DEFLATED)
    part.replace(path)
    return path


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/pack", description=__doc__)
    parser.add_argument("kind", choices=PACKERS)
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="where the archive goes")
    parser.add_argument("set", metavar="SET.toml", nargs="?", default="default", help="default: the set default")
    arguments = parser.parse_intermixed_args()
    try:
        print(write(arguments.output, *PACKERS[arguments.kind](arguments.set)))
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
