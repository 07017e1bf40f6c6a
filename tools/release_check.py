# SPDX-License-Identifier: BSD-3-Clause
"""
Makes a release twice, for a step of tools/test and one of tools/verify: of the checkout as it is, in two places, with
another time zone, locale and mask of file modes. What is compared are bytes.
"""

import hashlib
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from shipping import checked_out, fresh, refused
from steps import Count, Log, StepFailed

AUTHOR = ("-c", "user.name=permkern", "-c", "user.email=permkern@localhost")
DATE = {"GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z"}
ELSEWHERE = MappingProxyType({"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "77"})


def committed(log: Log, folder: Path) -> Path:
    """Returns a repository of one commit that has the checkout's files, those that are not committed yet included."""
    checked_out(log, folder)
    git: list[str | Path] = ["git", "-C", folder, *AUTHOR]
    log.must([*git, "init", "--quiet"])
    log.must([*git, "add", "--all"])
    log.must([*git, "commit", "--quiet", "--no-gpg-sign", "--message=release"], env=DATE)
    return folder


def made(log: Log, source: Path, *options: str | Path, env: Mapping[str, str] = MappingProxyType({})) -> None:
    # Another mask: files that are checked out get other modes.
    command = 'umask "$0"; exec "$@"'
    mask = "0077" if env else "0022"
    words: list[str | Path] = ["sh", "-c", command, mask, sys.executable, "-B", source / "tools/releasing.py", *options]
    log.must(words, env=env, cwd=source.parent)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def released(log: Log, *options: str) -> Count:
    folder = fresh("release")
    here, there = committed(log, folder / "here"), committed(log, folder / "somewhere/else")
    made(log, here, "-o", folder / "one", *options)
    made(log, there, "-o", folder / "deep/er/two", *options, env=ELSEWHERE)
    files = contents(folder / "one")
    other = contents(folder / "deep/er/two")
    differing = sorted(name for name in files.keys() | other.keys() if files.get(name) != other.get(name))
    if differing:
        raise StepFailed(f"two releases of the same files differ: {', '.join(differing)}")
    listed = dict(line.split("  ")[::-1] for line in files["SHA256SUMS"].decode().splitlines())
    right = {name: hashlib.sha256(text).hexdigest() for name, text in files.items() if name != "SHA256SUMS"}
    if listed != right or not any(name.endswith(".cdx.json") for name in files):
        raise StepFailed("SHA256SUMS does not list each file of the release by its checksum, or there is no SBOM")
    return Count(len(files)) + used(log, folder) + refuses(log, here, folder)


def used(log: Log, folder: Path) -> Count:
    """Compiles what is for Cortex-M4 on this machine, and generates by the wheel."""
    (code,) = (folder / "one").glob("*-cortex-m4.zip")
    (wheel,) = (folder / "one").glob("*.whl")
    zipfile.ZipFile(code).extractall(folder / "code")
    (source,) = (folder / "code").glob("*/permkern.c")
    log.must(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-c", source, "-o", folder / "permkern.o"])
    zipfile.ZipFile(wheel).extractall(folder / "wheel")
    command: list[str | Path] = [
        sys.executable,
        "-B",
        "-m",
        "permkern",
        "generate",
        "-o",
        folder / "generated",
        "minimal",
    ]
    log.must(command, env={"PYTHONPATH": str(folder / "wheel")}, cwd=folder)
    return Count(2)


def refuses(log: Log, source: Path, folder: Path) -> Count:
    """A folder with something in it, and changes that are not committed: nothing is written."""
    command: list[str | Path] = [sys.executable, "-B", source / "tools/releasing.py", "-o"]
    refused(log, [*command, folder / "one"], "exists and is not empty")
    (source / "LICENSE").write_text("changed\n", encoding="utf-8")
    refused(
        log, [*command, folder / "three"], "changes that are not committed: LICENSE; commit them, or take them back"
    )
    if (folder / "three").exists() or any(path.name.startswith(".permkern-release") for path in folder.iterdir()):
        raise StepFailed("a release that was refused has left something behind")
    return Count(2)


def without_site(log: Log) -> Count:
    return released(log, "--without", "site")
