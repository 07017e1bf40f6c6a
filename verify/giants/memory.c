/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* Bytes of the file that lies at all places of a span: few enough for a cache, and for the number of mappings. */
#define ALIASED ((size_t)1 << 20)

static void *must(void *mapped, const char *what)
{
    if (mapped == MAP_FAILED) {
        perror(what);
        exit(2);
    }
    return mapped;
}

uint8_t *giant_reserve(size_t bytes)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    uint8_t *const at = must(mmap(NULL, bytes, PROT_READ | PROT_WRITE, how, -1, 0), "no address space");
    (void)madvise(at, bytes, MADV_NOHUGEPAGE); /* a page of 2 MiB for each byte would be gigabytes after all */
    return at;
}

static void watch(int number)
{
    static const char message[] = "FAIL: over a gigabyte of memory\n";
    struct rusage usage;
    (void)number;
    if (getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_maxrss > 1 << 20) { /* KiB */
        _exit(write(STDOUT_FILENO, message, sizeof message - 1) < 0 ? 4 : 3);
    }
}

void giant_watch(void)
{
    const struct itimerval often = {{0, 20000}, {0, 20000}};
    if (signal(SIGALRM, watch) == SIG_ERR || setitimer(ITIMER_REAL, &often, NULL) != 0) {
        perror("setitimer");
        exit(2);
    }
}

void giant_forget(uint8_t *at, size_t bytes)
{
    if (madvise(at, bytes, MADV_DONTNEED) != 0) {
        perror("madvise");
        exit(2);
    }
}

static size_t rounded_up(size_t bytes)
{
    return (bytes + ALIASED - 1) / ALIASED * ALIASED;
}

giant_span giant_alias(size_t bytes)
{
    const size_t places[GIANT_WINDOWS] = {0, bytes / 2, 4 * GIB, bytes};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const int file = memfd_create("giant", 0);
    if (file < 0 || ftruncate(file, (off_t)ALIASED) != 0) {
        perror("memfd_create");
        exit(2);
    }
    giant_span span = {giant_reserve(rounded_up(bytes)), bytes, {{0, 0}}};
    for (size_t place = 0; place < bytes; place += ALIASED) {
        const int how = MAP_SHARED | MAP_FIXED | MAP_POPULATE; /* faults one by one would take most of the time */
        must(mmap(span.at + place, ALIASED, PROT_READ | PROT_WRITE, how, file, 0), "no alias");
    }
    (void)close(file);
    for (unsigned k = 0; k < GIANT_WINDOWS; k++) {
        const size_t place = places[k] < bytes ? places[k] : bytes;
        giant_window *const window = &span.window[k];
        const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
        window->from = place < GIANT_WINDOW ? 0 : (place - GIANT_WINDOW) / page * page;
        window->to = place + GIANT_WINDOW < bytes ? (place + GIANT_WINDOW) / page * page : bytes;
        must(mmap(span.at + window->from, window->to - window->from, PROT_READ | PROT_WRITE, how, -1, 0), "no window");
    }
    return span;
}

void giant_unmap(const giant_span *span)
{
    (void)munmap(span->at, rounded_up(span->bytes));
}

bool giant_in_window(const giant_span *span, size_t at)
{
    for (unsigned k = 0; k < GIANT_WINDOWS; k++) {
        if (at >= span->window[k].from && at < span->window[k].to) {
            return true;
        }
    }
    return false;
}
