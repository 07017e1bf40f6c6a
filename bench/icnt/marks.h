/* SPDX-License-Identifier: BSD-3-Clause */
/* Marks for bench/icnt.py: a program includes this once and puts what is to be counted between two calls. */
#ifndef PERMKERN_MARKS_H
#define PERMKERN_MARKS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Their addresses begin and end a count. */
void mark_begin(void);
void mark_end(void);

__attribute__((noinline)) void mark_begin(void)
{
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void mark_end(void)
{
    __asm__ volatile("" ::: "memory");
}

#ifdef __cplusplus
}
#endif

#endif /* PERMKERN_MARKS_H */
