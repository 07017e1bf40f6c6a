# SPDX-License-Identifier: BSD-3-Clause
"""Describes the vector instruction sets of hosts, and the network of zips that transposes a tile.

A register is one or more 16-byte lanes. A tile of ``rows`` x ``cols`` elements is loaded as pieces of ``cols``
elements, one piece to a lane: register i holds rows i, i + n, i + 2n ... of n = rows / lanes. Zipping register i with
register i + n / 2 moves the highest bit of a row's number to the lowest place of an element's position, so log2(n)
stages bring all n rows of a column next to each other, in order: each result is stored whole, or, where n rows are less
than a lane, in pieces of one column each. The shuffle is the perfect shuffle of H. S. Stone, IEEE Trans. Computers
C-20 (1971).
"""

from dataclasses import dataclass, replace

LANE = 16  # bytes


@dataclass(frozen=True)
class Channels:
    """How three registers of pixels become three registers of channels, and back: by selects, then one permute each.

    In the three registers together, every third element is of channel c. The number of elements in a register is not a
    multiple of three, so channel c is in different places in each register. Selecting these places from the three
    registers therefore gives all elements of channel c in one register, where they only have to be put in order within
    ``span`` bytes. In formats, {v} and {w} are registers, {m} is a select's mask, {i} are indices.
    """

    span: int  # bytes within which the permute works: a lane, or the whole register
    select: str  # bytes of {w} where the mask is set, of {v} elsewhere
    permute: str  # bytes of {v} by the indices {i}
    loads: tuple[str, ...]  # of pixels, span by span, from {p}
    stores: tuple[str, ...]  # of pixels, span by span, to {p}
    bit_masks: bool = False  # whether masks are integers with a bit for each byte, instead of vectors


@dataclass(frozen=True)
class VectorIsa:
    """The intrinsics of an instruction set. In formats, {p} is an address, {v} and {w} are registers."""

    name: str  # also the suffix of kernels' names
    title: str
    guard: str  # preprocessor condition
    header: str  # of the intrinsics
    target: str  # attribute of every function; empty if the compiler's options enable the set anyway
    lanes: int
    register: str  # its type
    narrower: str  # the set that moves what is too narrow for this one; empty if there is none
    zips: tuple[tuple[int, tuple[str, str]], ...]  # the intrinsics for low and high halves, by element bits
    loads: tuple[
        tuple[int, tuple[str, ...]], ...
    ]  # of a piece into the first lane, then into each further lane, by bytes
    stores: tuple[tuple[int, tuple[str, ...]], ...]  # of each piece of a register, by the bytes of a piece
    load: str  # of a whole register
    stream: str = ""  # non-temporal store of a whole register; empty if there is none
    fence: str = ""  # makes non-temporal stores visible in order
    tiles: bool = True  # whether it has tile kernels of its own
    small: str = ""  # the macro of templates/small.j2 for tensors of a few bytes; empty if there is none
    small_bytes: int = 0  # the largest size of such a tensor
    channels: Channels | None = None  # how three channels are deinterleaved and interleaved
    structured: bool = False  # whether loads and stores of three registers do so instead

    @property
    def bytes(self) -> int:
        return self.lanes * LANE

    def shapes(self, bits: int) -> tuple[tuple[int, int], ...]:
        """Returns the tiles (rows, cols), largest first. A register of several lanes holds a row in each lane."""
        if not self.tiles:
            return ()
        most = LANE * 8 // bits
        powers = [most >> k for k in range(most.bit_length() - 1)]
        rows = [most * self.lanes] if self.lanes > 1 else powers
        return tuple((r, c) for r in rows for c in powers)


@dataclass(frozen=True)
class Load:
    register: str
    rows: tuple[int, ...]  # by lane


@dataclass(frozen=True)
class Zip:
    register: str
    low: bool
    a: str
    b: str


@dataclass(frozen=True)
class Store:
    register: str
    col: int
    piece: int


@dataclass(frozen=True)
class Network:
    loads: tuple[Load, ...]
    stages: tuple[tuple[Zip, ...], ...]
    stores: tuple[Store, ...]


