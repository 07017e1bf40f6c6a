/* SPDX-License-Identifier: BSD-3-Clause */
/* Zephyr has a file of this name, for libraries that would have no source. */
typedef int empty_file;
