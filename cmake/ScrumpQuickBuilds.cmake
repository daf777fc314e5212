# What makes compiling Scrump's own code take less time: nothing that the result depends on.

# Where ccache is, what was compiled before is not compiled again. Precompiled headers need the sloppiness; and that files
# are compared as they are, not as the preprocessor leaves them: a header of which only a comment has changed would be
# taken for another one than the one that was precompiled, and read twice.
find_program(SCRUMP_CCACHE ccache DOC "ccache, used where it is; empty to do without")
if(SCRUMP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 ${SCRUMP_CCACHE})
endif()

# Headers that all sources of a target read are read once. Targets that are compiled alike share them by `LIKE target`.
function(scrump_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIKE" "HEADERS")
  if(arg_LIKE)
    target_precompile_headers(${target} REUSE_FROM ${arg_LIKE})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  endif()
  # As ccache wants it, which compares what files hold, and not when they were written.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  else()
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# Code that is not in a hurry (the command, tests) is optimised less: what is, is in the libraries.
function(scrump_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(SCRUMP_SANITIZE)  # what checks make of the code takes compilers twice as long to optimise
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()
