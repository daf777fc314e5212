# scrump.pc, scrump-lb4mpi.pc and scrump-problems.pc, for programs that are compiled without CMake:
#   c++ -std=c++20 main.cpp $(pkg-config --cflags --libs scrump)
#   mpicc main.c $(pkg-config --cflags --libs scrump)
#   mpicc main.c $(pkg-config --cflags --libs scrump-lb4mpi)

# From where they lie to the prefix, so that what is installed can be moved.
file(RELATIVE_PATH SCRUMP_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" SCRUMP_PC_PREFIX "${SCRUMP_PC_PREFIX}")

# A shared library brings what it is linked with; a program that uses an archive is linked with all of it. What the
# archive needs of other packages stands here as libraries: as a requirement, `pkg-config --static` would add what these
# need in archives of their own, which may not be installed with them. C programs are linked without the C++
# library unless it is named.
set(libraries -lboost_context -pthread)
if(SCRUMP_HAS_MPI)
  list(APPEND libraries ${MPI_CXX_LIBRARIES})
  list(FILTER libraries EXCLUDE REGEX "/libmpi(ch)?_?cxx")  # MPI's C++ bindings, which it does without
endif()
set(cxx_libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER cxx_libraries INCLUDE REGEX "^(stdc\\+\\+|supc\\+\\+|c\\+\\+|c\\+\\+abi|m)$")
list(REMOVE_DUPLICATES cxx_libraries)
list(TRANSFORM cxx_libraries PREPEND -l)
list(APPEND libraries ${GMP_LDFLAGS} ${cxx_libraries})
list(JOIN libraries " " libraries)
set(SCRUMP_PC_LIBRARIES "")
set(SCRUMP_PC_PRIVATE_LIBRARIES "")
if(BUILD_SHARED_LIBS)
  set(SCRUMP_PC_PRIVATE_LIBRARIES " ${libraries}")
else()
  set(SCRUMP_PC_LIBRARIES " ${libraries}")
  set(SCRUMP_PC_PROBLEMS ", pugixml, zlib, liblzma, libzstd")
endif()
set(flags ${GMP_CFLAGS} -DSCRUMP_CHECK_SEARCHES)
if(NOT SCRUMP_COUNTERS)
  list(APPEND flags -DSCRUMP_NO_COUNTERS)
endif()
list(JOIN flags " " SCRUMP_PC_CFLAGS)
if(SCRUMP_PC_CFLAGS)
  string(PREPEND SCRUMP_PC_CFLAGS " ")
endif()

set(SCRUMP_PC_FILES scrump scrump-lb4mpi)
if(SCRUMP_BUILD_PROBLEMS)
  list(APPEND SCRUMP_PC_FILES scrump-problems)
endif()
foreach(name IN LISTS SCRUMP_PC_FILES)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
