/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The module permkern._native, with permkern.permute for NumPy arrays. It reads arrays by Python's buffer protocol and
 * moves them by permkern.h. arrays.py handles everything else: objects that are no arrays, dtypes without a buffer,
 * overlap, threads, and all errors.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <string.h>

#include "permkern.h"

#define MOST_AXES 64    /* NumPy's limit */
#define FREE_BYTES 4096 /* least bytes that move without Python's lock */
#define SHARED 33554432 /* least bytes that several threads share */
#define LARGE 1048576   /* least bytes of a new array that arrays.py makes, at a cache line */

enum { ELSEWHERE = -1 }; /* instead of a status: arrays.py must move it */

typedef struct {
    PyTypeObject *array; /* numpy.ndarray */
    PyObject *dtype;     /* the text "dtype" */
    PyObject *otherwise; /* arrays.permute; NULL until needed */
} state;

static state *state_of(PyObject *module)
{
    return (state *)PyModule_GetState(module);
}

/* ---- arrays as permkern takes them ---- */

/* If an element is not one word, its words form one more axis. */
typedef struct {
    size_t shape[PERMKERN_MAX_RANK];
    ptrdiff_t strides[PERMKERN_MAX_RANK];
    permkern_layout layout;
    char *lowest;
} side;

static size_t word_of(size_t itemsize)
{
    return itemsize % 8 == 0 ? 8 : itemsize % 4 == 0 ? 4 : itemsize % 2 == 0 ? 2 : 1;
}

static bool add_axis(side *s, Py_ssize_t extent, Py_ssize_t stride, size_t word)
{
    const size_t rank = s->layout.rank;
    const ptrdiff_t size = (ptrdiff_t)word;
    if (rank == PERMKERN_MAX_RANK || (extent != 1 && stride % size != 0)) {
        return false;
    }
    s->shape[rank] = (size_t)extent;
    s->strides[rank] = stride / size;
    s->layout.rank++;
    return true;
}

/* Sets the lowest address, and the layout: the capacity in bytes from there, and strides if there are gaps. */
static void measure(side *s, char *first, size_t word)
{
    size_t run = 1;
    size_t span = 1;
    bool close = true;
    s->lowest = first;
    s->layout.offset = 0;
    for (size_t k = s->layout.rank; k-- > 0;) {
        const ptrdiff_t stride = s->strides[k];
        const size_t length = stride < 0 ? (size_t)-stride : (size_t)stride;
        const size_t steps = (s->shape[k] - 1) * length;
        close = close && (s->shape[k] == 1 || stride == (ptrdiff_t)run);
        run *= s->shape[k];
        span += steps;
        if (stride < 0) {
            s->layout.offset += steps;
            s->lowest -= steps * word;
        }
    }
    s->layout.capacity = span * word;
    s->layout.bits = 8 * word;
    s->layout.shape = s->shape;
    s->layout.strides = close ? NULL : s->strides;
}

/* Returns false if permkern cannot take the buffer. */
static bool describe(side *s, const Py_buffer *view)
{
    const size_t word = word_of((size_t)view->itemsize);
    s->layout.rank = 0;
    for (int k = 0; k < view->ndim; k++) {
        if (!add_axis(s, view->shape[k], view->strides[k], word)) {
            return false;
        }
    }
    const Py_ssize_t words = view->itemsize / (Py_ssize_t)word;
    if (words != 1 && !add_axis(s, words, (Py_ssize_t)word, word)) {
        return false;
    }
    measure(s, (char *)view->buf, word);
    return true;
}

static permkern_status move_part(const side *in, const uint8_t *perm, const side *out, uint32_t part, uint32_t parts)
{
    if (parts == 1) {
        return permkern_permute(&in->layout, in->lowest, perm, &out->layout, out->lowest);
    }
    permkern_plan plan;
    const permkern_status status = permkern_prepare(&plan, &in->layout, perm, &out->layout);
    return status == PERMKERN_OK ? permkern_run_part(&plan, in->lowest, out->lowest, part, parts) : status;
}