def network(bits: int, rows: int, cols: int, lanes: int) -> Network:
    """Returns a tile's loads, zips and stores, without registers that would hold no column of the tile."""
    across = LANE * 8 // bits  # elements of a lane
    count = rows // lanes  # rows for each lane, which is also the number of registers
    registers = [f"v{i}" for i in range(count)]
    # The (row, column) of each element in the first lane of each register; None for elements that are not used.
    held = [[(i, c) if c < cols else None for c in range(across)] for i in range(count)]
    loads = tuple(Load(registers[i], tuple(i + lane * count for lane in range(lanes))) for i in range(count))
    stages: list[tuple[Zip, ...]] = []
    present = [True] * count
    names = registers
    for stage in range(count.bit_length() - 1):
        letter = "abcdef"[stage]
        zips: list[Zip] = []
        after: list[list[tuple[int, int] | None]] = []
        for i in range(count // 2):
            first, second = held[i], held[i + count // 2]
            for half in (0, 1):
                part = slice(half * across // 2, (half + 1) * across // 2)
                after.append([place for pair in zip(first[part], second[part], strict=True) for place in pair])
        kept = [any(place is not None for place in places) for places in after]
        made = [f"{letter}{i}" for i in range(count)]
        for i, wanted in enumerate(kept):
            if wanted:
                zips.append(Zip(made[i], i % 2 == 0, names[i // 2], names[i // 2 + count // 2]))
        stages.append(tuple(zips))
        names, held, present = made, after, kept
    stores = []
    for i in range(count):
        for piece in range(across // count):
            place = held[i][piece * count]
            if present[i] and place is not None:
                column = held[i][piece * count : (piece + 1) * count]
                assert column == [(row, place[1]) for row in range(count)]
                stores.append(Store(names[i], place[1], piece))
    return Network(loads, tuple(stages), tuple(sorted(stores, key=lambda store: store.col)))


def channel_masks(span: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Returns the masks m = 0, 1, 2: byte q is 1 where the number of its element is m modulo 3."""
    return tuple(tuple(int(q // size % 3 == m) for q in range(span)) for m in range(3))


def channel_order(span: int, size: int, channel: int) -> tuple[int, ...]:
    """Returns, for each byte of a channel in pixel order, the byte of the select's result that it comes from."""
    return tuple((3 * (q // size) + channel) * size % span + q % size for q in range(span))


def _x86_zips(prefix: str) -> tuple[tuple[int, tuple[str, str]], ...]:
    return tuple(
        (bits, (f"{prefix}_unpacklo_epi{bits}({{v}}, {{w}})", f"{prefix}_unpackhi_epi{bits}({{v}}, {{w}})"))
        for bits in (8, 16, 32, 64)
    )


_SSE2_LOADS = {
    16: "_mm_loadu_si128((const void *)({p}))",
    8: "_mm_loadl_epi64((const void *)({p}))",
    4: "_mm_cvtsi32_si128((int)permkern_load32({p}))",
    2: "_mm_cvtsi32_si128((int)permkern_load16({p}))",
}

SSE2 = VectorIsa(
    name="sse2",
    title="x86 with SSE2",
    guard="PERMKERN_X86",
    header="immintrin.h",
    target="PERMKERN_TARGET_SSE2",
    lanes=1,
    register="__m128i",
    narrower="",
    zips=_x86_zips("_mm"),
    loads=tuple((size, (load,)) for size, load in _SSE2_LOADS.items()),
    stores=(
        (16, ("_mm_storeu_si128((void *)({p}), {v})",)),
        (8, ("_mm_storel_epi64((void *)({p}), {v})", "_mm_storel_epi64((void *)({p}), _mm_unpackhi_epi64({v}, {v}))")),
        (
            4,
            (
                "permkern_store32({p}, (uint32_t)_mm_cvtsi128_si32({v}))",
                *(
                    f"permkern_store32({{p}}, (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32({{v}}, {n})))"
                    for n in (1, 2, 3)
                ),
            ),
        ),
        (2, tuple(f"permkern_store16({{p}}, (uint16_t)_mm_extract_epi16({{v}}, {n}))" for n in range(8))),
    ),
    load=_SSE2_LOADS[16],
)

AVX2 = VectorIsa(
    name="avx2",
    title="x86 with AVX2",
    guard="PERMKERN_X86",
    header="immintrin.h",
    target="PERMKERN_TARGET_AVX2",
    lanes=2,
    register="__m256i",
    narrower="sse2",
    zips=_x86_zips("_mm256"),
    loads=tuple(
        (size, (f"_mm256_castsi128_si256({load})", f"_mm256_inserti128_si256({{v}}, {load}, 1)"))
        for size, load in _SSE2_LOADS.items()
    ),
    stores=((32, ("_mm256_storeu_si256((void *)({p}), {v})",)),),
    load="_mm256_loadu_si256((const void *)({p}))",
    small="shuffled",
    small_bytes=16,
    channels=Channels(
        span=16,
        select="_mm256_blendv_epi8({v}, {w}, {m})",
        permute="_mm256_shuffle_epi8({v}, {i})",
        loads=(
            f"_mm256_castsi128_si256({_SSE2_LOADS[16]})",
            f"_mm256_inserti128_si256({{v}}, {_SSE2_LOADS[16]}, 1)",
        ),
        stores=(
            "_mm_storeu_si128((void *)({p}), _mm256_castsi256_si128({v}))",
            "_mm_storeu_si128((void *)({p}), _mm256_extracti128_si256({v}, 1))",
        ),
    ),
)

# How AVX-512 loads a piece into a lane: bytes, the mask of the first lane, mask bits for each lane, and the intrinsic.
# A masked broadcast from memory needs no shuffle.
_AVX512_SPREAD = (
    (16, 3, 2, f"_mm512_mask_broadcast_i64x2({{v}}, {{m}}, {_SSE2_LOADS[16]})"),
    (8, 1, 2, "_mm512_mask_set1_epi64({v}, {m}, (long long)permkern_load64({p}))"),
    (4, 1, 4, "_mm512_mask_set1_epi32({v}, {m}, (int)permkern_load32({p}))"),
    (2, 1, 8, "_mm512_mask_set1_epi16({v}, {m}, (short)permkern_load16({p}))"),
)


def _avx512_loads() -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple(
        (
            size,
            (
                f"_mm512_castsi128_si512({_SSE2_LOADS[size]})",
                *(spread.replace("{m}", hex(mask << lane * places)) for lane in (1, 2, 3)),
            ),
        )
        for size, mask, places, spread in _AVX512_SPREAD
    )


AVX512 = VectorIsa(
    name="avx512",
    title="x86 with AVX-512 F, BW, DQ and VL",
    guard="PERMKERN_X86",
    header="immintrin.h",
    target="PERMKERN_TARGET_AVX512",
    lanes=4,
    register="__m512i",
    narrower="avx2",
    zips=_x86_zips("_mm512"),
    loads=_avx512_loads(),
    stores=((64, ("_mm512_storeu_si512((void *)({p}), {v})",)),),
    load="_mm512_loadu_si512((const void *)({p}))",
    stream="_mm512_stream_si512((void *)({p}), {v})",
    fence="_mm_sfence()",
    small="shuffled",
    small_bytes=16,
)


AVX512VBMI = replace(
    AVX512,
    name="avx512vbmi",
    title="x86 with AVX-512 F, BW, DQ, VL and VBMI",
    target="PERMKERN_TARGET_VBMI",
    narrower="avx512",
    tiles=False,
    small="masked",
    small_bytes=64,
    channels=Channels(
        span=64,
        select="_mm512_mask_blend_epi8({m}, {v}, {w})",
        permute="_mm512_permutexvar_epi8({i}, {v})",
        loads=("_mm512_loadu_si512((const void *)({p}))",),
        stores=("_mm512_storeu_si512((void *)({p}), {v})",),
        bit_masks=True,
    ),
)


def _neon_zips() -> tuple[tuple[int, tuple[str, str]], ...]:
    def spell(half: int, bits: int) -> str:
        if bits == 8:
            return f"vzip{half}q_u8({{v}}, {{w}})"
        cast = f"vreinterpretq_u{bits}_u8"
        return f"vreinterpretq_u8_u{bits}(vzip{half}q_u{bits}({cast}({{v}}), {cast}({{w}})))"

    return tuple((bits, (spell(1, bits), spell(2, bits))) for bits in (8, 16, 32, 64))


NEON = VectorIsa(
    name="neon",
    title="AArch64 with Advanced SIMD",
    guard="PERMKERN_NEON",
    header="arm_neon.h",
    target="",
    lanes=1,
    register="uint8x16_t",
    narrower="",
    zips=_neon_zips(),
    loads=(
        (16, ("vld1q_u8({p})",)),
        (8, ("vcombine_u8(vld1_u8({p}), vdup_n_u8(0))",)),
        (4, ("vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32({p})))",)),
        (2, ("vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16({p})))",)),
    ),
    stores=(
        (16, ("vst1q_u8({p}, {v})",)),
        *(
            (
                bits // 8,
                tuple(
                    f"permkern_store{bits}({{p}}, vgetq_lane_u{bits}(vreinterpretq_u{bits}_u8({{v}}), {n}))"
                    for n in range(128 // bits)
                ),
            )
            for bits in (64, 32, 16)
        ),
    ),
    load="vld1q_u8({p})",
    structured=True,
    small="looked_up",
    small_bytes=64,
)

HOSTS = (SSE2, AVX2, AVX512, AVX512VBMI, NEON)
