/* SPDX-License-Identifier: BSD-3-Clause */
/* What moves a plane of bytes, as Frama-C takes a source file. */
#include "plane/permkern_plane8.h"
