/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A QEMU plugin that counts the instructions a guest executes from each time it reaches one address to the next time
 * it reaches another, and writes one line for each such stretch:
 *
 *     qemu-system-arm ... -plugin libicnt.so,begin=0xADDRESS,end=0xADDRESS,out=FILE
 *
 * The instruction at `begin` is counted, that at `end` is not. One processor.
 */
#include "qemu_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static uint64_t executed;
static uint64_t executed_at_begin;
static uint64_t begin_address;
static uint64_t end_address;
static FILE *out;

static void count(unsigned int cpu, void *data)
{
    (void)cpu;
    (void)data;
    executed++;
}

static void begin(unsigned int cpu, void *data)
{
    (void)cpu;
    (void)data;
    executed_at_begin = executed;
}

static void end(unsigned int cpu, void *data)
{
    (void)cpu;
    (void)data;
    fprintf(out, "%llu\n", (unsigned long long)(executed - executed_at_begin));
    fflush(out); /* the guest may end by ending the emulator */
}

/* The marks come first, so that neither includes the instruction it stands at. */
static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    const size_t instructions = qemu_plugin_tb_n_insns(block);
    (void)id;
    for (size_t i = 0; i < instructions; i++) {
        struct qemu_plugin_insn *const instruction = qemu_plugin_tb_get_insn(block, i);
        const uint64_t address = qemu_plugin_insn_vaddr(instruction);
        if (address == begin_address) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, begin, QEMU_PLUGIN_CB_NO_REGS, NULL);
        }
        if (address == end_address) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, end, QEMU_PLUGIN_CB_NO_REGS, NULL);
        }
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, count, QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
}

static const char *value_of(const char *argument, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        const char *value;
        if ((value = value_of(argv[i], "begin")) != NULL) {
            begin_address = strtoull(value, NULL, 0);
        } else if ((value = value_of(argv[i], "end")) != NULL) {
            end_address = strtoull(value, NULL, 0);
        } else if ((value = value_of(argv[i], "out")) != NULL) {
            out = fopen(value, "w");
        } else {
            fprintf(stderr, "icnt: unknown argument: %s\n", argv[i]);
            return 1;
        }
    }
    if (begin_address == 0 || end_address == 0 || out == NULL) {
        fprintf(stderr, "icnt: begin, end and a writable out are needed\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
