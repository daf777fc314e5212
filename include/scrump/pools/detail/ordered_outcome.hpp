#pragma once
// The results of a replicable search's tasks (ordered_pool.hpp), and the knowledge that they pass on.

#include <scrump/metrics/counters.hpp>
#include <scrump/pools/detail/task.hpp>

#include <cstddef>
#include <memory>

namespace scrump::detail {

/// The result of an ordered task, in a form that only the search knows.
struct SubtreeResult {
    SubtreeResult() = default;
    SubtreeResult(const SubtreeResult&) = delete;
    SubtreeResult& operator=(const SubtreeResult&) = delete;
    virtual ~SubtreeResult() = default;
};
using SubtreeResultPtr = std::unique_ptr<SubtreeResult>;

/// The knowledge that ordered tasks pass on. Called by one thread at a time.
class OrderedKnowledge {
  public:
    virtual ~OrderedKnowledge() = default;

    /// Called when the tasks are planned: the first one may use everything known now.
    virtual void begin() = 0;
    /// Adds the result of the next finished task in order.
    virtual void add(const SubtreeResult& result) = 0;
    /// Gives the task the results of the first `finished` tasks, and no more.
    virtual void tell(Task& task, std::size_t finished) const = 0;
    virtual bool ends_search(const SubtreeResult& result) const = 0;
};

/// Result and cost of an ordered task.
struct OrderedOutcome {
    SubtreeResultPtr result;
    Counters cost{};
};

}  // namespace scrump::detail
