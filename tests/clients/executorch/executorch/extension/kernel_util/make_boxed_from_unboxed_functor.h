/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for ExecuTorch's header: the test runtime keeps registered kernels by operator name. */
#ifndef CLIENTS_EXECUTORCH_MAKE_BOXED_H
#define CLIENTS_EXECUTORCH_MAKE_BOXED_H

using clients_kernel = void (*)();

int clients_register(const char *name, clients_kernel kernel);

#define CLIENTS_NAME_OF(ns, line) clients_res_##ns##_##line
#define CLIENTS_LIBRARY(ns, op_name, func, line)                                                                       \
    static int CLIENTS_NAME_OF(ns, line) = clients_register(#ns "::" op_name, reinterpret_cast<clients_kernel>(&func))
#define EXECUTORCH_LIBRARY(ns, op_name, func) CLIENTS_LIBRARY(ns, op_name, func, __LINE__)

#endif /* CLIENTS_EXECUTORCH_MAKE_BOXED_H */