/* Moves one part of a permute from one buffer to another. Returns a status or ELSEWHERE. */
static int move(const Py_buffer *from, const uint8_t *axes, const Py_buffer *to, uint32_t part, uint32_t parts)
{
    side in;
    side out;
    uint8_t perm[PERMKERN_MAX_RANK];
    if (from->len == 0) {
        return PERMKERN_OK;
    }
    if (!describe(&in, from) || !describe(&out, to)) {
        return ELSEWHERE;
    }
    for (size_t k = 0; k < in.layout.rank; k++) {
        perm[k] = k < (size_t)from->ndim ? axes[k] : (uint8_t)k; /* words of an element keep their order */
    }
    permkern_status status;
    if (from->len < FREE_BYTES) {
        status = move_part(&in, perm, &out, part, parts);
    } else {
        Py_BEGIN_ALLOW_THREADS status = move_part(&in, perm, &out, part, parts);
        Py_END_ALLOW_THREADS
    }
    return (int)status;
}

/* ---- arguments ---- */

/* Reads axes: negative ones count from the end, None reverses all. Returns false if they are no permutation tuple. */
static bool read_axes(uint8_t *axes, PyObject *given, int rank)
{
    uint64_t missing = rank == 64 ? ~UINT64_C(0) : (UINT64_C(1) << rank) - 1;
    if (given == Py_None) {
        for (int k = 0; k < rank; k++) {
            axes[k] = (uint8_t)(rank - 1 - k); /* narrow: below 64 */
        }
        return true;
    }
    if (!PyTuple_CheckExact(given) || PyTuple_Size(given) != rank) {
        return false;
    }
    for (int k = 0; k < rank; k++) {
        PyObject *const item = PyTuple_GetItem(given, k);
        int over = 0;
        long axis = PyLong_CheckExact(item) ? PyLong_AsLongAndOverflow(item, &over) : rank;
        axis += axis < 0 ? rank : 0;
        if (over != 0 || axis < 0 || axis >= rank) {
            return false;
        }
        missing &= ~(UINT64_C(1) << axis);
        axes[k] = (uint8_t)axis; /* narrow: below 64 */
    }
    return missing == 0;
}

/* Python objects cannot be moved as bytes. An O in a field name also gives false. */
static bool has_bytes(const Py_buffer *view)
{
    return view->ndim <= MOST_AXES && view->itemsize > 0 && strchr(view->format, 'O') == NULL;
}

/* Returns a new array in C order for the result. */
static PyObject *new_array(const state *s, PyObject *dtype, const Py_buffer *from, const uint8_t *axes)
{
    PyObject *const shape = PyTuple_New(from->ndim);
    for (int k = 0; shape != NULL && k < from->ndim; k++) {
        PyObject *const extent = PyLong_FromSsize_t(from->shape[axes[k]]);
        if (extent == NULL) {
            Py_DECREF(shape);
            return NULL;
        }
        PyTuple_SetItem(shape, k, extent);
    }
    if (shape == NULL) {
        return NULL;
    }
    PyObject *const made = PyObject_CallFunctionObjArgs((PyObject *)s->array, shape, dtype, NULL);
    Py_DECREF(shape);
    return made;
}

static bool has_shape(const Py_buffer *to, const Py_buffer *from, const uint8_t *axes)
{
    bool same = to->ndim == from->ndim && to->itemsize == from->itemsize;
    for (int k = 0; same && k < to->ndim; k++) {
        same = to->shape[k] == from->shape[axes[k]];
    }
    return same;
}

/* ---- permkern.permute ---- */

