/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for Zephyr's header: on the host, printk is printf. */
#ifndef ZEPHYR_INCLUDE_KERNEL_H_
#define ZEPHYR_INCLUDE_KERNEL_H_

#include <stdio.h>

#define printk printf

#endif /* ZEPHYR_INCLUDE_KERNEL_H_ */
