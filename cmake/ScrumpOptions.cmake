# What a user may turn on and off, and how Scrump's own code is compiled.

# Who takes Scrump into a project of their own gets the library, and what they ask for besides.
option(SCRUMP_BUILD_PROBLEMS "Build the problems that Scrump solves by itself" ${PROJECT_IS_TOP_LEVEL})
option(SCRUMP_BUILD_CLI "Build the scrump command" ${PROJECT_IS_TOP_LEVEL})
option(SCRUMP_BUILD_TESTS "Build the tests, which take longer to compile than all the rest" OFF)
option(SCRUMP_BUILD_BENCH "Build the benchmarks and their peers" OFF)
option(SCRUMP_BUILD_FUZZERS "Build the libFuzzer targets (needs clang)" OFF)
option(SCRUMP_INSTALL "Generate install rules" ${PROJECT_IS_TOP_LEVEL})
# Warnings never stop a user's build. The presets ask for errors where the compiler is one whose warnings are known: another
# release of a compiler warns of other things.
set(SCRUMP_WERROR OFF CACHE STRING "Treat warnings as errors: ON, OFF or KNOWN (with a compiler that Scrump is tested with)")
set_property(CACHE SCRUMP_WERROR PROPERTY STRINGS ON OFF KNOWN)
set(SCRUMP_WARNINGS_ARE_ERRORS ${SCRUMP_WERROR})
if(SCRUMP_WERROR STREQUAL "KNOWN")
  set(SCRUMP_WARNINGS_ARE_ERRORS OFF)
  if("${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^(GNU 12|Clang (14|19))[.]")
    set(SCRUMP_WARNINGS_ARE_ERRORS ON)
  endif()
endif()
if(SCRUMP_BUILD_CLI OR SCRUMP_BUILD_TESTS OR SCRUMP_BUILD_BENCH OR SCRUMP_BUILD_FUZZERS)
  set(SCRUMP_BUILD_PROBLEMS ON)  # which these cannot do without
endif()
option(SCRUMP_COUNTERS "Keep times, distributions and timelines (at most 1% of tasks of 20 microseconds)" ON)
option(SCRUMP_COVERAGE "Instrument for coverage" OFF)
option(SCRUMP_ONLY_TO_TEST "Leave out what only makes large searches fast, and takes long to compile" OFF)
set(SCRUMP_SANITIZE "" CACHE STRING "Sanitizers for everything that is built, e.g. address,undefined or thread")
set(SCRUMP_DO_NOT_SANITIZE "" CACHE STRING "Checks of these sanitizers to leave out, e.g. null,object-size")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Warnings for Scrump's own targets; users' targets never see them.
add_library(scrump_warnings INTERFACE)
target_compile_options(scrump_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-qual -Wundef
  # Where files are compiled together, names of one hide those of another.
  $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow>
  $<$<BOOL:${SCRUMP_WARNINGS_ARE_ERRORS}>:-Werror>
  # Vectors wider than the baseline travel by reference only: the note on their calling convention says nothing here.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
  # clang from 16 on says so of what libstdc++ 12 uses itself to sort.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)

if(SCRUMP_SANITIZE OR SCRUMP_ONLY_TO_TEST)
  # g++ 12 sees values that are not set, and writes past the end, in what sanitizers and -O1 make of the code.
  target_compile_options(scrump_warnings INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow>")
  add_compile_definitions(SCRUMP_FEW_SIZE_CLASSES)
endif()
if(SCRUMP_SANITIZE)
  add_compile_options(-fsanitize=${SCRUMP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SCRUMP_SANITIZE})
  if(SCRUMP_DO_NOT_SANITIZE)
    add_compile_options(-fno-sanitize=${SCRUMP_DO_NOT_SANITIZE})
  endif()
endif()
if(SCRUMP_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
