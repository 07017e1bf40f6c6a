// SPDX-License-Identifier: BSD-3-Clause
// Eigen: shuffle of a row-major tensor into another, on its default device, which has one thread.
#include "bench.h"
#include <memory>
#include <string>
#include <unsupported/Eigen/CXX11/Tensor>

namespace {

struct Mover {
    virtual ~Mover() = default;
    virtual void move() = 0;
};

template <typename Element, int Rank> struct Shuffle final : Mover {
    using Input = Eigen::TensorMap<Eigen::Tensor<const Element, Rank, Eigen::RowMajor>>;
    using Output = Eigen::TensorMap<Eigen::Tensor<Element, Rank, Eigen::RowMajor>>;

    std::array<Eigen::Index, Rank> in_shape, out_shape;
    std::array<int, Rank> perm;
    const Element *in;
    Element *out;

    explicit Shuffle(const bench_request &request)
        : in(static_cast<const Element *>(request.in)), out(static_cast<Element *>(request.out))
    {
        for (int k = 0; k < Rank; k++) {
            in_shape[k] = request.shape[k];
            out_shape[k] = request.shape[request.perm[k]];
            perm[k] = request.perm[k];
        }
    }

    void move() override
    {
        Output(out, out_shape) = Input(in, in_shape).shuffle(perm);
    }
};

template <typename Element> Mover *of_rank(const bench_request &request)
{
    switch (request.rank) {
    case 2:
        return new Shuffle<Element, 2>(request);
    case 3:
        return new Shuffle<Element, 3>(request);
    case 4:
        return new Shuffle<Element, 4>(request);
    case 5:
        return new Shuffle<Element, 5>(request);
    case 6:
        return new Shuffle<Element, 6>(request);
    default:
        return nullptr;
    }
}

} // namespace

void *peer_open(const bench_request *request)
{
    switch (request->bits) {
    case 8:
        return of_rank<std::uint8_t>(*request);
    case 16:
        return of_rank<std::uint16_t>(*request);
    case 32:
        return of_rank<std::uint32_t>(*request);
    case 64:
        return of_rank<std::uint64_t>(*request);
    default:
        return nullptr;
    }
}

void peer_repeat(void *context, uint32_t calls)
{
    for (uint32_t call = 0; call < calls; call++) {
        static_cast<Mover *>(context)->move();
    }
}

void peer_close(void *context)
{
    delete static_cast<Mover *>(context);
}

const char *peer_version()
{
    static const std::string text = std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                                    "." + std::to_string(EIGEN_MINOR_VERSION);
    return text.c_str();
}
