#pragma once

// Include it for parallel loops and calls without options.
//
// Plain calls, the front door for every day: loops, calls, sorting and groups of tasks that use all cores, from
// anywhere, nested to any depth.
//
//     scrump::parallel_for(0, n, [&](int i) { result[i] = f(i); });
//     const double sum = scrump::parallel_reduce(0, n, 0.0, [&](int i) { return result[i]; });
//     scrump::parallel_invoke([&] { left(); }, [&] { right(); });
//     scrump::parallel_sort(v.begin(), v.end());
//
//     scrump::TaskGroup group;
//     group.run([] { … });
//     group.wait();
//
// docs/parallel.md is the reference.

#include <scrump/base/error.hpp>
#include <scrump/tasks/affinity.hpp>
#include <scrump/tasks/isolation.hpp>
#include <scrump/tasks/parallel_algorithms.hpp>
#include <scrump/tasks/parallel_calls.hpp>
#include <scrump/tasks/parallel_options.hpp>
#include <scrump/tasks/pool.hpp>
#include <scrump/tasks/task_group.hpp>
