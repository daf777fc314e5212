# What makes compiling Scrump's own code take less time: nothing that the result depends on.

# Headers that all sources of a target read are read once. Targets that are compiled alike share them by `LIKE target`.
function(scrump_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIKE" "HEADERS")
  if(arg_LIKE)
    target_precompile_headers(${target} REUSE_FROM ${arg_LIKE})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  endif()
  # Clang would put the times of the files into what it precompiles: in a new clone, a compiler cache would find nothing.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
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
