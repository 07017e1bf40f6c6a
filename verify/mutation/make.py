# SPDX-License-Identifier: BSD-3-Clause
"""
A program: universalmutator's mutants of texts. A process of its own, as that library prints what it does.

make.py RULES TEXTS.json OUT.json: texts by file in, pairs of line number and mutated line by file out.
"""

import json
import sys
from pathlib import Path

from universalmutator import mutator  # type: ignore[import-untyped]


def main(rules: str, texts: str, out: str) -> None:
    mutants = {
        file: [
            (line, mutated.rstrip("\n"))
            for line, mutated, *_ in mutator.mutants_regexp(
                text.splitlines(keepends=True), ruleFiles=[rules], ignorePatterns=[], ignoreStringOnly=True
            )
        ]
        for file, text in json.loads(Path(texts).read_text(encoding="utf-8")).items()
    }
    Path(out).write_text(json.dumps(mutants), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
