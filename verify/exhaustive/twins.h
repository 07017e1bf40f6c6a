/* SPDX-License-Identifier: BSD-3-Clause */
/* Ways that do what no kernel may: each has to end the program with a failure, or its check is none. */
#ifndef PERMKERN_EXHAUST_TWINS_H
#define PERMKERN_EXHAUST_TWINS_H

#include "work.h"

/* Ends with NULL for a name. The first are for every build, the others for tools that follow contents. */
extern const way twins[];

#endif /* PERMKERN_EXHAUST_TWINS_H */
