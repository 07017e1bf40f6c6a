# SPDX-License-Identifier: BSD-3-Clause
# A stand-in for Zephyr's CMake package, for the host. As with Zephyr's, find_package(Zephyr) makes the target `app` and
# all else; the application then adds its sources.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(ZEPHYR_BASE "${CMAKE_CURRENT_LIST_DIR}/base")
set(APPLICATION_SOURCE_DIR "${CMAKE_SOURCE_DIR}")
if(APPLICATION) # of tests/zephyr/CMakeLists.txt, whose application is elsewhere
  get_filename_component(APPLICATION_SOURCE_DIR "${APPLICATION}" DIRECTORY)
endif()
enable_testing()
add_library(zephyr_interface INTERFACE)
add_library(app STATIC)
target_link_libraries(app PRIVATE zephyr_interface)
add_subdirectory("${ZEPHYR_BASE}" zephyr)
