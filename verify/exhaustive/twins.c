/* SPDX-License-Identifier: BSD-3-Clause */
#include "twins.h"

#include "permkern_word.h"

static bool serves(const request *r)
{
    (void)r;
    return true;
}

/* Keeps a read that nobody needs. */
static void use(uint8_t value)
{
    __asm__ volatile("" : : "r"(value));
}

static permkern_status read_before(const request *r, const void *context, const void *in, void *out)
{
    use(*((const volatile uint8_t *)in - 1));
    return move_at_once(r, context, in, out);
}

static permkern_status read_behind(const request *r, const void *context, const void *in, void *out)
{
    use(((const volatile uint8_t *)in)[request_in_span(r)]);
    return move_at_once(r, context, in, out);
}

static permkern_status write_before(const request *r, const void *context, const void *in, void *out)
{
    *((volatile uint8_t *)out - 1) = 0;
    return move_at_once(r, context, in, out);
}

static permkern_status write_behind(const request *r, const void *context, const void *in, void *out)
{
    ((volatile uint8_t *)out)[request_out_span(r)] = 0;
    return move_at_once(r, context, in, out);
}

static permkern_status write_input(const request *r, const void *context, const void *in, void *out)
{
    *(volatile uint8_t *)(uintptr_t)in = 0;
    return move_at_once(r, context, in, out);
}

static permkern_status leave_last(const request *r, const void *context, const void *in, void *out)
{
    uint8_t *const last = (uint8_t *)out + request_out_span(r) - 1;
    const uint8_t kept = *last;
    const permkern_status status = move_at_once(r, context, in, out);
    *last = kept;
    return status;
}

static permkern_status swap_two(const request *r, const void *context, const void *in, void *out)
{
    uint8_t *const bytes = out;
    const permkern_status status = move_at_once(r, context, in, out);
    const uint8_t first = bytes[0];
    bytes[0] = bytes[1];
    bytes[1] = first;
    return status;
}

/* ---- contents ---- */

static permkern_status branch(const request *r, const void *context, const void *in, void *out)
{
    const permkern_status status = move_at_once(r, context, in, out);
    for (size_t i = 0; i < request_in_span(r); i++) {
        if (((const uint8_t *)in)[i] == 0xe7) {
            permkern_own_loop(); /* a branch, and no select */
        }
    }
    return status;
}

static permkern_status address(const request *r, const void *context, const void *in, void *out)
{
    static const uint8_t table[256] = {1};
    const permkern_status status = move_at_once(r, context, in, out);
    use(*(const volatile uint8_t *)&table[*(const uint8_t *)in]);
    return status;
}

static permkern_status constant(const request *r, const void *context, const void *in, void *out)
{
    const permkern_status status = move_at_once(r, context, in, out);
    *(uint8_t *)out = 0;
    return status;
}

const way twins[] = {
    {"read-before", read_before, serves, true},
    {"read-behind", read_behind, serves, true},
    {"write-before", write_before, serves, true},
    {"write-behind", write_behind, serves, true},
    {"write-input", write_input, serves, true},
    {"leave-last", leave_last, serves, true},
    {"swap-two", swap_two, serves, true},
    {"branch", branch, serves, true},
    {"address", address, serves, true},
    {"constant", constant, serves, true},
    {NULL, NULL, NULL, false},
};
