#pragma once
// The slow path of a Fork: compiled once, out of the way.

#include <scrump/tasks/detail/descriptor.hpp>

namespace scrump::detail {

/// At the sync of a task, by the worker that spawned it; `top`: of its deque. Returns whether the task has ended
/// elsewhere: otherwise it is still the caller's own, to be run. Throws Abandoned if the computation is to end, and
/// Error if another task must be synced first; this one has then been dropped. Also throws Error if `task` is null, as
/// the handle has none, and if the fork is lent.
[[gnu::cold, gnu::noinline]] bool join(Descriptor* task, Descriptor* top);

/// A handle ends without a sync: runs or waits for its task, and those above it. Returns the new top of the deque.
[[gnu::cold, gnu::noinline]] Descriptor* drop(Descriptor* task, Descriptor* top) noexcept;

/// There is no room for a task above this top, or the fork is lent. Throws Error.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_task(const Descriptor* top);

/// Gives a task to a thief that asks for one. Throws Abandoned if the computation is to end, Error if the fork is lent.
[[gnu::cold, gnu::noinline]] void communicate(Descriptor* top);

/// Throws Error if the fork is lent.
void refuse_if_lent(const Descriptor* top);

/// Before a long function: shares the tasks below this top, if there are idle workers for them or none is shared.
/// Throws Abandoned if the computation is to end.
[[gnu::noinline]] void expose(Descriptor* top);
/// The same for all of them, whatever is shared.
[[gnu::noinline]] void expose_all(Descriptor* top);

/// Number of workers of the computation. Throws Error if the fork is lent.
unsigned workers_of(const Descriptor* top);

/// The computation is to end: thrown through the tasks under way, and caught where workers began them. Not a
/// std::exception, so that error handlers do not catch it by accident.
struct Abandoned {};

}  // namespace scrump::detail
