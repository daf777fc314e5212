# The library: layers base … search. Headers do the work; src/ holds what can be compiled once.
file(GLOB_RECURSE SCRUMP_SOURCES CONFIGURE_DEPENDS src/*.cpp)
# Programs are linked with MPI, or with what stands for it where there is none.
if(SCRUMP_HAS_MPI)
  list(FILTER SCRUMP_SOURCES EXCLUDE REGEX "/src/net/without_mpi[.]cpp$")
else()
  list(FILTER SCRUMP_SOURCES EXCLUDE REGEX "/src/net/mpi_[^/]*$")
endif()
set(SCRUMP_JSON_SOURCES results/run_report.cpp results/statistics_json.cpp results/search_json.cpp results/tasks_json.cpp
    results/loop_json.cpp results/states_json.cpp)
add_library(scrump ${SCRUMP_SOURCES} ${SCRUMP_JSON_SOURCES})
add_library(scrump::scrump ALIAS scrump)
# What knows MPI, then the layers from below, as far as their names allow.
scrump_together(scrump "^src/net/mpi_" "^src/(base|metrics|net|pools|runtime|stealing)/" "^src/(search|sim)/" "^src/loops/"
  "^src/(tasks|states)/")
scrump_precompile(scrump HEADERS <scrump/search/options.hpp> <scrump/search/detail/search_locality.hpp> <scrump/runtime/detail/worker_endpoints.hpp>)
target_compile_features(scrump PUBLIC cxx_std_20)
target_include_directories(scrump PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(scrump PRIVATE ${PROJECT_SOURCE_DIR})  # results/
target_include_directories(scrump SYSTEM PRIVATE ${XXHASH_INCLUDE_DIR})
target_link_libraries(scrump PUBLIC Threads::Threads
  PRIVATE PkgConfig::GMP Boost::context $<BUILD_INTERFACE:scrump_warnings> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
# Of one source alone, so that a new version does not have all of them compiled again.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/version.cpp
                            PROPERTIES COMPILE_DEFINITIONS SCRUMP_VERSION="${PROJECT_VERSION}")
# Programs that are compiled without NDEBUG check the first nodes of their searches (search/detail/debug_check.hpp).
target_compile_definitions(scrump INTERFACE SCRUMP_CHECK_SEARCHES)
if(NOT SCRUMP_COUNTERS)
  target_compile_definitions(scrump PUBLIC SCRUMP_NO_COUNTERS)
endif()
# Who includes <scrump/net/mpi.hpp> uses MPI, so links MPI::MPI_CXX too.
if(SCRUMP_HAS_MPI)
  target_link_libraries(scrump PRIVATE MPI::MPI_CXX)
endif()
