# Installs the libraries, their headers, a CMake package (find_package(scrump) gives scrump::scrump and scrump::problems,
# scrump::fortran to projects in Fortran, and scrump::lb4mpi) and files for pkg-config, and the command with its manual
# pages, completion and the documentation. Components: command, development.
include(CMakePackageConfigHelpers)

set(SCRUMP_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/scrump)
set(SCRUMP_INSTALLED scrump)
if(SCRUMP_BUILD_PROBLEMS)
  list(APPEND SCRUMP_INSTALLED scrump_problems)
endif()
set(development COMPONENT development)
install(TARGETS ${SCRUMP_INSTALLED} EXPORT scrumpTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${development}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ${development})
install(EXPORT scrumpTargets NAMESPACE scrump:: DESTINATION ${SCRUMP_PACKAGE_DIR} ${development})
if(NOT SCRUMP_HAS_MPI)
  set(SCRUMP_NOT_INSTALLED PATTERN net/mpi.hpp EXCLUDE)
endif()
install(DIRECTORY include/scrump DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${development} ${SCRUMP_NOT_INSTALLED})
if(SCRUMP_BUILD_PROBLEMS)
  install(DIRECTORY problems/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/scrump/problems ${development}
    FILES_MATCHING PATTERN "*.hpp" PATTERN exports.list)
endif()
# The options may say AUTO, or any word for yes.
foreach(component PROBLEMS MPI)
  set(SCRUMP_FOUND_${component} FALSE)
endforeach()
if(SCRUMP_BUILD_PROBLEMS)
  set(SCRUMP_FOUND_PROBLEMS TRUE)
endif()
if(SCRUMP_HAS_MPI)
  set(SCRUMP_FOUND_MPI TRUE)
endif()
configure_package_config_file(cmake/scrumpConfig.cmake.in ${PROJECT_BINARY_DIR}/scrumpConfig.cmake
  INSTALL_DESTINATION ${SCRUMP_PACKAGE_DIR} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scrumpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scrumpConfig.cmake ${PROJECT_BINARY_DIR}/scrumpConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/scrumpFortran.cmake ${PROJECT_SOURCE_DIR}/cmake/scrumpLb4mpi.cmake
  DESTINATION ${SCRUMP_PACKAGE_DIR} ${development})
include(cmake/ScrumpPkgConfig.cmake)

# What JSON of runs looks like, for whatever reads it.
install(FILES share/result.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/scrump ${development})

if(SCRUMP_BUILD_CLI)
  install(TARGETS scrump_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  if(TARGET scrump_cli_mpi)
    install(TARGETS scrump_cli_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/scrump/mpi COMPONENT command)
  endif()
  if(NOT CMAKE_CROSSCOMPILING)
    include(cmake/ScrumpPages.cmake)
  endif()
  # In the folders in which they stand here, so that links between them lead somewhere.
  set(documentation ${CMAKE_INSTALL_DATADIR}/doc/scrump)
  install(FILES README.md CHANGELOG.md DESTINATION ${documentation} COMPONENT command)
  install(DIRECTORY examples DESTINATION ${documentation} COMPONENT command)
  install(DIRECTORY docs DESTINATION ${documentation} COMPONENT command FILES_MATCHING PATTERN "*.md")
endif()
