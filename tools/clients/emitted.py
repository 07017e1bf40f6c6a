# SPDX-License-Identifier: BSD-3-Clause
"""
Compares what `permkern emit` prints with the pinned kernels of the same works on an emulated Cortex-M4: the same bytes
and the same count of instructions, or fewer where a kernel calls a function that the library shares. Two seeded bugs of
the printed text have to be noticed, by the bytes and the count.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from math import prod
from pathlib import Path

from configurations.callers import EMULATED_M4
from configurations.targets import target
from steps import BUILD, ROOT, Count, Log, StepFailed

from clients.client import PERMKERN, Client, Copied, Measured, Program, build

_OPTIONS = ("-O2",)
_TARGET = target("cortex-m4")


@dataclass(frozen=True)
class Emission:
    """A work, by the name of its function. Names are words of the set's keys, in the order of the set's options."""

    name: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    bits: int = 8
    flip: tuple[int, ...] = ()
    xor: int = 0
    align: int = 0
    calls: bool = False  # a function of another file of the library: with one caller, compilers make less of it

    @property
    def words(self) -> list[str]:
        """The command's arguments."""
        words = [",".join(map(str, self.shape)), ",".join(map(str, self.perm))]
        words += ["--bits", str(self.bits), "--name", self.name]
        words += ["--flip", ",".join(map(str, self.flip))] if self.flip else []
        words += ["--xor", hex(self.xor)] if self.xor else []
        return [*words, "--align", str(self.align)] if self.align else words

    @property
    def table(self) -> str:
        """The set's table."""
        lines = ["[[pinned]]", f'name = "{self.name}"', f"shape = {list(self.shape)}", f"perm = {list(self.perm)}"]
        lines += [f"bits = {self.bits}", *([f"flip = {list(self.flip)}"] if self.flip else [])]
        lines += [*([f"xor = {self.xor}"] if self.xor else []), *([f"align = {self.align}"] if self.align else [])]
        return "\n".join((*lines, ""))

    @property
    def bytes(self) -> int:
        return prod(self.shape) * self.bits // 8


# One of each way in which a pinned kernel moves elements.
EMISSIONS = (
    Emission("channels", (96, 96, 3), (2, 0, 1)),
    Emission("channels_xor", (96, 96, 3), (2, 0, 1), xor=0x80, align=4),
    Emission("tiles", (28, 28, 8), (2, 0, 1)),
    Emission("words", (49, 40), (1, 0), bits=32),
    Emission("leftovers", (1, 49, 40), (0, 2, 1)),
    Emission("turned", (120, 160), (1, 0), bits=16, flip=(1,), align=4),
    Emission("runs", (6, 5, 40), (1, 0, 2)),
    Emission("copied", (1000,), (0,), calls=True),
    Emission("reversed", (300,), (0,), flip=(0,), calls=True),
    Emission("few", (2, 3, 4), (2, 1, 0), bits=64),
)


def _written(log: Log, folder: Path) -> tuple[str, Path]:
    """Emits every function; returns their text, with the list of them, and writes the set of the same works."""
    text = "".join(log.must([*PERMKERN, "emit", *each.words]) for each in EMISSIONS)
    listed = " ".join(f"X({each.name}, {each.bytes})" for each in EMISSIONS)
    kernels = folder / "emitted.toml"
    tables = "\n".join(each.table for each in EMISSIONS)
    kernels.write_text(f'format = 1\nprofile = "speed"\n\n{tables}', encoding="utf-8")
    return f"{text}\n#define EMITTED(X) {listed}\n", kernels


def _differences(log: Log, folder: Path, kernels: Path, name: str, text: str) -> list[str]:
    """Builds and runs the program with a text, and says what of it differs from the pinned kernels."""
    made = folder / name
    made.mkdir()
    (made / "emitted.h").write_text(text, encoding="utf-8")
    program = Program(
        name,
        ("tests/clients/emit/emitted.c", "tests/fault_cortex_m.c"),
        include=("examples/firmware", "bench/icnt", str(made)),
        tools=EMULATED_M4,
        kernels=str(kernels),
        c="-std=c11",
        options=_OPTIONS,
    )
    built = build(log, folder, program, Copied("tests/clients/emit", Path("tests/clients/emit").resolve()))
    icnt = (sys.executable, "-B", ROOT / "bench" / "icnt.py")
    _, output = log.run([*icnt, built, _TARGET.machine, "mark_begin", "mark_end"])
    verdicts = re.findall(r"^permute (\w+)\|.*\|(\w+)$", output, re.MULTILINE)
    counts = [int(line) for line in re.findall(r"^(\d+)(?: \d+){5}$", output, re.MULTILINE)]
    if len(verdicts) != len(EMISSIONS) or len(counts) != 1 + 2 * len(verdicts):
        raise StepFailed(f"{name}: {len(verdicts)} works and {len(counts)} counts; see the log for what was printed")
    found = [f"{which}: other bytes" for which, verdict in verdicts if verdict != "correct"]
    for each, by_pin, by_emitted in zip(EMISSIONS, counts[1::2], counts[2::2], strict=True):
        if by_emitted > by_pin or (by_emitted < by_pin and not each.calls):
            found.append(f"{each.name}: {by_emitted} instructions, the pinned kernel {by_pin}")
    return found


def equal_to_pinned(log: Log, folder: Path) -> Count:
    text, kernels = _written(log, folder)
    found = _differences(log, folder, kernels, "right", text)
    for difference in found:
        log.note(f"FAIL {difference}")
    count = Count(len(EMISSIONS) - min(len(found), len(EMISSIONS)), len(found))
    head = "static void channels(const void *in, void *out)\n{\n"
    bugs = (
        ("wrong", "channels_pk_low_high(even0, even1)", "channels_pk_low_high(even1, even0)"),
        ("slower", head, f'{head}    __asm__ volatile("nop");\n'),
    )
    for name, line, changed in bugs:
        seen = line in text and bool(_differences(log, folder, kernels, name, text.replace(line, changed)))
        if not seen:
            log.note(f"FAIL nothing noticed that {line!r} became {changed!r}")
        count += Count(int(seen), int(not seen))
    return count


# ---- what it costs: a function in the place of a loop, and no library ----

_MADE = BUILD / "clients" / "emitted"
_HWC = Emission("hwc", (28, 28, 8), (2, 0, 1), align=4)
_MEL = Emission("mel", (1, 49, 40), (0, 2, 1), align=4)


def _prepare() -> None:
    """Writes the functions of examples/clients/onnx2c.c, and one of them alone, which is weighed."""
    texts = [
        subprocess.run([*PERMKERN, "emit", *each.words], check=True, capture_output=True, text=True).stdout
        for each in (_HWC, _MEL)
    ]
    alone = "void model(const void *in, void *out);\nvoid model(const void *in, void *out)\n{\n    hwc(in, out);\n}\n"
    _MADE.mkdir(parents=True, exist_ok=True)
    (_MADE / "emitted.h").write_text("".join(texts), encoding="utf-8")
    (_MADE / "alone.c").write_text(texts[0] + alone, encoding="utf-8")


EMIT = Client(
    "emit",
    "permkern emit, on a Cortex-M4",
    ("arm", "qemu-arm"),
    also=(equal_to_pinned,),
    measured=Measured(
        (str(_MADE / "alone.c"),),
        ("examples/clients/onnx2c.c",),
        (str(_MADE),),
        prepare=_prepare,
    ),
)
