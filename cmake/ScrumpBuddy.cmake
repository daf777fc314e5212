# BuDDy, a package of decision diagrams that benchmarks compare with: the target scrump_buddy, where it is installed. It
# brings no CMake package of its own.
if(TARGET scrump_buddy)
  return()
endif()
find_path(BUDDY_INCLUDE_DIR fdd.h)
find_library(BUDDY_LIBRARY bdd)
mark_as_advanced(BUDDY_INCLUDE_DIR BUDDY_LIBRARY)
if(BUDDY_INCLUDE_DIR AND BUDDY_LIBRARY)
  add_library(scrump_buddy INTERFACE)
  target_include_directories(scrump_buddy SYSTEM INTERFACE ${BUDDY_INCLUDE_DIR})
  target_link_libraries(scrump_buddy INTERFACE ${BUDDY_LIBRARY})
endif()