/* Moves a buffer of at most `most` bytes into `out` or a new array. Returns the array; NULL: arrays.py must do it. */
static PyObject *move_into(const state *s, PyObject *array, const Py_buffer *from, PyObject *given, PyObject *out,
                           Py_ssize_t most)
{
    uint8_t axes[MOST_AXES];
    Py_buffer to;
    if (!has_bytes(from) || from->len > most || !read_axes(axes, given, from->ndim)) {
        return NULL;
    }
    PyObject *const dtype = PyObject_GetAttr(array, s->dtype);
    PyObject *const made = dtype == NULL ? NULL : out == Py_None ? new_array(s, dtype, from, axes) : Py_NewRef(out);
    if (made == NULL) {
        Py_XDECREF(dtype);
        return NULL;
    }
    bool done = false;
    PyObject *const other = out == Py_None ? Py_NewRef(dtype) : PyObject_GetAttr(out, s->dtype);
    if (other == dtype && PyObject_GetBuffer(made, &to, PyBUF_STRIDED) == 0) {
        done = has_shape(&to, from, axes) && move(from, axes, &to, 0, 1) == PERMKERN_OK;
        PyBuffer_Release(&to);
    }
    Py_XDECREF(other);
    Py_DECREF(dtype);
    if (!done) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}

/* Argument names, in order. */
static const char *const names[] = {"array", "axes", "out", "threads"};

/* Sorts arguments by position; missing ones keep their values. Returns false after it raised an exception. */
static bool sort_arguments(PyObject **sorted, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    if (count > 3) {
        PyErr_Format(PyExc_TypeError,
                     "permute() takes at most 3 positional arguments (%zd given); axes are one tuple, as in "
                     "permute(array, (2, 0, 1))",
                     count);
        return false;
    }
    for (Py_ssize_t k = 0; k < count; k++) {
        sorted[k] = args[k];
    }
    for (Py_ssize_t k = 0; keywords != NULL && k < PyTuple_Size(keywords); k++) {
        PyObject *const name = PyTuple_GetItem(keywords, k);
        Py_ssize_t at = 0;
        while (at < 4 && PyUnicode_CompareWithASCIIString(name, names[at]) != 0) {
            at++;
        }
        if (at == 4 || at < count) {
            PyErr_Format(PyExc_TypeError, "permute() got %s argument '%U'", at == 4 ? "an unexpected" : "twice the",
                         name);
            return false;
        }
        sorted[at] = args[count + k];
    }
    if (sorted[0] == NULL) {
        PyErr_SetString(PyExc_TypeError, "permute() misses its argument 'array'");
        return false;
    }
    return true;
}

static PyObject *by_python(state *s, PyObject *const *sorted)
{
    if (s->otherwise == NULL) {
        PyObject *const module = PyImport_ImportModule("permkern.arrays");
        s->otherwise = module == NULL ? NULL : PyObject_GetAttrString(module, "permute");
        Py_XDECREF(module);
    }
    return s->otherwise == NULL
               ? NULL
               : PyObject_CallFunctionObjArgs(s->otherwise, sorted[0], sorted[1], sorted[2], sorted[3], NULL);
}

static PyObject *permute(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    state *const s = state_of(module);
    PyObject *sorted[4] = {NULL, Py_None, Py_None, Py_None};
    if (!sort_arguments(sorted, args, count, keywords)) {
        return NULL;
    }
    PyObject *made = NULL;
    Py_buffer from;
    const bool alone = PyLong_CheckExact(sorted[3]) && PyLong_AsLong(sorted[3]) == 1;
    if (Py_IS_TYPE(sorted[0], s->array) && (alone || sorted[3] == Py_None) &&
        (sorted[2] == Py_None || Py_IS_TYPE(sorted[2], s->array)) &&
        PyObject_GetBuffer(sorted[0], &from, PyBUF_STRIDED_RO | PyBUF_FORMAT) == 0) {
        const Py_ssize_t most = sorted[2] == Py_None ? LARGE - 1 : alone ? PY_SSIZE_T_MAX : SHARED - 1;
        made = move_into(s, sorted[0], &from, sorted[1], sorted[2], most);
        PyBuffer_Release(&from);
    }
    if (made == NULL) {
        PyErr_Clear(); /* arrays.py meets the error again and describes it */
        made = by_python(s, sorted);
    }
    return made;
}

