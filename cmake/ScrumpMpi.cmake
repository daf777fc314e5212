# MPI connects processes. A build without it works, and says so when it is started as one of several.
set(SCRUMP_MPI AUTO CACHE STRING "Connect processes through MPI: AUTO (if there is one), ON or OFF")
set_property(CACHE SCRUMP_MPI PROPERTY STRINGS AUTO ON OFF)

set(SCRUMP_HAS_MPI OFF)
if(SCRUMP_MPI STREQUAL "AUTO" OR SCRUMP_MPI)
  # The long abolished C++ bindings would have to be linked.
  set(MPI_CXX_SKIP_MPICXX ON CACHE BOOL "Do without MPI's C++ bindings")
  if(SCRUMP_MPI STREQUAL "AUTO")
    find_package(MPI COMPONENTS CXX)
  else()
    find_package(MPI REQUIRED COMPONENTS CXX)
  endif()
  set(SCRUMP_HAS_MPI ${MPI_CXX_FOUND})
endif()
