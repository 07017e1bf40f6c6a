# SPDX-License-Identifier: BSD-3-Clause
# Builds a library with the kernels of permutation sets, which are generated in the build:
#
#   permkern_generate(LIBRARY SET file.toml|name... [TARGET name...] [KERNELS dir] [MAX_RANK 4..8]
#                     [MLI_HEADERS dir | MLI_LAYOUT 1.1])
#
# A set is a file, relative to the current source folder, or a shipped set's name; several are joined. TARGET is an
# argument of `permkern generate`. KERNELS is a committed folder that `permkern generate -o` wrote, for machines without
# Python 3.10 and Jinja2; the set `default` needs neither. MLI_HEADERS: your own MLI headers. MLI_LAYOUT 1.1: bundled
# headers with that release's types. PERMKERN_PYTHON replaces the Python of .venv/, or the one that CMake finds.
include_guard(GLOBAL)

if(POLICY CMP0174)
  cmake_policy(SET CMP0174 NEW) # permkern_generate() accepts empty arguments
endif()

get_filename_component(home "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(PERMKERN_HOME "${home}" CACHE INTERNAL "Folder with permkern's src, include, generated and generator")

# The headers in include/ without the bundled MLI headers.
set(PERMKERN_PUBLIC_HEADERS permkern.h permkern.hpp permkern_detail.hpp permkern_mli.h CACHE INTERNAL "permkern's own public headers")

# permkern's transposes for CMSIS-NN and CMSIS-DSP. Each target that links them compiles them, so the linker has them
# before it searches archives: target_link_libraries(app PRIVATE permkern::cmsis_nn permkern::permkern cmsis-nn)
foreach(name IN ITEMS nn dsp)
  add_library(permkern::cmsis_${name} INTERFACE IMPORTED GLOBAL)
  target_sources(permkern::cmsis_${name} INTERFACE "${home}/integrations/cmsis-${name}/permkern_cmsis_${name}.c")
  target_include_directories(permkern::cmsis_${name} INTERFACE "${home}/integrations/cmsis-${name}")
endforeach()

# Makes the files in a variable's list absolute paths, from a folder. Names of shipped sets stay.
function(permkern_from folder variable)
  set(names ${${variable}})
  set(found "")
  foreach(name IN LISTS names)
    if(name MATCHES "/|\\.toml$")
      get_filename_component(name "${name}" ABSOLUTE BASE_DIR "${folder}")
    endif()
    list(APPEND found "${name}")
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Sets ${out} to the Python that runs the generator, or to nothing; then ${out}_LACKS is the last candidate's problem.
function(_permkern_find_python out)
  file(GLOB candidates "${PERMKERN_HOME}/.venv/bin/python3" "${PERMKERN_HOME}/.venv/Scripts/python.exe")
  if(PERMKERN_PYTHON)
    set(candidates "${PERMKERN_PYTHON}")
  else()
    find_package(Python3 3.10 COMPONENTS Interpreter QUIET)
    if(Python3_EXECUTABLE)
      list(APPEND candidates "${Python3_EXECUTABLE}")
    endif()
  endif()
  set(lacks "there is no Python 3.10 or newer")
  foreach(python IN LISTS candidates)
    # Before Python 3.11, which has tomllib, tomli reads TOML.
    execute_process(COMMAND "${python}" -c "import sys, importlib.util as modules; version = sys.version_info[:3]; \
lacks = [name for name in ('jinja2', 'tomllib' if version >= (3, 11) else 'tomli') if not modules.find_spec(name)]; \
print('is Python %d.%d.%d' % version + ' without the module ' * bool(lacks) + ' and '.join(lacks)); \
sys.exit(bool(lacks) or version < (3, 10))"
      RESULT_VARIABLE bad OUTPUT_VARIABLE told ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(bad STREQUAL "0")
      set(${out} "${python}" PARENT_SCOPE)
      return()
    endif()
    if(NOT told)
      set(told "does not run as Python 3.10 or newer")
    endif()
    set(lacks "${python} ${told}")
  endforeach()
  set(${out} "" PARENT_SCOPE)
  set(${out}_LACKS "${lacks}" PARENT_SCOPE)
endfunction()

# permkern_kernels(PREFIX SET set... [TARGET name...] [KERNELS dir] [KERNELS_NAME name] [OPTIMIZATION flags])
# Sets PREFIX_SOURCES, PREFIX_HEADERS and PREFIX_INCLUDE_DIR, for build systems with their own library functions. The
# target PREFIX_kernels generates the files. KERNELS_NAME: the users' name for KERNELS. PREFIX_OPTIONS: options for
# all of permkern's sources, after the project's own: the flags for sets of profile speed, otherwise none.
function(permkern_kernels prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KERNELS;KERNELS_NAME;OPTIMIZATION" "SET;TARGET")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SET)
    message(FATAL_ERROR "permkern: SET file.toml is missing, or there is more than that: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_KERNELS_NAME)
    set(arg_KERNELS_NAME KERNELS)
  endif()
  list(JOIN arg_SET " " sets)
  permkern_from("${CMAKE_CURRENT_SOURCE_DIR}" arg_SET)
  list(TRANSFORM arg_SET REPLACE "^[^/]+$" "${PERMKERN_HOME}/generator/sets/\\0.toml" OUTPUT_VARIABLE set_files)
  foreach(set_file IN LISTS set_files)
    if(NOT EXISTS "${set_file}")
      message(FATAL_ERROR "permkern: no permutation set ${set_file}")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${set_file}")
  endforeach()
  # Options are set before anything is generated, so the profile is read from the first set; the default is speed.
  list(GET set_files 0 set_file)
  file(STRINGS "${set_file}" other_profile REGEX "^[ \t]*[\"']?profile[\"']?[ \t]*=[ \t]*[\"'](size|tiny)[\"']")
  set(options "")
  if(NOT other_profile)
    separate_arguments(options UNIX_COMMAND "${arg_OPTIMIZATION}")
  endif()
  set(${prefix}_OPTIONS "${options}" PARENT_SCOPE)

  _permkern_find_python(python)
  # Each set has files of these names. The header comes first, as in the depfile, because Ninja compares them.
  file(GLOB names RELATIVE "${PERMKERN_HOME}/generated" "${PERMKERN_HOME}/generated/permkern_*")
  list(REMOVE_ITEM names permkern_kernels.h)
  list(PREPEND names permkern_kernels.h)
  if(python)
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${prefix}_kernels")
    list(TRANSFORM names PREPEND "${directory}/" OUTPUT_VARIABLE files)
    list(JOIN arg_TARGET "," targets)
    if(targets)
      set(targets --target "${targets}")
    endif()
    # The generator does not write unchanged files. After touch, they are newer than the set.
    add_custom_command(OUTPUT ${files}
      COMMAND "${python}" -B "${PERMKERN_HOME}/tools/permkern.py" generate
        -o "${directory}" --depfile "${directory}/kernels.d" ${targets} ${set_files}
      COMMAND "${CMAKE_COMMAND}" -E touch ${files}
      DEPENDS ${set_files} DEPFILE "${directory}/kernels.d" VERBATIM
      COMMENT "Generating the kernels of ${sets}")
    add_custom_target(${prefix}_kernels DEPENDS ${files})
  else()
    if(arg_KERNELS)
      get_filename_component(directory "${arg_KERNELS}" ABSOLUTE)
    elseif(sets STREQUAL "default")
      set(directory "${PERMKERN_HOME}/generated")
    else()
      message(FATAL_ERROR "permkern: ${sets} has to be generated, but ${python_LACKS}. It needs Python 3.10 or newer "
        "with jinja2, before 3.11 also tomli: install them, or name another one: -DPERMKERN_PYTHON=/path/to/python3. "
        "Or build without Python: run `permkern generate -o FOLDER SET` once where there is one, commit that folder and "
        "name it with "
        "${arg_KERNELS_NAME}.")
    endif()
    list(TRANSFORM names PREPEND "${directory}/" OUTPUT_VARIABLE files)
    foreach(file IN LISTS files)
      if(NOT EXISTS "${file}")
        message(FATAL_ERROR "permkern: no ${file}: ${arg_KERNELS_NAME} is a folder that `permkern generate -o` wrote")
      endif()
    endforeach()
    message(STATUS "permkern: ${python_LACKS}, so the committed kernels in ${directory} are built")
  endif()
  set(sources ${files})
  list(FILTER sources INCLUDE REGEX "\\.c$")
  set(headers ${files})
  list(FILTER headers EXCLUDE REGEX "\\.c$")
  set(${prefix}_SOURCES "${sources}" PARENT_SCOPE)
  set(${prefix}_HEADERS "${headers}" PARENT_SCOPE)
  set(${prefix}_INCLUDE_DIR "${directory}" PARENT_SCOPE)
endfunction()

# Compiles a target with the application's MLI headers: detects their layout, and leaves the bundled headers out.
function(_permkern_own_mli target directory)
  get_filename_component(mli "${directory}" ABSOLUTE)
  if(NOT EXISTS "${mli}/mli_types.h")
    message(FATAL_ERROR "permkern: no mli_types.h in ${mli}")
  endif()
  # Reads mli_tensor's members, without comments. MLI 2.x has capacity in the type of its member data.
  file(READ "${mli}/mli_types.h" types)
  string(REGEX REPLACE "/[*][^*]*[*]+([^/*][^*]*[*]+)*/" "" types "${types}")
  string(REGEX REPLACE "//[^\n]*" "" types "${types}")
  string(REGEX MATCH "{[^{}]*}[ \t\r\n]*mli_tensor[ \t\r\n]*;" tensor "${types}")
  if(tensor MATCHES "[^A-Za-z0-9_]mli_data_container[ \t\r\n]+data[ \t\r\n]*;")
    target_compile_definitions(${target} PUBLIC PERMKERN_MLI_2=1)
  elseif(NOT tensor MATCHES "[^A-Za-z0-9_]capacity[ \t\r\n]*;")
    message(FATAL_ERROR "permkern: neither mli_tensor.capacity (MLI 1.x) nor mli_tensor.data.capacity (MLI 2.x) in "
      "${mli}")
  elseif(tensor MATCHES "[^A-Za-z0-9_]mem_stride[^A-Za-z0-9_]")
    target_compile_definitions(${target} PUBLIC PERMKERN_MLI_MEM_STRIDE=1)
  endif()
  if(types MATCHES "[^A-Za-z0-9_]MLI_EL_ASYM_I8[^A-Za-z0-9_]")
    target_compile_definitions(${target} PUBLIC PERMKERN_MLI_ASYM=1)
  endif()
  if(tensor MATCHES "[^A-Za-z0-9_]mem_stride[^A-Za-z0-9_]" AND NOT types MATCHES "[^A-Za-z0-9_]mli_sub_tensor_cfg[ ;]")
    target_compile_definitions(${target} PUBLIC PERMKERN_MLI_SUB_TENSOR=0)
  endif()
  set(copies "${CMAKE_CURRENT_BINARY_DIR}/${target}_include")
  foreach(name IN LISTS PERMKERN_PUBLIC_HEADERS)
    configure_file("${PERMKERN_HOME}/include/${name}" "${copies}/${name}" COPYONLY)
  endforeach()
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${copies}>")
  # Users of an installed library have their own MLI headers.
  target_include_directories(${target} SYSTEM PUBLIC "$<BUILD_INTERFACE:${mli}>")
endfunction()

# For Release and without a build type, sets the level to the user's last -O, else to -O2. CMake's own levels are -O3,
# which makes kernels larger and some slower, and none.
function(_permkern_optimise target)
  get_property(options TARGET ${target} PROPERTY COMPILE_OPTIONS)
  if(NOT options MATCHES "(^|[;: ])-O")
    string(REGEX REPLACE "-O3 -DNDEBUG$" "" release "${CMAKE_C_FLAGS_RELEASE}")
    string(REGEX MATCHALL " -O[^ ]*" levels " -O2 ${CMAKE_C_FLAGS} ${release}")
    list(GET levels -1 level)
    string(STRIP "${level}" level)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:,Release>:${level}>")
  endif()
endfunction()

# Warns of firmware libraries that are compiled without optimisation, at the end of the project.
function(_permkern_check_optimised)
  get_property(targets GLOBAL PROPERTY permkern_targets)
  list(LENGTH targets count)
  foreach(target IN LISTS targets)
    get_property(unused TARGET ${target} PROPERTY EXCLUDE_FROM_ALL)
    get_property(flags TARGET ${target} PROPERTY permkern_flags)
    get_property(options TARGET ${target} PROPERTY COMPILE_OPTIONS)
    list(FILTER options EXCLUDE REGEX "CONFIG:,Release") # of _permkern_optimise
    get_property(libraries TARGET ${target} PROPERTY LINK_LIBRARIES)
    foreach(library IN LISTS libraries)
      if(TARGET "${library}")
        get_property(more TARGET ${library} PROPERTY INTERFACE_COMPILE_OPTIONS)
        list(APPEND options ${more})
      endif()
    endforeach()
    string(REGEX MATCHALL "-O(fast|[0-9szg])?" levels "-O0 ${flags} ${options}")
    list(GET levels -1 level)
    if(level STREQUAL "-O0" AND NOT (unused AND count GREATER 1))
      message(WARNING "permkern: ${target} is compiled without -O, so permutes take several times as long and the code "
        "is larger. Configure with -DCMAKE_BUILD_TYPE=Release, or write: target_compile_options(${target} PRIVATE -O2)")
    endif()
  endforeach()
endfunction()

function(permkern_generate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KERNELS;KERNELS_NAME;MAX_RANK;MLI_HEADERS;MLI_LAYOUT" "SET;TARGET")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "permkern_generate: what is ${arg_UNPARSED_ARGUMENTS}? SET, TARGET, KERNELS, MAX_RANK, "
      "MLI_HEADERS, MLI_LAYOUT")
  endif()
  if(arg_MLI_LAYOUT AND NOT arg_MLI_LAYOUT MATCHES "^1[.][01]$")
    message(FATAL_ERROR "permkern: the bundled MLI headers have the layouts 1.0 and 1.1, not ${arg_MLI_LAYOUT}")
  endif()
  permkern_kernels(${target} SET ${arg_SET} TARGET ${arg_TARGET} KERNELS "${arg_KERNELS}"
    KERNELS_NAME "${arg_KERNELS_NAME}")
  file(GLOB_RECURSE sources "${PERMKERN_HOME}/src/*.c")
  add_library(${target} STATIC ${sources} ${${target}_SOURCES} ${${target}_HEADERS})
  if(TARGET ${target}_kernels)
    add_dependencies(${target} ${target}_kernels)
  endif()
  target_compile_features(${target} PUBLIC c_std_99)
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  _permkern_optimise(${target})
  get_property(warned GLOBAL PROPERTY permkern_targets SET)
  set_property(GLOBAL APPEND PROPERTY permkern_targets ${target})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set_property(TARGET ${target} PROPERTY permkern_flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}")
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CONFIGURATION_TYPES AND NOT warned AND NOT type MATCHES "^(RELEASE)?$")
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _permkern_check_optimised)
  endif()
  target_include_directories(${target} PRIVATE "${PERMKERN_HOME}/src"
    PUBLIC "$<BUILD_INTERFACE:${${target}_INCLUDE_DIR}>")
  if(arg_MLI_HEADERS AND arg_MLI_LAYOUT STREQUAL "1.1")
    message(FATAL_ERROR "permkern: MLI_LAYOUT is of the bundled headers: your own, in MLI_HEADERS, have theirs")
  elseif(arg_MLI_HEADERS)
    _permkern_own_mli(${target} "${arg_MLI_HEADERS}")
  else()
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PERMKERN_HOME}/include>")
    if(arg_MLI_LAYOUT STREQUAL "1.1")
      target_compile_definitions(${target} PUBLIC PERMKERN_MLI_MEM_STRIDE=1)
    endif()
  endif()
  if(arg_MAX_RANK AND NOT arg_MAX_RANK EQUAL 8)
    target_compile_definitions(${target} PUBLIC PERMKERN_MAX_RANK=${arg_MAX_RANK})
  endif()
  set(${target}_INCLUDE_DIR "${${target}_INCLUDE_DIR}" PARENT_SCOPE)
endfunction()
