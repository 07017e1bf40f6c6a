# SPDX-License-Identifier: BSD-3-Clause
"""
What `permkern emit` prints, on an emulated Cortex-M4: the same bytes as the pinned kernels of the same works, and the
same count of instructions, or fewer if a kernel calls a function that the library shares.
"""

import subprocess
from dataclasses import dataclass
from math import prod

from runner.programs import PERMKERN, fresh
from runner.step import BUILD, Count, Depth, Log, total

from integration.clients import Client, Measured, Program
from integration.firmware import EMULATED_M4, Permute, permutes


@dataclass(frozen=True)
class Emission:
    """A permute, by the name of its function. more: options of emit and keys of the set, by name."""

    name: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    bits: int = 8
    more: tuple[tuple[str, int], ...] = ()
    calls: bool = False  # the pinned kernel calls a function of another file

    @property
    def words(self) -> list[str]:
        """The command's arguments."""
        words = [",".join(map(str, self.shape)), ",".join(map(str, self.perm)), "--bits", str(self.bits)]
        more = [word for key, value in self.more for word in (f"--{key}", str(value))]
        return [*words, "--name", self.name, *more]

    @property
    def table(self) -> str:
        """The set's table."""
        more = {key: [value] if key == "flip" else value for key, value in self.more}
        keys = {"name": f'"{self.name}"', "shape": list(self.shape), "perm": list(self.perm), "bits": self.bits, **more}
        return "\n[[pinned]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())

    @property
    def bytes(self) -> int:
        return prod(self.shape) * self.bits // 8

    def holds(self, permute: Permute) -> bool:
        """Whether a run of the pinned kernel and then of the printed function shows what is promised."""
        by_pin, by_emitted = permute.by_hand, permute.by_kernel
        if by_pin is None or by_emitted is None or not permute.correct:
            return False
        return by_emitted == by_pin or (self.calls and by_emitted < by_pin)


# One of each way in which a pinned kernel moves elements.
EMISSIONS = (
    Emission("channels", (96, 96, 3), (2, 0, 1)),
    Emission("channels_xor", (96, 96, 3), (2, 0, 1), more=(("xor", 128), ("align", 4))),
    Emission("tiles", (28, 28, 8), (2, 0, 1)),
    Emission("words", (49, 40), (1, 0), bits=32),
    Emission("leftovers", (1, 49, 40), (0, 2, 1)),
    Emission("turned", (120, 160), (1, 0), bits=16, more=(("flip", 1), ("align", 4))),
    Emission("runs", (6, 5, 40), (1, 0, 2)),
    Emission("copied", (1000,), (0,), calls=True),
    Emission("reversed", (300,), (0,), more=(("flip", 0),), calls=True),
    Emission("few", (2, 3, 4), (2, 1, 0), bits=64),
)


def same_as_pinned(log: Log, _: Depth) -> Count:
    folder = fresh("clients/emit")
    kernels = folder / "emitted.toml"
    tables = "".join(emission.table for emission in EMISSIONS)
    kernels.write_text(f'format = 1\nprofile = "speed"\n{tables}', encoding="utf-8")
    text = "".join(log.must([*PERMKERN, "emit", *emission.words]) for emission in EMISSIONS)
    listed = " ".join(f"X({emission.name}, {emission.bytes})" for emission in EMISSIONS)
    (folder / "emitted.h").write_text(f"{text}\n#define EMITTED(X) {listed}\n", encoding="utf-8")
    program = Program(
        "emitted",
        ("tests/clients/emit/emitted.c", "tests/fault_cortex_m.c"),
        ("examples/firmware", "bench/icnt", str(folder)),
        EMULATED_M4,
        str(kernels),
        ("-O2",),
        c="-std=c11",
    )
    found = permutes(program.build(log, folder))
    log.note("\n".join(map(str, found)))
    return total(Count.of(emission.holds(permute)) for emission, permute in zip(EMISSIONS, found, strict=True))


# ---- what it costs: a function in the place of a loop, and no library ----

_MADE = BUILD / "clients" / "emitted"


def _prepare() -> None:
    """Writes the functions of examples/clients/onnx2c.c, and one of them alone, which is weighed."""
    works = ("28,28,8 2,0,1 --name hwc", "1,49,40 0,2,1 --name mel")
    texts = []
    for work in works:
        command = [*map(str, PERMKERN), "emit", *work.split(), "--bits", "8", "--align", "4"]
        texts.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    alone = "void model(const void *in, void *out);\nvoid model(const void *in, void *out)\n{\n    hwc(in, out);\n}\n"
    _MADE.mkdir(parents=True, exist_ok=True)
    (_MADE / "emitted.h").write_text("".join(texts), encoding="utf-8")
    (_MADE / "alone.c").write_text(texts[0] + alone, encoding="utf-8")


EMIT = Client(
    "emit",
    "permkern emit, on a Cortex-M4",
    ("arm", "qemu-arm"),
    (),
    Measured((str(_MADE / "alone.c"),), ("examples/clients/onnx2c.c",), (str(_MADE),), prepare=_prepare),
)
