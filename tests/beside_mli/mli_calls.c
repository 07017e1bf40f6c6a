/* SPDX-License-Identifier: BSD-3-Clause */
/* What the stand-in's objects count. */
#include "stand_in.h"

unsigned stand_in_permutes;
unsigned stand_in_helpers;
