# SPDX-License-Identifier: BSD-3-Clause
# permkern as an ESP-IDF component. docs/integration.md has the variables: PERMKERN_PERMUTATION_SET, PERMKERN_TARGET,
# PERMKERN_KERNELS, PERMKERN_OPTIMIZATION.
get_filename_component(home "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
file(GLOB_RECURSE sources "${home}/src/*.c")
# This ends the file in the early pass, which only reads requirements.
idf_component_register(SRCS ${sources} INCLUDE_DIRS "${home}/include" PRIV_INCLUDE_DIRS "${home}/src")

include("${CMAKE_CURRENT_LIST_DIR}/PermkernGenerate.cmake")
if(NOT PERMKERN_PERMUTATION_SET)
  set(PERMKERN_PERMUTATION_SET default)
endif()
permkern_from("${CMAKE_SOURCE_DIR}" PERMKERN_PERMUTATION_SET)
permkern_from("${CMAKE_SOURCE_DIR}" PERMKERN_KERNELS)
if(NOT DEFINED PERMKERN_OPTIMIZATION AND NOT CONFIG_COMPILER_OPTIMIZATION_NONE)
  set(PERMKERN_OPTIMIZATION "-O2")
endif()
permkern_kernels(permkern SET ${PERMKERN_PERMUTATION_SET} TARGET ${PERMKERN_TARGET} KERNELS "${PERMKERN_KERNELS}"
  KERNELS_NAME PERMKERN_KERNELS OPTIMIZATION "${PERMKERN_OPTIMIZATION}")
target_sources(${COMPONENT_LIB} PRIVATE ${permkern_SOURCES} ${permkern_HEADERS})
target_include_directories(${COMPONENT_LIB} PUBLIC "${permkern_INCLUDE_DIR}")
target_compile_options(${COMPONENT_LIB} PRIVATE ${permkern_OPTIONS})
if(TARGET permkern_kernels)
  add_dependencies(${COMPONENT_LIB} permkern_kernels)
endif()
