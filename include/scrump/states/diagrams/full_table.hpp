#pragma once
// The error of computations on decision diagrams that have no room for their nodes.

#include <scrump/base/error.hpp>
#include <scrump/runtime/status.hpp>

#include <string>

namespace scrump {

/// The table of nodes is full of nodes in use, and must not grow.
class FullTable : public Error {
  public:
    FullTable(const std::string& message, Status limit) : Error(message), limit_(limit) {}

    /// What keeps it from growing: `memory_limit`, or `node_limit` for its largest number of buckets.
    Status limit() const { return limit_; }

  private:
    Status limit_;
};

}  // namespace scrump
