/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What icnt.c uses of QEMU's plugin interface: distributions ship the emulator without its header. These functions have
 * been the same since version 1 (QEMU 4.2); the version a plugin names must be one that the emulator accepts: 1 up to
 * QEMU 8.2, 2 from 9.0 on.
 */
#ifndef QEMU_PLUGIN_H
#define QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef QEMU_PLUGIN_VERSION
#define QEMU_PLUGIN_VERSION 1
#endif

#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_info_t;      /* what is emulated: not looked at */
struct qemu_plugin_tb;   /* a block of translated code */
struct qemu_plugin_insn; /* one instruction of it */

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS = 0 };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W = 2, QEMU_PLUGIN_MEM_RW = 3 };

typedef uint32_t qemu_plugin_meminfo_t; /* one access to memory */

typedef void qemu_plugin_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block);
typedef void qemu_plugin_executed(unsigned int cpu, void *data);
typedef void qemu_plugin_accessed(unsigned int cpu, qemu_plugin_meminfo_t access, uint64_t address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_translated *call);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction, qemu_plugin_executed *call,
                                            enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction, qemu_plugin_accessed *call,
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw which, void *data);
unsigned int qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t access);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);

/* What a plugin defines. */
extern QEMU_PLUGIN_EXPORT int qemu_plugin_version;
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv);

#endif /* QEMU_PLUGIN_H */
