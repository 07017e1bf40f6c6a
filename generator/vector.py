# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of hosts, as data, and the network of zips that transposes a tile.

A register is one or more 16-byte lanes. A tile of ``rows`` x ``cols`` elements is loaded as pieces of ``cols`` elements,
one piece to a lane: register i holds rows i, i + n, i + 2n ... of n = rows / lanes. Zipping register i with register
i + n / 2 moves the highest bit of a row's number to the lowest place of an element's position, so log2(n) stages bring
all n rows of a column next to each other, in order: each result is stored whole, or, where n rows are less than a lane,
in pieces of one column each. The shuffle is the perfect shuffle of H. S. Stone, IEEE Trans. Computers C-20 (1971).
"""

from dataclasses import dataclass, replace

LANE = 16  # bytes


@dataclass(frozen=True)
class Channels:
    """How three registers of pixels and three of channels become each other: selections, then one permute each.

    An element of channel c lies at every third place of the three registers together. The number of elements in a
    register is no multiple of three, so these places differ from register to register, and selecting them loses
    nothing: register r of a selection keeps the places where it holds channel c. What is left is to reorder bytes within
    ``span`` bytes. Formats: {v} and {w} registers, {m} a selection's mask.
    """

    span: int  # bytes that the permute reaches: a lane, or the register
    select: str  # bytes of {w} where the mask is set, of {v} elsewhere
    permute: str  # bytes of {v} by the indices {i}
    loads: tuple[str, ...]  # of pixels, span by span, from {p}
    stores: tuple[str, ...]  # of pixels, span by span, to {p}
    bit_masks: bool = False  # masks are integers, a bit for a byte; else vectors


@dataclass(frozen=True)
class VectorIsa:
    """How an instruction set spells what a tile needs. Formats: {p} is an address, {v} and {w} are registers."""

    name: str  # also the suffix of kernels' names
    title: str
    guard: str  # preprocessor condition
    header: str  # of the intrinsics
    target: str  # attribute of every function, empty where the compiler's own options suffice
    lanes: int
    register: str  # type
    narrower: str  # the set whose narrower tiles complete this one; empty: none
    zips: tuple[tuple[int, tuple[str, str]], ...]  # low and high half, by element bits
    loads: tuple[tuple[int, tuple[str, ...]], ...]  # of a piece: into the first lane, then into each other; by bytes
    stores: tuple[tuple[int, tuple[str, ...]], ...]  # of each piece of a register, by bytes
    load: str  # of a whole register
    stream: str = ""  # store of a whole register, a cache line, past the caches; empty: none
    fence: str = ""  # what makes streamed stores visible in order
    tiles: bool = True  # has tiles of its own
    small: str = ""  # macro of templates/small.j2 for whole tensors of a few bytes; empty: none
    small_bytes: int = 0  # the largest of these
    channels: Channels | None = None  # how three channels are split and joined

    @property
    def bytes(self) -> int:
        return self.lanes * LANE

    def shapes(self, bits: int) -> tuple[tuple[int, int], ...]:
        """Tiles (rows, cols), widest first. Registers of several lanes are filled with rows."""
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
    """The tile's loads, stages and stores; registers that would hold no wanted column are left out."""
    across = LANE * 8 // bits  # elements of a lane
    count = rows // lanes  # rows of a lane, and registers
    registers = [f"v{i}" for i in range(count)]
    # What each register holds in its first lane: (row, column) by place; None where nobody looks.
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
                assert [p for p in held[i][piece * count : (piece + 1) * count]] == [
                    (r, place[1]) for r in range(count)
                ]
                stores.append(Store(names[i], place[1], piece))
    return Network(loads, tuple(stages), tuple(sorted(stores, key=lambda store: store.col)))


def channel_masks(span: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Whether byte q of a span holds an element whose number is m more than a multiple of three: by m, then q."""
    return tuple(tuple(int(q // size % 3 == m) for q in range(span)) for m in range(3))


def channel_order(span: int, size: int, channel: int) -> tuple[int, ...]:
    """Byte q of a channel's pixels comes from this byte of its selection."""
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
        (8, ("_mm_storel_epi64((void *)({p}), {v})", "_mm_storeh_pd((void *)({p}), _mm_castsi128_pd({v}))")),
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

# A masked broadcast puts a piece into its lane on the way from memory, which takes no shuffle.
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
    loads=tuple(
        (
            size,
            (
                f"_mm512_castsi128_si512({_SSE2_LOADS[size]})",
                *(spread.replace("{m}", hex(1 << lane * 16 // unit)) for lane in (1, 2, 3)),
            ),
        )
        for size, unit, spread in (
            (8, 8, "_mm512_mask_set1_epi64({v}, {m}, (long long)permkern_load64({p}))"),
            (4, 4, "_mm512_mask_set1_epi32({v}, {m}, (int)permkern_load32({p}))"),
            (2, 2, "_mm512_mask_set1_epi16({v}, {m}, (short)permkern_load16({p}))"),
        )
    )
    + (
        (
            16,
            (
                f"_mm512_castsi128_si512({_SSE2_LOADS[16]})",
                *(f"_mm512_mask_broadcast_i64x2({{v}}, {hex(3 << 2 * lane)}, {_SSE2_LOADS[16]})" for lane in (1, 2, 3)),
            ),
        ),
    ),
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
    small="looked_up",
    small_bytes=64,
)

HOSTS = (SSE2, AVX2, AVX512, AVX512VBMI, NEON)
