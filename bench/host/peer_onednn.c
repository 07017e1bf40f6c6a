/* SPDX-License-Identifier: BSD-3-Clause */
/* oneDNN: a prepared reorder between two descriptions of the output's axes. One thread: OMP_NUM_THREADS=1. */
#include "bench.h"
#include <oneapi/dnnl/dnnl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#if DNNL_VERSION_MAJOR != 2
#error "written for oneDNN 2: the C interface of memory descriptions is another one in 3"
#endif

typedef struct {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_primitive_t reorder;
    dnnl_memory_t in, out;
} context_of;

/* A type of this width whose values a reorder does not change. 64 bits have none. */
static dnnl_data_type_t type_of(uint32_t bits)
{
    return bits == 8 ? dnnl_u8 : bits == 16 ? dnnl_bf16 : bits == 32 ? dnnl_f32 : dnnl_data_type_undef;
}

static void describe(const bench_request *request, dnnl_dim_t *extent, dnnl_dim_t *in_stride, dnnl_dim_t *out_stride)
{
    const unsigned front = BENCH_MAX_RANK - request->rank;
    dnnl_dim_t next = 1;
    for (unsigned k = request->rank; k-- > 0;) {
        extent[k] = (dnnl_dim_t)request->extent[front + k];
        in_stride[k] = (dnnl_dim_t)request->stride[front + k];
        out_stride[k] = next;
        next *= extent[k];
    }
}

#define TRY(call)                                                                                                      \
    if ((call) != dnnl_success) {                                                                                      \
        return false;                                                                                                  \
    }

static bool make(context_of *made, const bench_request *request)
{
    dnnl_dims_t extent, in_stride, out_stride;
    dnnl_memory_desc_t in, out;
    dnnl_primitive_desc_t description = NULL;
    const dnnl_data_type_t type = type_of(request->bits);
    const int rank = (int)request->rank;
    describe(request, extent, in_stride, out_stride);
    TRY(dnnl_engine_create(&made->engine, dnnl_cpu, 0))
    TRY(dnnl_stream_create(&made->stream, made->engine, dnnl_stream_default_flags))
    TRY(dnnl_memory_desc_init_by_strides(&in, rank, extent, type, in_stride))
    TRY(dnnl_memory_desc_init_by_strides(&out, rank, extent, type, out_stride))
    TRY(dnnl_reorder_primitive_desc_create(&description, &in, made->engine, &out, made->engine, NULL))
    const dnnl_status_t created = dnnl_primitive_create(&made->reorder, description);
    (void)dnnl_primitive_desc_destroy(description);
    TRY(created)
    TRY(dnnl_memory_create(&made->in, &in, made->engine, (void *)(uintptr_t)request->in))
    TRY(dnnl_memory_create(&made->out, &out, made->engine, request->out))
    return true;
}

void *peer_open(const bench_request *request)
{
    if (type_of(request->bits) == dnnl_data_type_undef) {
        return NULL;
    }
    context_of *const made = calloc(1, sizeof *made);
    if (made != NULL && !make(made, request)) {
        peer_close(made);
        return NULL;
    }
    return made;
}

void peer_repeat(void *context, uint32_t calls)
{
    const context_of *const at = context;
    const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, at->in}, {DNNL_ARG_TO, at->out}};
    for (uint32_t call = 0; call < calls; call++) {
        (void)dnnl_primitive_execute(at->reorder, at->stream, 2, arguments);
    }
    (void)dnnl_stream_wait(at->stream);
}

void peer_close(void *context)
{
    context_of *const at = context;
    if (at->out != NULL) {
        (void)dnnl_memory_destroy(at->out);
    }
    if (at->in != NULL) {
        (void)dnnl_memory_destroy(at->in);
    }
    if (at->reorder != NULL) {
        (void)dnnl_primitive_destroy(at->reorder);
    }
    if (at->stream != NULL) {
        (void)dnnl_stream_destroy(at->stream);
    }
    if (at->engine != NULL) {
        (void)dnnl_engine_destroy(at->engine);
    }
    free(at);
}

const char *peer_version(void)
{
    static char text[32];
    const dnnl_version_t *const version = dnnl_version();
    (void)snprintf(text, sizeof text, "%d.%d.%d", version->major, version->minor, version->patch);
    return text;
}
