# SPDX-License-Identifier: BSD-3-Clause
# ESP-IDF first includes every component in a script, to ask for its requirements: idf_component_register is a macro
# then that ends the file, and nothing else may happen.
macro(idf_component_register)
  set(registered 1)
  return()
endmacro()
set(CMAKE_BUILD_EARLY_EXPANSION 1)
include("${COMPONENT}/CMakeLists.txt")
if(NOT registered)
  message(FATAL_ERROR "no component was registered")
endif()
