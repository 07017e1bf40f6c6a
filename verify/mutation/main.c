/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * All Check suites in one program: SUITE:MILLISECONDS... runs these, and ends with the first that fails or takes more
 * processor time than that. 0: no limit, and the time is printed. Suites are compiled with their main renamed.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define SUITES(SUITE)                                                                                                  \
    SUITE(integers)                                                                                                    \
    SUITE(fold)                                                                                                        \
    SUITE(core)                                                                                                        \
    SUITE(layouts)                                                                                                     \
    SUITE(xor)                                                                                                         \
    SUITE(mli_permute)                                                                                                 \
    SUITE(mli_subtensor)                                                                                               \
    SUITE(mli_create)                                                                                                  \
    SUITE(kernels)                                                                                                     \
    SUITE(exhaustive)                                                                                                  \
    SUITE(vector)

#define DECLARE(name) int main_##name(void);
SUITES(DECLARE)

typedef struct {
    const char *name;
    int (*run)(void);
} suite;

#define ENTRY(name) {#name, main_##name},
static const suite suites[] = {SUITES(ENTRY)};

static const suite *find(const char *name, size_t length)
{
    for (size_t k = 0; k < sizeof suites / sizeof suites[0]; k++) {
        if (strlen(suites[k].name) == length && strncmp(suites[k].name, name, length) == 0) {
            return &suites[k];
        }
    }
    return NULL;
}

/* A time of this process's work, not of the wall: other processes do not count. The signal ends the program. */
static void limit(long milliseconds)
{
    const struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
    (void)setitimer(ITIMER_PROF, &timer, NULL);
}

int main(int count, char **words)
{
    for (int k = 1; k < count; k++) {
        const char *const colon = strchr(words[k], ':');
        const suite *const chosen = colon == NULL ? NULL : find(words[k], (size_t)(colon - words[k]));
        if (chosen == NULL) {
            (void)fprintf(stderr, "no such suite: %s\n", words[k]);
            return 2;
        }
        const long most = strtol(colon + 1, NULL, 10);
        const clock_t began = clock();
        limit(most);
        if (chosen->run() != 0) {
            return 1;
        }
        limit(0);
        if (most == 0) {
            (void)fprintf(stderr, "%s %ld\n", chosen->name, (long)((clock() - began) * 1000 / CLOCKS_PER_SEC));
        }
    }
    return 0;
}