/* ---- for arrays.py ---- */

static PyObject *move_words(PyObject *module, PyObject *args)
{
    PyObject *array;
    PyObject *given;
    PyObject *out;
    unsigned part;
    unsigned parts;
    Py_buffer from;
    Py_buffer to;
    uint8_t axes[MOST_AXES];
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOII", &array, &given, &out, &part, &parts) ||
        PyObject_GetBuffer(array, &from, PyBUF_STRIDED_RO) != 0) {
        return NULL;
    }
    if (PyObject_GetBuffer(out, &to, PyBUF_STRIDED) != 0) {
        PyBuffer_Release(&from);
        return NULL;
    }
    const bool fits = from.ndim <= MOST_AXES && read_axes(axes, given, from.ndim) && has_shape(&to, &from, axes);
    const int status = fits ? move(&from, axes, &to, part, parts) : ELSEWHERE;
    PyBuffer_Release(&to);
    PyBuffer_Release(&from);
    return PyBool_FromLong(status == PERMKERN_OK);
}

/* ---- the module ---- */

PyDoc_STRVAR(permute_text, "permute($module, /, array, axes=None, out=None, *, threads=None)\n--\n\n\
Copies an array with its axes in another order, as numpy.transpose(array, axes) shows them.\n\
\n\
array: an array, or what numpy.asarray takes. Any shape, strides and dtype without Python objects.\n\
axes: axis k of the result is axis axes[k] of the array. Negative axes count from the end. Default: all\n\
    axes in reverse order.\n\
out: the array to write, of shape tuple(array.shape[axis] for axis in axes) and of the array's dtype. It may have\n\
    any strides. It may overlap the array: the result is then as if the array had been copied first.\n\
threads: how many threads share the work. Default: one; for 32 MiB and more, one for each processor.\n\
\n\
Returns out, or a new numpy.ndarray in C order, which shares no memory with the array. The kernels are those of the\n\
set `default`. Arrays that permkern cannot read in place (several elements at one address, more than 8 axes,\n\
misaligned elements) are copied to C order first.\n\
\n\
Raises ValueError for wrong axes or threads, and for an out that is read-only or has a wrong shape or dtype. Raises\n\
TypeError for an argument of a wrong type, for elements that are Python objects, and for masked arrays. After an\n\
error, out is unchanged.\n\
\n\
>>> permkern.permute(picture, (2, 0, 1)).shape  # picture.shape is (96, 96, 3)\n\
(3, 96, 96)\n");

PyDoc_STRVAR(move_text, "move($module, array, axes, out, part, parts, /)\n--\n\n\
Moves a part of an array into another of the right shape. Returns False if permkern refuses the arrays.\n");

static PyMethodDef methods[] = {
    {"permute", (PyCFunction)(void (*)(void))permute, METH_FASTCALL | METH_KEYWORDS, permute_text},
    {"move", move_words, METH_VARARGS, move_text},
    {NULL, NULL, 0, NULL},
};

static int begin(PyObject *module)
{
    state *const s = state_of(module);
    PyObject *const numpy = PyImport_ImportModule("numpy");
    s->array = numpy == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(numpy, "ndarray");
    s->dtype = PyUnicode_InternFromString("dtype");
    Py_XDECREF(numpy);
    if (s->array == NULL || s->dtype == NULL || PyModule_AddIntConstant(module, "LARGE", LARGE) != 0) {
        return -1;
    }
    return PyModule_AddIntConstant(module, "SHARED", SHARED);
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    const state *const s = state_of(module);
    Py_VISIT(s->array);
    Py_VISIT(s->otherwise);
    return 0;
}

static int clear(PyObject *module)
{
    state *const s = state_of(module);
    Py_CLEAR(s->array);
    Py_CLEAR(s->dtype);
    Py_CLEAR(s->otherwise);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)(uintptr_t)begin},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "permkern._native", NULL, (Py_ssize_t)sizeof(state), methods, slots, traverse, clear, NULL,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
