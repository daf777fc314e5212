#pragma once
// The private part of a steal stack of tasks, for searches of any type: nodes may have any size, and are converted to
// words only when they move.

#include <scrump/pools/detail/open_nodes.hpp>
#include <scrump/pools/detail/task.hpp>

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace scrump::detail {

class SearchLocality;

class TaskStack final : public OpenNodes {
  public:
    explicit TaskStack(const SearchLocality& home) : home_(home) {}

    void push(TaskPtr task);
    /// Takes the newest one.
    TaskPtr pop();
    /// Reverses the order of all from index `first` on.
    void reverse(std::size_t first);
    const Task& operator[](std::size_t index) const { return *tasks_[index]; }

    /// The same for nodes that take up to `open_bytes` bytes.
    static std::size_t packed_words(std::size_t open_bytes, std::size_t count);
    std::size_t packed_words(std::size_t count) const override;
    void pack(std::size_t first, std::size_t count, std::vector<PackedWord>& to) const override;
    void unpack(std::size_t count, std::span<const PackedWord> from) override;
    void drop_front(std::size_t count) override;

  private:
    const SearchLocality& home_;
    std::deque<TaskPtr> tasks_;
};

}  // namespace scrump::detail
