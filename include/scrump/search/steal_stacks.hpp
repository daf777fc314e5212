#pragma once

// Include it for enumerations that make batches of nodes.
//
// For enumerations whose generator makes the children of many nodes at once (`expand`), or requests steal stacks of
// nodes in columns (`steal_stacks`): the loop over batches of nodes, and workers with such stacks. Such an enumeration
// does not compile without this header. docs/steal-stacks.md is a tutorial.
//
//     #include <scrump/search.hpp>
//     #include <scrump/search/steal_stacks.hpp>

#include <scrump/search/detail/batch_explorer.hpp>
#include <scrump/search/detail/stack_worker.hpp>
