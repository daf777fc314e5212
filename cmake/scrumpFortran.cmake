# scrump::fortran, the Fortran interface of loops: the module scrump_loops. It is compiled in the project that uses it, by
# the compiler of that project, as no other can read its module file. A project without Fortran does without.
function(scrump_fortran headers)
  if(NOT CMAKE_Fortran_COMPILER_LOADED OR TARGET scrump_fortran)
    return()
  endif()
  add_library(scrump_fortran STATIC EXCLUDE_FROM_ALL ${headers}/scrump/loops.f90 ${headers}/scrump/lb4mpi.f90)
  add_library(scrump::fortran ALIAS scrump_fortran)
  set(modules ${CMAKE_CURRENT_BINARY_DIR}/scrump_modules)
  set_target_properties(scrump_fortran PROPERTIES Fortran_MODULE_DIRECTORY ${modules})
  target_include_directories(scrump_fortran PUBLIC ${modules})
  target_link_libraries(scrump_fortran PUBLIC scrump::scrump)
endfunction()
