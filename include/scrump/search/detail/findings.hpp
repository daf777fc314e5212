#pragma once
// What a check has found so far.

#include <scrump/base/clock.hpp>
#include <scrump/search/check_report.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Which child of its parent each node on the way to a node is.
using NodePath = std::vector<std::uint64_t>;

/// "the root", "the node at depth 2, path 3 0"; of a long path both ends.
std::string node_at(const NodePath& path);

/// The first violation of each contract.
class Findings {
  public:
    /// Thrown when time is up.
    struct TimeIsUp {};

    explicit Findings(std::optional<Clock::time_point> until) : until_(until) {}

    /// To be called now and then.
    void stop_in_time() const {
        if (until_ && Clock::now() >= *until_) throw TimeIsUp();
    }
    /// Whether there is one.
    bool has(Contract contract) const;
    /// Of the node at the end of the path, which `what` is said of.
    void add(Contract contract, const NodePath& path, const std::string& what);

    std::vector<Violation> take() { return std::move(violations_); }

  private:
    const std::optional<Clock::time_point> until_;
    std::vector<Violation> violations_;
};

}  // namespace scrump::detail
