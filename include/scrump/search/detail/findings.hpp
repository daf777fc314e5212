#pragma once
// The results of a check so far.

#include <scrump/base/clock.hpp>
#include <scrump/search/check_report.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Path to a node: the number of each child at its parent.
using NodePath = std::vector<std::uint64_t>;

/// Description of a node, such as "the root", "the node at depth 2, path 3 0"; for a long path, both ends.
std::string node_at(const NodePath& path);

/// The first violation of each contract.
class Findings {
  public:
    /// Thrown when time is up.
    struct TimeIsUp {};

    explicit Findings(std::optional<Clock::time_point> until) : until_(until) {}

    /// To be called from time to time; throws when the time is up.
    void stop_in_time() const {
        if (until_ && Clock::now() >= *until_) throw TimeIsUp();
    }
    /// Whether a violation of the contract was found.
    bool has(Contract contract) const;
    /// Adds a violation at the node at the end of the path, described by `what`.
    void add(Contract contract, const NodePath& path, const std::string& what);

    std::vector<Violation> take() { return std::move(violations_); }

  private:
    const std::optional<Clock::time_point> until_;
    std::vector<Violation> violations_;
};

}  // namespace scrump::detail
