# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual page of the command line from its argument parser. Usage: tools/man_page.py FILE"""

import runpy
import sys
from pathlib import Path

from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent


def main(file: str) -> None:
    runpy.run_path(str(ROOT / "tools" / "permkern.py"))  # only makes generator/ importable as the package permkern
    from permkern import __version__  # type: ignore[import-not-found]
    from permkern.cli import make_parser  # type: ignore[import-not-found]

    parser = make_parser()
    parser.man_short_description = "kernels that permute tensor axes"
    page = Manpage(parser, _data={"project_name": "permkern", "version": __version__, "manual_title": "permkern"})
    Path(file).write_text(f'.\\" SPDX-License-Identifier: BSD-3-Clause\n{page}', encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
