# SPDX-License-Identifier: BSD-3-Clause
"""
A program: what the generator of a tree makes of the shipped sets and of two more.

render.py TREE write DIRECTORY, or render.py TREE compare DIRECTORY, which ends with 1 at the first difference and
prints the seconds of processor time that it took.
"""

import runpy
import sys
import time
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MORE = (ROOT / "verify" / "mutation" / "pins.toml", ROOT / "tests" / "turned.toml")
SETS = ("default", "mli", "tiny", "minimal", "gtcrn", *map(str, MORE))


def rendered(name: str) -> dict[str, str]:
    manifest, plan, render = (import_module(f"permkern.{module}") for module in ("manifest", "plan", "render"))
    return dict(render.render(plan.make_plan(manifest.load_set(name))))


def main(tree: str, verb: str, directory: str) -> int:
    runpy.run_path(str(Path(tree) / "tools" / "permkern.py"))
    for name in SETS:
        into = Path(directory) / Path(name).stem
        for file, text in rendered(name).items():
            if verb == "write":
                into.mkdir(parents=True, exist_ok=True)
                (into / file).write_text(text, encoding="utf-8")
            elif (into / file).read_text(encoding="utf-8") != text:
                print(f"{name}: {file} differs")
                return 1
    print(f"{time.process_time():.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
