# SPDX-License-Identifier: BSD-3-Clause
"""
Makes a release of the last commit: sdist, wheel, amalgamations for each target, the documentation's site, what the
release consists of (an SBOM), checksums. The same commit gives the same bytes, wherever and whenever it is made.

All is built from an export of the commit in a temporary folder, so that nothing of the checkout gets in that is not
committed, and then moved: the output is whole, or it is not there. release_parts.py makes the parts.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("packages", "code", "site", "sbom")


class ReleaseError(Exception):
    """The release cannot be made. The message says why."""


def git(*arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
    except OSError as error:
        raise ReleaseError(f"git cannot be run ({error.strerror}); a release is made of a commit") from None
    if done.returncode != 0:
        raise ReleaseError(f"{ROOT}: not a Git checkout; a release is made of a commit")
    return done.stdout


def check_clean() -> None:
    """Raises ReleaseError if a tracked file differs from the commit. Others do not get in, and are not looked at."""
    changed = git("status", "--porcelain", "--untracked-files=no").decode().splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:5]) + (", ..." if len(changed) > 5 else "")
        raise ReleaseError(f"changes that are not committed: {names}; commit them, or take them back")


def check_output(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ReleaseError(f"{folder}: exists and is not empty; choose another folder, or delete it")


def export(folder: Path) -> None:
    """Writes the files of the last commit, all with its time."""
    with tarfile.open(fileobj=BytesIO(git("archive", "--format=tar", "HEAD"))) as tar:
        tar.extractall(folder, filter="data")


def build(source: Path, made: Path, parts: Sequence[str]) -> None:
    """Builds parts from an export. What makes outputs differ, time, language and order, is the same in every run."""
    epoch = git("log", "-1", "--format=%ct").decode().strip()
    settings = {"SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    command = [sys.executable, "-B", str(source / "tools/release_parts.py"), str(made), *parts]
    done = subprocess.run(command, cwd=source, env={**os.environ, **settings}, umask=0o022, check=False)
    if done.returncode != 0:
        raise ReleaseError("the release was not made; nothing was written")


def release(folder: Path, parts: Sequence[str]) -> None:
    check_clean()
    check_output(folder)
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.absolute().parent, prefix=".permkern-release-") as place:
        # The same names in every run: they could get into what is built.
        source, made = Path(place) / "permkern", Path(place) / "made"
        source.mkdir()
        made.mkdir()
        export(source)
        build(source, made, parts)
        if folder.is_dir():
            folder.rmdir()
        made.replace(folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/release", description=__doc__)
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", type=Path, required=True, help="a new folder, or an empty one"
    )
    without = "leave a part out, to try the others; several times for several"
    parser.add_argument("--without", choices=PARTS, action="append", default=[], help=without)
    arguments = parser.parse_args()
    try:
        release(arguments.output, [part for part in PARTS if part not in arguments.without])
    except (ReleaseError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for path in sorted(arguments.output.iterdir()):
        print(f"{path.stat().st_size:>9}  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
