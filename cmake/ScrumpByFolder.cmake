# Compiles the sources of each folder together: headers are read once for all of them. For builds of everything, and for
# clang-tidy; who changes one file at a time is better off without. The environment may say so for all builds.

option(SCRUMP_BY_FOLDER "Compile the sources of each folder as one file" "$ENV{SCRUMP_BY_FOLDER}")

# Files that take long by themselves, or whose code is for one instruction set, stay alone.
function(scrump_by_folder target)
  if(NOT SCRUMP_BY_FOLDER)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "_(small|medium|large|avx2|avx512)[.]cpp$")
      get_filename_component(folder ${source} DIRECTORY)
      get_filename_component(folder ${folder} NAME)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endif()
  endforeach()
endfunction()

# The same for the command, tests and benchmarks, eight files at a time, but for those with SKIP_UNITY_BUILD_INCLUSION.
function(scrump_by_batches target)
  if(NOT SCRUMP_BY_FOLDER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
endfunction()
