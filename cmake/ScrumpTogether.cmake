# Compiles many sources as one: headers are read, and templates are made, once for all of them. For builds of everything,
# and for clang-tidy; who changes one file at a time is better off without. The environment may say so for all builds.

option(SCRUMP_TOGETHER "Compile many sources as one" "$ENV{SCRUMP_TOGETHER}")

# Each further argument is a regular expression: the sources whose paths match it, and none before it, go together.
# Without any, sixteen at a time do. Files that take long by themselves, or whose code is for one instruction set, stay
# alone; and so do those with SKIP_UNITY_BUILD_INCLUSION.
function(scrump_together target)
  if(NOT SCRUMP_TOGETHER)
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
      file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
      if(path MATCHES "${group}")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${number})
        list(REMOVE_ITEM sources ${source})
      endif()
    endforeach()
  endforeach()
endfunction()
