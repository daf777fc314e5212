# Debian packages: `scrump` has the command, `libscrump-dev` the libraries. Made by CPack: `make deb`.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/scrump RENAME copyright COMPONENT command)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libscrump-dev RENAME copyright COMPONENT development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scrump)
set(CPACK_PACKAGE_CONTACT "The Scrump developers <scrump@scrump.invalid>")  # an address that there is not: see the home page
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact combinatorial search, in parallel by work stealing")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL command development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME scrump)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS curl)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "The scrump command: cliques, colourings, subgraphs, tours, knapsacks and
other problems, solved and proved on all cores of all machines.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libscrump-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libgmp-dev, libboost-context-dev, libpugixml-dev, zlib1g-dev, liblzma-dev, libzstd-dev, "
  "libcereal-dev, pkg-config")
if(SCRUMP_HAS_MPI AND MPI_CXX_LIBRARIES MATCHES "mpich")
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libmpich-dev")
elseif(SCRUMP_HAS_MPI)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libopenmpi-dev")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers and archives, for CMake and pkg-config.")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/ScrumpDebianFiles.cmake)
include(CPack)
