#pragma once
// An integral by trapezia that are halved until halving changes nothing: a benchmark of Cilk's. Its depth at each place
// is not known in advance.

#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

namespace scrump::fork_join {

/// The integral of (x² + 1) x from 0 to `end`, which is end⁴ / 4 + end² / 2, each trapezium to 10⁻⁹. `end` is at most
/// 10,000.
TaskResult<double> integrate(double end, const TaskOptions& options = {});

/// The same without tasks.
double integrate_by_hand(double end);

}  // namespace scrump::fork_join
