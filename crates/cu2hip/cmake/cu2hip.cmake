# Builds CUDA sources as HIP: translates them when they change, and compiles the translation.
#
#   include(cu2hip.cmake)
#   cu2hip_convert(<target> SOURCES a.cu b.cu ... [INCLUDE_DIRS dir ...] [OPTIONS option ...])
#
# The sources lie below the current source folder and are not changed. They and the headers of the
# project that they include are translated to <binary folder>/cu2hip/<target>, and the translated
# sources become sources of <target> in the language HIP. A header that changes is followed through
# the depfile of cu2hip. OPTIONS are flags of `cu2hip convert`, as in --rocm 7.2 --libs cublas=hip.
# Findings that are errors stop the build; `OPTIONS --fail-on never` lets them pass.
#
# CU2HIP_EXECUTABLE names the program if it is not found in PATH.

cmake_minimum_required(VERSION 3.21)

find_program(CU2HIP_EXECUTABLE cu2hip DOC "the translator of CUDA to HIP")

function(cu2hip_convert target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;INCLUDE_DIRS;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cu2hip_convert: what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "cu2hip_convert: no SOURCES for ${target}")
  endif()
  if(NOT CU2HIP_EXECUTABLE)
    message(FATAL_ERROR "cu2hip_convert: no cu2hip in PATH; set CU2HIP_EXECUTABLE")
  endif()

  set(base "${CMAKE_CURRENT_SOURCE_DIR}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/cu2hip/${target}")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/cu2hip/${target}.stamp")
  set(inputs)
  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${base}")
    file(RELATIVE_PATH name "${base}" "${path}")
    if(name MATCHES "^\\.\\./")
      message(FATAL_ERROR "cu2hip_convert: ${source} lies outside of ${base}")
    endif()
    list(APPEND inputs "${path}")
    list(APPEND outputs "${out}/${name}")
  endforeach()
  set(include_flags)
  foreach(folder IN LISTS arg_INCLUDE_DIRS)
    get_filename_component(path "${folder}" ABSOLUTE BASE_DIR "${base}")
    list(APPEND include_flags -I "${path}")
    file(RELATIVE_PATH name "${base}" "${path}")
    if(NOT name MATCHES "^\\.\\./")
      target_include_directories(${target} BEFORE PRIVATE "${out}/${name}")
    endif()
    target_include_directories(${target} PRIVATE "${path}")
  endforeach()

  # The stamp is new after every run; a translation that did not change keeps its age, so that
  # nothing is compiled again for it.
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs}
    COMMAND "${CU2HIP_EXECUTABLE}" convert --quiet --no-build-files --fail-on error ${arg_OPTIONS}
            ${include_flags} --base "${base}" --follow-includes --out-dir "${out}"
            --depfile "${stamp}.d" --stamp "${stamp}" ${inputs}
    DEPENDS ${inputs} "${CU2HIP_EXECUTABLE}"
    DEPFILE "${stamp}.d"
    WORKING_DIRECTORY "${base}"
    COMMENT "Translating the CUDA sources of ${target}"
    VERBATIM)
  add_custom_target(${target}-cu2hip DEPENDS "${stamp}")
  add_dependencies(${target} ${target}-cu2hip)
  set_source_files_properties(${outputs} PROPERTIES LANGUAGE HIP GENERATED TRUE)
  target_sources(${target} PRIVATE ${outputs})
endfunction()
