# Clp, COIN-OR's solver of linear programs, bounds long tours (problems/tsp). Its header is needed here. The library is
# loaded when it is first used, as it takes longer to load than many a command takes; where it is missing, such tours take
# longer to find.
set(SCRUMP_CLP AUTO CACHE STRING "Solve linear programs with Clp: AUTO (if there is one), ON or OFF")
set_property(CACHE SCRUMP_CLP PROPERTY STRINGS AUTO ON OFF)

set(SCRUMP_HAS_CLP OFF)
if(SCRUMP_CLP STREQUAL "AUTO" OR SCRUMP_CLP)
  find_path(CLP_INCLUDE_DIR Clp_C_Interface.h PATH_SUFFIXES coin coin-or)
  mark_as_advanced(CLP_INCLUDE_DIR)
  if(CLP_INCLUDE_DIR)
    set(SCRUMP_HAS_CLP ON)
  elseif(NOT SCRUMP_CLP STREQUAL "AUTO")
    message(FATAL_ERROR "Clp is missing: install coinor-libclp-dev, or what your system calls it, or set SCRUMP_CLP=OFF")
  else()
    message(STATUS "Clp is missing, so hard travelling salesman problems take longer: see coinor-libclp-dev")
  endif()
endif()
