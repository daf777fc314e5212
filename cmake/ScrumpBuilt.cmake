# The libraries of an earlier build of this tree, but for what knows MPI, which is compiled again for another one.

file(GLOB SCRUMP_MPI_SOURCES CONFIGURE_DEPENDS src/net/mpi_*.cpp)
add_library(scrump_mpi STATIC ${SCRUMP_MPI_SOURCES})
target_compile_features(scrump_mpi PUBLIC cxx_std_20)
target_include_directories(scrump_mpi PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(scrump_mpi PRIVATE MPI::MPI_CXX scrump_warnings nlohmann_json::nlohmann_json)
scrump_together(scrump_mpi)

# All of it is linked before the other library, whose own is then wanted by nobody. Programs in other languages get what
# C++ needs.
add_library(scrump INTERFACE)
add_library(scrump::scrump ALIAS scrump)
add_dependencies(scrump scrump_mpi)
target_compile_features(scrump INTERFACE cxx_std_20)
target_include_directories(scrump INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(scrump INTERFACE
  -Wl,--whole-archive,$<TARGET_FILE:scrump_mpi>,--no-whole-archive ${SCRUMP_BUILT}/libscrump.a
  PkgConfig::GMP Boost::context Threads::Threads MPI::MPI_CXX
  ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})

function(scrump_built target library)
  add_library(${target} INTERFACE)
  target_include_directories(${target} INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
  target_link_libraries(${target} INTERFACE ${SCRUMP_BUILT}/${library} ${ARGN} scrump)
endfunction()
scrump_built(scrump_problems problems/libscrump_problems.a pugixml::pugixml PkgConfig::PACKED)
add_library(scrump::problems ALIAS scrump_problems)
add_library(scrump_models ALIAS scrump_problems)
scrump_built(scrump_apps apps/libscrump_apps.a)
