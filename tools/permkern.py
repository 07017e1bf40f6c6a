#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the generator from a checkout. `import permkern` finds this file there, and returns the package."""

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The folders in setup.py. Applications may be absent.
FOLDERS = {
    "permkern": "generator",
    "permkern.certify": "apps/certify",
    "permkern.models": "apps/models",
    "permkern.reports": "apps/report",
}


class Checkout(MetaPathFinder):
    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        file = ROOT / FOLDERS.get(name, "") / "__init__.py"
        return spec_from_file_location(name, file) if name in FOLDERS and file.is_file() else None


sys.dont_write_bytecode = True
sys.meta_path.insert(0, Checkout())
spec = Checkout().find_spec("permkern")
assert spec is not None and spec.loader is not None
module = module_from_spec(spec)
sys.modules["permkern"] = module
spec.loader.exec_module(module)

if __name__ == "__main__":
    from permkern.cli import main

    sys.exit(main())
