/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One request through every way in, with every instruction set of the machine, at both ends of guarded pages. What is
 * expected is computed from the definition of a permute, once for all of them: out[o] == in[i] with i[perm[k]] == o[k].
 */
#ifndef PERMKERN_EXHAUST_WORK_H
#define PERMKERN_EXHAUST_WORK_H

#include "harness.h"
#include "pages.h"

typedef struct {
    uint64_t passed;
    uint64_t failed;
} tally;

/* A way in. The context is a pinned kernel's row, or NULL. */
typedef struct {
    const char *name;
    mover *move;
    bool (*serves)(const request *r);
    bool any_level; /* false: the same with every instruction set, so once is enough */
} way;

/* A pinned kernel: the bytes that both its pointers are multiples of. */
typedef struct {
    permkern_pinned *kernel;
    const char *name;
    unsigned bits;
    const char *shape;
    const char *perm;
    size_t align;
} pin;

#define MOST_WAYS 8U
extern const way ways[];
extern const unsigned way_count;

/* Instruction sets that this CPU has, the least first; one where there is nothing to choose. */
unsigned level_count(void);
const char *level_name(unsigned level);
void level_choose(unsigned level);

/* A case is a request at one place by one way; it passes if it does so with every instruction set. */
tally check_work(const pages *p, const request *r);

/* The same by the ways of a pinned kernel: directly, and where the dispatcher takes it. */
tally check_pin(const pages *p, const request *r, const pin *pinned);

/* The same for one way, which is to fail. */
tally check_way(const pages *p, const request *r, const way *w);

/* Prints which request is being checked: for the end of the program. */
void tell_work(void);

#endif /* PERMKERN_EXHAUST_WORK_H */
