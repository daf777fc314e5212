#pragma once
// What a Fork does when its fast path does not do: compiled once, out of the way.

#include <scrump/tasks/detail/descriptor.hpp>

namespace scrump::detail {

/// At the sync of a task, by the worker that spawned it; `top`: of its deque. Whether the task has ended elsewhere:
/// else it is still the caller's own, to be run. Throws Abandoned where the computation is to end, and Error where
/// another task is to be synced first; this one has been dropped, then. Error, too, where `task` is null, as
/// the handle stands for none, and where the fork is lent.
[[gnu::cold, gnu::noinline]] bool join(Descriptor* task, Descriptor* top);

/// A handle goes without a sync: runs or waits for its task, and those above it. Returns the deque's top from now on.
[[gnu::cold, gnu::noinline]] Descriptor* drop(Descriptor* task, Descriptor* top) noexcept;

/// There is no room for a task above this top, or the fork is lent. Throws Error.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_task(const Descriptor* top);

/// Gives a task to a thief that asks for one. Throws Abandoned where the computation is to end, Error where the fork is
/// lent.
[[gnu::cold, gnu::noinline]] void communicate(Descriptor* top);

/// Of the computation. Throws Error where the fork is lent.
unsigned workers_of(const Descriptor* top);

/// The computation is to end: thrown through the tasks under way, and caught where workers began them. No
/// std::exception, so that nobody who handles errors catches it by chance.
struct Abandoned {};

}  // namespace scrump::detail
