# Installs the libraries, their headers and a CMake package: find_package(scrump) gives scrump::scrump and
# scrump::problems, and scrump::fortran to projects in Fortran.
include(CMakePackageConfigHelpers)

set(SCRUMP_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/scrump)
install(TARGETS scrump scrump_problems EXPORT scrumpTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT scrumpTargets NAMESPACE scrump:: DESTINATION ${SCRUMP_PACKAGE_DIR})
if(NOT SCRUMP_HAS_MPI)
  set(SCRUMP_NOT_INSTALLED PATTERN net/mpi.hpp EXCLUDE)
endif()
install(DIRECTORY include/scrump DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${SCRUMP_NOT_INSTALLED})
install(DIRECTORY problems/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/scrump/problems FILES_MATCHING PATTERN "*.hpp")
configure_package_config_file(cmake/scrumpConfig.cmake.in ${PROJECT_BINARY_DIR}/scrumpConfig.cmake
  INSTALL_DESTINATION ${SCRUMP_PACKAGE_DIR} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scrumpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scrumpConfig.cmake ${PROJECT_BINARY_DIR}/scrumpConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/scrumpFortran.cmake DESTINATION ${SCRUMP_PACKAGE_DIR})
if(SCRUMP_BUILD_CLI)
  install(TARGETS scrump_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
