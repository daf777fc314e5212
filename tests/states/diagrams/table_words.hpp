#pragma once
// Memory for a table of nodes or of operations, and nodes to put into it.

#include <scrump/states/diagrams/detail/node.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace scrump::test {

/// Words that are zero at first.
class TableWords {
  public:
    explicit TableWords(std::size_t count) : words_(new std::atomic<std::uint64_t>[count]()) {}

    std::atomic<std::uint64_t>* data() const { return words_.get(); }

  private:
    std::unique_ptr<std::atomic<std::uint64_t>[]> words_;
};

/// Nodes by their numbers, any two of which differ.
inline detail::NodeWords numbered_node(std::uint64_t number) {
    const detail::Edge high{number % 1000 + 1};
    return detail::NodeWords::of(static_cast<detail::Level>(number % 7), {number + 1}, number % 3 == 0 ? !high : high);
}

}  // namespace scrump::test
