# Compiles many sources as one: headers are read, and templates are made, once for all of them. That takes half of the
# time when everything is compiled, and more when one file changes. What is installed is compiled by file unless all is
# asked for: compilers inline less in a large source, so that the same code may take twice as long to run.

set(SCRUMP_TOGETHER "$ENV{SCRUMP_TOGETHER}" CACHE STRING "Compile many sources as one: OFF, TESTS or ON (everything)")
set_property(CACHE SCRUMP_TOGETHER PROPERTY STRINGS OFF TESTS ON)

# Each further argument is a regular expression: the sources whose paths match it, and none before it, go together.
# Without any, sixteen at a time do. Files that take long by themselves, or whose code is for one instruction set, stay
# alone; and so do those with SKIP_UNITY_BUILD_INCLUSION.
function(scrump_together target)
  if(NOT SCRUMP_TOGETHER OR (SCRUMP_TOGETHER STREQUAL "TESTS" AND NOT target MATCHES "^test_"))
    return()
  endif()
  if(NOT ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "_(small|medium|large|avx2|avx512)[.]cpp$")
  set(number 0)
  foreach(group IN LISTS ARGN)
    math(EXPR number "${number} + 1")
    foreach(source IN LISTS sources)
      get_filename_component(path ${source} ABSOLUTE)
      file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
      if(path MATCHES "${group}")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${number})
        list(REMOVE_ITEM sources ${source})
      endif()
    endforeach()
  endforeach()
endfunction()
