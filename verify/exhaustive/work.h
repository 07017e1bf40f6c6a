/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks one request: by every entry point, with every instruction set of this machine, next to both guard pages. The
 * expected output comes from the definition of a permute: out[o] == in[i] with i[perm[k]] == o[k].
 */
#ifndef PERMKERN_EXHAUST_WORK_H
#define PERMKERN_EXHAUST_WORK_H

#include "harness.h"
#include "pages.h"

typedef struct {
    uint64_t passed;
    uint64_t failed;
} tally;

/* The context of `move` is a pinned kernel's row, or NULL. */
typedef struct {
    const char *name;
    mover *move;
    bool (*serves)(const request *r);
    bool any_level; /* false: all instruction sets run the same code */
} entry_point;

/* A pinned kernel. Both pointers have to be aligned to `align` bytes. */
typedef struct {
    permkern_pinned *kernel;
    const char *name;
    unsigned bits;
    const char *shape;
    const char *perm;
    const char *flips;
    size_t align;
    uint64_t mask;
} pin;

/* Instruction sets that this CPU has, narrowest first; one on machines without a choice. */
unsigned level_count(void);
const char *level_name(unsigned level);
void level_choose(unsigned level);

/* Counts the calls. */
tally check_work(const pages *p, const request *r);

/* The same for a direct call of a pinned kernel. */
tally check_pin(const pages *p, const request *r, const pin *pinned);

/* The same for one entry point. */
tally check_entry(const pages *p, const request *r, const entry_point *entry);

/* Prints the request that is being checked. */
void tell_work(void);

/* Goes through shapes, permutations and layouts. every: checks one of so many requests. */
typedef struct {
    pages p;
    uint32_t every;
    uint32_t seen;
    tally sum;
} sweep;

/* Prints the count of each sweep and returns their sum. large: with outputs stored past the caches. */
tally sweep_all(sweep *s, bool large);

#endif /* PERMKERN_EXHAUST_WORK_H */
