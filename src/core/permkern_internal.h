/* SPDX-License-Identifier: BSD-3-Clause */
/* Includes the headers that library files share, for src/mli/, tests and other evidence. Not installed. */
#ifndef PERMKERN_INTERNAL_H
#define PERMKERN_INTERNAL_H

#include "core/permkern_find.h"
#include "move/permkern_generic.h"
#include "vector/permkern_vector.h"

#endif /* PERMKERN_INTERNAL_H */
