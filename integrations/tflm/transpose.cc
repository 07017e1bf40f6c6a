/* SPDX-License-Identifier: BSD-3-Clause */
/* TensorFlow Lite Micro's TRANSPOSE by permkern: Prepare makes a plan, Eval runs it. */
#include "permkern_tflm.h"

#include "permkern.h"
#include "tensorflow/lite/c/common.h"
#include "tensorflow/lite/micro/kernels/kernel_util.h"
#include "tensorflow/lite/micro/memory_helpers.h"
#include "tensorflow/lite/micro/micro_context.h"
#include "tensorflow/lite/micro/micro_log.h"

namespace tflite
{
namespace
{

constexpr int kInput = 0;
constexpr int kPerm = 1;
constexpr int kOutput = 0;
constexpr size_t kMostBits = 64; /* of a permkern element */

static_assert(sizeof(int) == sizeof(int32_t), "TfLiteIntArray holds extents as int, which permkern reads as int32_t");

/* A node's memory in the arena. planned: perm is a constant, so the plan is valid in every Eval. */
struct Transpose {
    permkern_plan plan;
    bool planned;
};

TfLiteStatus Failed(const char *what)
{
    MicroPrintf("TRANSPOSE: %s.", what);
    return kTfLiteError;
}

TfLiteStatus Checked(permkern_status status)
{
    return status == PERMKERN_OK ? kTfLiteOk : Failed(permkern_strerror(status));
}

/* A TFLM tensor's layout. */
struct Array {
    size_t shape[PERMKERN_MAX_RANK];
    permkern_layout layout;
};

/* complex128 is two elements of 64 bits, along one more axis. */
permkern_status Describe(const TfLiteEvalTensor *tensor, size_t bits, Array *made)
{
    const bool pair = bits > kMostBits;
    const size_t rank = static_cast<size_t>(tensor->dims->size);
    made->layout = permkern_layout{};
    made->layout.shape = made->shape;
    made->layout.rank = rank + (pair ? 1U : 0U);
    made->layout.bits = pair ? kMostBits : bits;
    if (made->layout.rank > PERMKERN_MAX_RANK ||
        TfLiteEvalTensorByteLength(tensor, &made->layout.capacity) != kTfLiteOk) {
        return PERMKERN_ERR_RANK;
    }
    if (pair) {
        made->shape[rank] = bits / kMostBits;
    }
    return permkern_read_shape(made->shape, tensor->dims->data, PERMKERN_INT32, rank);
}

/* Elements move as bits, so only the width of a type counts. int4 packs two elements into a byte. */
bool WidthOf(TfLiteType type, size_t *bits)
{
    size_t bytes = 0;
    if (type == kTfLiteInt4 || TfLiteTypeSizeOf(type, &bytes) != kTfLiteOk) {
        return false;
    }
    *bits = 8 * bytes;
    return true;
}

/* Fills the plan from shapes and permutation, which Prepare knows if perm is a constant. */
TfLiteStatus Plan(const TfLiteEvalTensor *input, const TfLiteEvalTensor *perm, const TfLiteEvalTensor *output,
                  permkern_plan *plan)
{
    Array in;
    Array out;
    uint8_t axes[PERMKERN_MAX_RANK];
    size_t bits = 0;
    if (!WidthOf(input->type, &bits) || output->type != input->type) {
        MicroPrintf("TRANSPOSE: elements of type %s cannot become elements of type %s.", TfLiteTypeGetName(input->type),
                    TfLiteTypeGetName(output->type));
        return kTfLiteError;
    }
    const int rank = input->dims->size;
    if (perm->type != kTfLiteInt32 || perm->dims->size != 1 || perm->dims->data[0] != rank) {
        return Failed("perm must be one row of int32 with an entry for each axis of the input");
    }
    permkern_status status = Describe(input, bits, &in);
    if (status == PERMKERN_OK) {
        status = Describe(output, bits, &out);
    }
    if (status == PERMKERN_OK) {
        /* Read as unsigned, because TFLM refuses negative entries; permkern would count them from the last axis. */
        status = permkern_read_perm(axes, perm->data.i32, PERMKERN_UINT32, static_cast<size_t>(rank));
    }
    if (status == PERMKERN_OK) {
        if (in.layout.rank > static_cast<size_t>(rank)) {
            axes[rank] = static_cast<uint8_t>(rank); /* the halves of complex128 stay together */
        }
        status = permkern_prepare(plan, &in.layout, axes, &out.layout);
    }
    return Checked(status);
}

TfLiteStatus PlanNode(TfLiteContext *context, TfLiteNode *node, permkern_plan *plan)
{
    return Plan(micro::GetEvalInput(context, node, kInput), micro::GetEvalInput(context, node, kPerm),
                micro::GetEvalOutput(context, node, kOutput), plan);
}

void *Init(TfLiteContext *context, const char *, size_t)
{
    return context->AllocatePersistentBuffer(context, sizeof(Transpose));
}

TfLiteStatus Prepare(TfLiteContext *context, TfLiteNode *node)
{
    Transpose *const kept = static_cast<Transpose *>(node->user_data);
    if (kept == nullptr) {
        return Failed("the arena has no room for a plan");
    }
    if (node->inputs->size != 2 || node->outputs->size != 1) {
        return Failed("a node has two inputs, the tensor and perm, and one output");
    }
    MicroContext *const micro_context = GetMicroContext(context);
    TfLiteTensor *const perm = micro_context->AllocateTempInputTensor(node, kPerm);
    if (perm == nullptr) {
        return Failed("perm is missing");
    }
    kept->planned = perm->allocation_type == kTfLiteMmapRo;
    micro_context->DeallocateTempTfLiteTensor(perm);
    return kept->planned ? PlanNode(context, node, &kept->plan) : kTfLiteOk;
}

TfLiteStatus Eval(TfLiteContext *context, TfLiteNode *node)
{
    Transpose *const kept = static_cast<Transpose *>(node->user_data);
    if (!kept->planned && PlanNode(context, node, &kept->plan) != kTfLiteOk) {
        return kTfLiteError;
    }
    /* If input and output are one buffer and the plan is a view, nothing moves. */
    return Checked(permkern_run(&kept->plan, micro::GetEvalInput(context, node, kInput)->data.data,
                                micro::GetEvalOutput(context, node, kOutput)->data.data));
}

} // namespace

TFLMRegistration Register_TRANSPOSE_PERMKERN()
{
    return micro::RegisterOp(Init, Prepare, Eval);
}

} // namespace tflite
