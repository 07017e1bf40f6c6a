# SPDX-License-Identifier: BSD-3-Clause
"""Installs Python packages into virtual environments: the lists tools/requirements-NAME.txt into .venv/."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from runner import apt

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
VENV = ROOT / ".venv"
# MB on the disk, measured: .venv/ without packages, and each list with its dependencies.
EMPTY = 30
SIZES = {"build": 15, "certify": 45, "quick": 95, "test": 10, "models": 115, "lint": 135, "verify": 280, "release": 5}


def list_path(name: str) -> Path:
    return TOOLS / f"requirements-{name}.txt"


def stamp(name: str) -> tuple[Path, str]:
    """Returns a list's stamp file in .venv/, and its contents if the list is installed in the locked versions."""
    lock = (TOOLS / "requirements.lock").read_text(encoding="utf-8")
    return VENV / f"{name}.stamp", f"{VENV}\n{locked(name, lock) or list_path(name).read_text(encoding='utf-8')}"


def is_installed(name: str) -> bool:
    path, text = stamp(name)
    return path.is_file() and path.read_text(encoding="utf-8") == text


ENTRY = re.compile(r"^(?P<name>[\w.-]+)==.*\n(?:    --hash=.*\n)+(?P<via>(?:    #.*\n)+)", re.MULTILINE)


def locked(name: str, lock: str) -> str:
    """Returns a list's entries in requirements.lock, with hashes: its packages and their dependencies."""
    entries = [
        (entry["name"], entry[0], set(re.findall(r"[\w.-]+$", entry["via"], re.MULTILINE)))
        for entry in ENTRY.finditer(lock)
    ]
    asking = {list_path(name).name}
    while True:
        more = {package for package, _, via in entries if via & asking} - asking
        if not more:
            return "".join(text for package, text, _ in entries if package in asking)
        asking |= more


def make_venv(folder: Path) -> bool:
    """Makes a virtual environment, unless the folder has one made at this path. False: it cannot be made."""
    place = folder / "place"
    if place.is_file() and place.read_text(encoding="utf-8") == str(folder):
        return True
    python = os.path.realpath(sys.executable)  # the folder, soon removed, may be this Python's own
    shutil.rmtree(folder, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") is None:
        if not apt.is_allowed():
            apt.say("the Python module venv is missing: apt-get install python3-venv")
            return False
        apt.install([("python3-venv",)])
    if subprocess.call([python, "-m", "venv", str(folder)]) != 0:
        return False
    place.write_text(str(folder), encoding="utf-8")
    return True


def pip_install(folder: Path, *words: str) -> bool:
    pip = [str(folder / "bin" / "python3"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    return subprocess.call([*pip, *words]) == 0


def announce(names: Sequence[str]) -> None:
    """Prints the lists to install, with their size."""
    sizes = sum(SIZES[name] for name in names) + (0 if VENV.is_dir() else EMPTY)
    listed = ", ".join(list_path(name).name for name in names)
    apt.say(f"installing into .venv/ (at most {sizes} MB on the disk): {listed}")


def install_lists(names: Sequence[str]) -> bool:
    """Installs lists into .venv/, until pip fails. False: no .venv/ could be made, or pip failed and said why."""
    if not names:
        return True
    if not make_venv(VENV):
        return False
    lock = (TOOLS / "requirements.lock").read_text(encoding="utf-8")
    for name in names:
        path, text = stamp(name)
        entries = locked(name, lock)
        made = VENV / f"{name}.locked"
        made.write_text(entries, encoding="utf-8")
        words = ("--require-hashes", "-r", str(made)) if entries else ("-r", str(list_path(name)))
        if not pip_install(VENV, *words):
            apt.say(f"pip failed at {list_path(name).name}: its message stands above")
            return False
        path.write_text(text, encoding="utf-8")
    return True
