/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws that proofs of kernels rest on: lemmas of places.h and plane.h. */
#include "plane.h"

/*@ assigns \nothing; */
void permkern_laws(void);
