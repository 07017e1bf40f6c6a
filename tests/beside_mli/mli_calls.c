/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters of the stand-in's calls. */
#include "stand_in.h"

unsigned stand_in_permutes;
unsigned stand_in_helpers;
