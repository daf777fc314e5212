# Compiled models, as users have them: modules in C, which the tests and the command load.
enable_language(C)

set(SCRUMP_PINS_MODELS ${CMAKE_CURRENT_BINARY_DIR}/pins)
add_custom_target(pins_models)
function(scrump_pins_model name source)
  add_library(pins_${name} MODULE ${PROJECT_SOURCE_DIR}/tests/problems/pins/${source})
  target_compile_definitions(pins_${name} PRIVATE ${ARGN})
  # Without sanitizers, whose runtime is that of the program.
  set_target_properties(pins_${name} PROPERTIES PREFIX "" SUFFIX .so OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${SCRUMP_PINS_MODELS} COMPILE_OPTIONS "-Wall;-Wextra;-Werror" LINK_OPTIONS "")
  add_dependencies(pins_models pins_${name})
endfunction()
scrump_pins_model(peterson pins_peterson.c)
scrump_pins_model(peterson_exchanged pins_peterson.c EXCHANGED)
scrump_pins_model(peterson_spins questions_peterson.c SPINS)
scrump_pins_model(peterson_divine questions_peterson.c)
scrump_pins_model(peterson_nameless questions_peterson.c NAMELESS)
foreach(odd RANGE 1 9)
  scrump_pins_model(odd_${odd} odd.c ODD=${odd})
endforeach()

scrump_tests(problems/pins scrump_models pugixml::pugixml)
target_link_options(test_problems_pins PRIVATE LINKER:--dynamic-list=${PROJECT_SOURCE_DIR}/problems/pins/exports.list)
target_compile_definitions(test_problems_pins PRIVATE SCRUMP_PINS_MODELS="${SCRUMP_PINS_MODELS}")
add_dependencies(test_problems_pins pins_models)
