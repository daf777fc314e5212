# Tests that need an MPI launcher, labelled mpi. What is set here is for tests alone: Open MPI refuses to start more
# processes than there are processors, and to run as root as in containers, unless told otherwise; and where a batch
# system is installed whose authentication does not run, it waits two seconds for that at each start.
set(SCRUMP_MPI_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  PMIX_MCA_psec=^munge
  "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/support/lsan.supp:print_suppressions=0")
add_custom_target(mpi_tests)

file(GLOB SCRUMP_MPI_TESTS CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/mpi/*_test.cpp)
# Its states are others than those of decision diagrams.
set_source_files_properties(mpi/table_test.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
add_executable(test_mpi mpi/main.cpp ${SCRUMP_MPI_TESTS})
scrump_compile_quickly(test_mpi)
scrump_precompile(test_mpi LIKE test_headers)
scrump_together(test_mpi)
target_include_directories(test_mpi PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(test_mpi PRIVATE scrump_warnings GTest::gtest test_problems scrump::problems scrump_apps)
foreach(processes 1 2 3 4)
  set(busy ${processes})
  if(busy GREATER 2)  # they share two
    set(busy 2)
  endif()
  set(nets direct messages)
  if(processes EQUAL 3)  # by messages two and four say what three would
    set(nets direct)
  endif()
  foreach(net IN LISTS nets)
    set(test mpi/${processes}/${net})
    set(filter)
    if(test STREQUAL "mpi/4/messages")  # where all is shared by two, each look at a table or a diagram is a message
      set(filter --gtest_filter=-MpiTable.*:MpiDiagrams.*)
    endif()
    add_test(NAME ${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${processes} ${MPIEXEC_PREFLAGS}
      $<TARGET_FILE:test_mpi> ${MPIEXEC_POSTFLAGS} --gtest_brief=1 ${filter})
    set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 300 PROCESSORS ${busy}
      ENVIRONMENT "${SCRUMP_MPI_ENVIRONMENT};SCRUMP_NET=${net}")
  endforeach()
endforeach()

# Makes a test able to start jobs: <support/mpi_run.hpp>.
function(scrump_starts_jobs name test)
  target_compile_definitions(${name} PRIVATE
    SCRUMP_MPIEXEC="${MPIEXEC_EXECUTABLE}" SCRUMP_MPIEXEC_NUMPROC_FLAG="${MPIEXEC_NUMPROC_FLAG}")
  set_tests_properties(${test} PROPERTIES LABELS mpi ENVIRONMENT "${SCRUMP_MPI_ENVIRONMENT}")
endfunction()

add_executable(mpi_job mpi/job/main.cpp mpi/job/programs.cpp mpi/job/runs.cpp mpi/job/sessions.cpp)
scrump_compile_quickly(mpi_job)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # see test_loops
  target_compile_options(mpi_job PRIVATE -Wno-maybe-uninitialized)
endif()
target_include_directories(mpi_job PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(mpi_job PRIVATE scrump_warnings scrump::scrump MPI::MPI_CXX)
scrump_tests(mpi/jobs scrump::scrump)
scrump_starts_jobs(test_mpi_jobs mpi/jobs)
target_compile_definitions(test_mpi_jobs PRIVATE SCRUMP_JOB="$<TARGET_FILE:mpi_job>")
add_dependencies(test_mpi_jobs mpi_job)
add_dependencies(mpi_tests test_mpi test_mpi_jobs)

# Makes a program of the example at the beginning of a header: the lines that are further in, behind its comment sign.
function(scrump_header_example header sign declarations template program)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/scrump/${header})
  file(READ ${PROJECT_SOURCE_DIR}/include/scrump/${header} text)
  string(REGEX MATCH "\n${sign}     [^\n]*(\n${sign}     [^\n]*)*" example "${text}")
  string(REGEX REPLACE "\n${sign}     " "\n    " SCRUMP_HEADER_EXAMPLE "${example}")
  string(REPLACE "type(infoSCRUMP) :: info" "${declarations}" SCRUMP_HEADER_EXAMPLE "${SCRUMP_HEADER_EXAMPLE}")
  configure_file(${template} ${program} @ONLY)
endfunction()

# Programs of users of the C interface of loops, with as many ranks as may steal from each other, and alone.
function(scrump_loop_tests program folder)
  foreach(processes 1 2 4)
    foreach(what array results alone whole cube objects costs refusals ${ARGN})
      set(test ${folder}/${processes}/${what})
      add_test(NAME ${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${processes} ${MPIEXEC_PREFLAGS}
        $<TARGET_FILE:${program}> ${MPIEXEC_POSTFLAGS} ${what})
      set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 120 PROCESSORS 1
        ENVIRONMENT "${SCRUMP_MPI_ENVIRONMENT}")
    endforeach()
  endforeach()
  add_dependencies(mpi_tests ${program})
endfunction()

enable_language(C)
find_package(MPI REQUIRED COMPONENTS C)
add_executable(c_loop mpi/c/loop.c)
set_target_properties(c_loop PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(c_loop PRIVATE scrump::scrump MPI::MPI_C)
target_compile_options(c_loop PRIVATE -Wall -Wextra -Werror)
scrump_loop_tests(c_loop mpi/c types)
scrump_header_example(loops.h " [*]" "" mpi/c/header_example.c.in ${CMAKE_CURRENT_BINARY_DIR}/c_header_example.c)
add_executable(c_header_example ${CMAKE_CURRENT_BINARY_DIR}/c_header_example.c)
set_target_properties(c_header_example PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(c_header_example PRIVATE scrump::scrump MPI::MPI_C)
target_compile_options(c_header_example PRIVATE -Wall -Wextra -Werror)
target_compile_definitions(test_mpi_jobs PRIVATE
  SCRUMP_C_LOOP="$<TARGET_FILE:c_loop>" SCRUMP_C_HEADER_EXAMPLE="$<TARGET_FILE:c_header_example>")
add_dependencies(test_mpi_jobs c_loop c_header_example)

# Programs written for LB4MPI, which include its header; where all ranks have the data, messages count chunks as well.
function(scrump_lb4mpi_tests program folder)
  foreach(processes 1 2 3 4)
    foreach(net direct messages)
      foreach(what ${ARGN})
        set(test ${folder}/${processes}/${net}/${what})
        add_test(NAME ${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${processes} ${MPIEXEC_PREFLAGS}
          $<TARGET_FILE:${program}> ${MPIEXEC_POSTFLAGS} ${what})
        set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 120 PROCESSORS 1
          ENVIRONMENT "${SCRUMP_MPI_ENVIRONMENT};SCRUMP_NET=${net}")
      endforeach()
    endforeach()
  endforeach()
  add_dependencies(mpi_tests ${program})
endfunction()

add_executable(c_lb4mpi mpi/c/lb4mpi.c)
add_executable(cpp_lb4mpi mpi/cpp/lb4mpi.cpp)
foreach(program c_lb4mpi cpp_lb4mpi)
  set_target_properties(${program} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${program} PRIVATE scrump::lb4mpi MPI::MPI_C)
  target_compile_options(${program} PRIVATE -Wall -Wextra -Werror)
endforeach()
scrump_lb4mpi_tests(c_lb4mpi mpi/lb4mpi/c methods steps weights groups parts left)
scrump_lb4mpi_tests(cpp_lb4mpi mpi/lb4mpi/cpp all)
target_compile_definitions(test_mpi_jobs PRIVATE SCRUMP_C_LB4MPI="$<TARGET_FILE:c_lb4mpi>")
add_dependencies(test_mpi_jobs c_lb4mpi)

# The same in Fortran, where there is a compiler that MPI knows; one that was missing is looked for again.
include(CheckLanguage)
if(CMAKE_Fortran_COMPILER STREQUAL "NOTFOUND")
  unset(CMAKE_Fortran_COMPILER CACHE)
endif()
check_language(Fortran)
if(CMAKE_Fortran_COMPILER AND NOT SCRUMP_SANITIZE)
  enable_language(Fortran)
  find_package(MPI COMPONENTS Fortran)
endif()
if(MPI_Fortran_FOUND)
  scrump_fortran(${PROJECT_SOURCE_DIR}/include)
  add_executable(fortran_loop mpi/fortran/loop.f90)
  target_link_libraries(fortran_loop PRIVATE scrump::fortran MPI::MPI_Fortran)
  add_executable(fortran_lb4mpi mpi/fortran/lb4mpi.f90)
  target_link_libraries(fortran_lb4mpi PRIVATE scrump::fortran MPI::MPI_Fortran)
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    target_compile_options(scrump_fortran PRIVATE -std=f2018 -pedantic -Wall -Wextra -Werror)
    # mpif.h has constants that nobody uses; numbers are to be equal.
    foreach(program fortran_loop fortran_lb4mpi)
      target_compile_options(${program} PRIVATE -Wall -Wextra -Werror -Wno-unused-parameter -Wno-compare-reals)
    endforeach()
  endif()
  scrump_loop_tests(fortran_loop mpi/fortran)
  scrump_lb4mpi_tests(fortran_lb4mpi mpi/lb4mpi/fortran methods groups)
  string(CONCAT declarations "type(infoSCRUMP) :: info\n    double precision, intent(inout), target :: data(:), "
    "results(:)\n    integer :: start, count, iterations, i, ierror\n    double precision :: seconds\n")
  scrump_header_example(loops.f90 "!" "${declarations}" mpi/fortran/header_example.f90.in
    ${CMAKE_CURRENT_BINARY_DIR}/fortran_header_example.f90)
  add_executable(fortran_header_example ${CMAKE_CURRENT_BINARY_DIR}/fortran_header_example.f90)
  target_link_libraries(fortran_header_example PRIVATE scrump::fortran MPI::MPI_Fortran)
  target_compile_definitions(test_mpi_jobs PRIVATE SCRUMP_FORTRAN_LOOP="$<TARGET_FILE:fortran_loop>"
    SCRUMP_FORTRAN_HEADER_EXAMPLE="$<TARGET_FILE:fortran_header_example>")
  add_dependencies(test_mpi_jobs fortran_loop fortran_header_example)
else()
  message(STATUS "The Fortran interface of loops is not tested: no Fortran compiler, no MPI for it, or sanitizers")
endif()

# Leaks are looked for in what Scrump does, not in what MPI does.
if(SCRUMP_SANITIZE)
  foreach(program test_mpi mpi_job scrump_cli)
    if(TARGET ${program})
      target_sources(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/keep_plugins.cpp)
      set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
    endif()
  endforeach()
endif()
