#pragma once

// Include it for the systems of papers, as `scrump::options_of_paper()`.
//
// The systems of papers for programs: `options_of_paper<SearchOptions>("xie2023")`, and the same with TaskOptions,
// LoopOptions and SymbolicReachOptions.

#include <scrump/loops/option_table.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/search/option_table.hpp>
#include <scrump/states/diagrams/option_table.hpp>
#include <scrump/tasks/option_table.hpp>
