/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A QEMU plugin that counts what a guest executes from each time it reaches one address to the next time it reaches
 * another, and writes one line for each such stretch:
 *
 *     qemu-system-arm ... -plugin libicnt.so,begin=0xADDRESS,end=0xADDRESS,out=FILE
 *
 * A line holds two numbers: instructions, and the extra accesses that unaligned ones are split into on Cortex-M3 and
 * M4: a half-word at an odd address into two, a word at an even one into two, at an odd one into three.
 *
 * With edges=on, a line of three numbers follows for each pair of instructions that were executed one after the other:
 * their addresses, hexadecimal, and how often. The first instruction follows address 0.
 *
 * The instruction at `begin` is counted, that at `end` is not. One processor.
 */
#include "qemu_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

typedef struct {
    uint64_t instructions;
    uint64_t pieces; /* that accesses are split into, beyond their first */
} counters;

/* That the guest went from one instruction on to another. */
typedef struct edge {
    struct place *from;
    uint64_t times;
    struct edge *next; /* to the same place */
} edge;

/* An instruction. All are kept in lists by address, those that a stretch has executed in a list of their own. */
typedef struct place {
    uint64_t address;
    edge *edges; /* to it */
    bool seen;   /* in this stretch */
    struct place *next_seen;
    struct place *next_listed;
} place;

#define LISTS 4096

static counters now;
static counters at_begin;
static uint64_t begin_address;
static uint64_t end_address;
static FILE *out;
static bool with_edges;

static place *listed[LISTS];
static place *seen;      /* by this stretch */
static place *last;      /* executed; NULL outside of stretches */
static place nowhere[1]; /* before the first instruction of a stretch */

/* ---- edges ---- */

static void *allocate(size_t bytes)
{
    void *const p = calloc(1, bytes);
    if (p == NULL) {
        fprintf(stderr, "icnt: out of memory\n");
        exit(1);
    }
    return p;
}

/* Code may be translated more than once: a place is found again by its address. */
static place *place_at(uint64_t address)
{
    place **const list = &listed[address / 2 % LISTS];
    place *p = *list;
    while (p != NULL && p->address != address) {
        p = p->next_listed;
    }
    if (p == NULL) {
        p = allocate(sizeof *p);
        p->address = address;
        p->next_listed = *list;
        *list = p;
    }
    return p;
}

static void step_to(place *to)
{
    edge *e = to->edges;
    while (e != NULL && e->from != last) {
        e = e->next;
    }
    if (e == NULL) {
        e = allocate(sizeof *e);
        e->from = last;
        e->next = to->edges;
        to->edges = e;
    }
    e->times++;
    if (!to->seen) {
        to->seen = true;
        to->next_seen = seen;
        seen = to;
    }
    last = to;
}

/* Forgets what the stretch has executed, and writes it if it is over. */
static void end_edges(bool write)
{
    for (; seen != NULL; seen = seen->next_seen) {
        for (edge *e = seen->edges; e != NULL; e = e->next) {
            if (write && e->times != 0) {
                fprintf(out, "%llx %llx %llu\n", (unsigned long long)e->from->address,
                        (unsigned long long)seen->address, (unsigned long long)e->times);
            }
            e->times = 0;
        }
        seen->seen = false;
    }
    last = NULL;
}

/* ---- what the guest does ---- */

static void count(unsigned int cpu, void *data)
{
    (void)cpu;
    now.instructions++;
    if (last != NULL) {
        step_to(data);
    }
}

static void accessed(unsigned int cpu, qemu_plugin_meminfo_t access, uint64_t address, void *data)
{
    const uint64_t size = (uint64_t)1 << qemu_plugin_mem_size_shift(access);
    (void)cpu;
    (void)data;
    if (size == 2 || size == 4) {
        now.pieces += (address & 1) != 0 ? size / 2 : (address & (size - 1)) != 0;
    }
}

static void begin(unsigned int cpu, void *data)
{
    (void)cpu;
    (void)data;
    at_begin = now;
    if (with_edges) {
        end_edges(false);
        last = nowhere;
    }
}

static void end(unsigned int cpu, void *data)
{
    (void)cpu;
    (void)data;
    fprintf(out, "%llu %llu\n", (unsigned long long)(now.instructions - at_begin.instructions),
            (unsigned long long)(now.pieces - at_begin.pieces));
    end_edges(true);
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
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, count, QEMU_PLUGIN_CB_NO_REGS, place_at(address));
        qemu_plugin_register_vcpu_mem_cb(instruction, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
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
        } else if ((value = value_of(argv[i], "edges")) != NULL) {
            with_edges = strcmp(value, "on") == 0;
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
