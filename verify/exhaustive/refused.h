/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests with one mistake each: they are answered by the right status, and the output is as before. */
#ifndef PERMKERN_EXHAUST_REFUSED_H
#define PERMKERN_EXHAUST_REFUSED_H

#include "work.h"

tally check_refused(const pages *p, const request *r);

#endif /* PERMKERN_EXHAUST_REFUSED_H */
