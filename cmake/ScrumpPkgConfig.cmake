# scrump.pc and scrump-problems.pc, for who compiles without CMake: c++ -std=c++20 main.cpp $(pkg-config --cflags --libs scrump)

# From where they lie to the prefix, so that what is installed can be moved.
file(RELATIVE_PATH SCRUMP_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" SCRUMP_PC_PREFIX "${SCRUMP_PC_PREFIX}")

# A shared library brings what it is linked with; of an archive, programs are linked with all of it.
set(SCRUMP_PC_LIBRARIES "")
if(BUILD_SHARED_LIBS)
  set(SCRUMP_PC_PRIVATE .private)
else()
  set(libraries -lboost_context -pthread)
  if(SCRUMP_HAS_MPI)
    list(APPEND libraries ${MPI_CXX_LIBRARIES})
    list(FILTER libraries EXCLUDE REGEX "/libmpi(ch)?_?cxx")  # MPI's C++ bindings, which it does without
  endif()
  list(JOIN libraries " " libraries)
  set(SCRUMP_PC_LIBRARIES " ${libraries}")
  set(SCRUMP_PC_PROBLEMS ", pugixml, zlib, liblzma, libzstd")
endif()
set(SCRUMP_PC_DEFINITIONS "")
if(NOT SCRUMP_COUNTERS)
  set(SCRUMP_PC_DEFINITIONS " -DSCRUMP_NO_COUNTERS")
endif()

set(SCRUMP_PC_FILES scrump)
if(SCRUMP_BUILD_PROBLEMS)
  list(APPEND SCRUMP_PC_FILES scrump-problems)
endif()
foreach(name IN LISTS SCRUMP_PC_FILES)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
