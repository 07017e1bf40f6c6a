# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual page of the command line from its argument parser. Usage: man_page.py FILE"""

import runpy
import sys
from pathlib import Path

from argparse_manpage.manpage import Manpage

runpy.run_path(str(Path(__file__).resolve().parents[1] / "permkern.py"))  # makes generator/ the package permkern
from permkern import __version__  # noqa: E402
from permkern.cli import make_parser  # noqa: E402

parser = make_parser()
vars(parser)["man_short_description"] = "kernels that permute tensor axes"
page = Manpage(parser, _data={"project_name": "permkern", "version": __version__, "manual_title": "permkern"})
Path(sys.argv[1]).write_text(f'.\\" SPDX-License-Identifier: BSD-3-Clause\n{page}', encoding="utf-8")
