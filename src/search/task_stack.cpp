#include "task_stack.hpp"

#include <scrump/net/codec.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/search_locality.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace scrump::detail {

void TaskStack::push(TaskPtr task) {
    tasks_.push_back(std::move(task));
    ++size_;
}

TaskPtr TaskStack::pop() {
    TaskPtr task = std::move(tasks_.back());
    tasks_.pop_back();
    --size_;
    return task;
}

void TaskStack::reverse(std::size_t first) {
    std::reverse(tasks_.begin() + static_cast<std::ptrdiff_t>(first), tasks_.end());
}

// The first word is the number of bytes.
std::size_t TaskStack::packed_words(std::size_t open_bytes, std::size_t count) {
    return 1 + (count * open_bytes + sizeof(PackedWord) - 1) / sizeof(PackedWord);
}

std::size_t TaskStack::packed_words(std::size_t count) const {
    return packed_words(home_.open_bytes(), count);
}

void TaskStack::pack(std::size_t first, std::size_t count, std::vector<PackedWord>& to) const {
    Encoder nodes;
    for (std::size_t index = first; index < first + count; ++index) home_.put_open(nodes, *tasks_[index]);
    const Bytes bytes = nodes.take();
    to.assign(1 + (bytes.size() + sizeof(PackedWord) - 1) / sizeof(PackedWord), 0);
    to.front() = bytes.size();
    std::memcpy(to.data() + 1, bytes.data(), bytes.size());
}

void TaskStack::unpack(std::size_t count, std::span<const PackedWord> from) {
    require_own(!from.empty() && from.front() <= (from.size() - 1) * sizeof(PackedWord), "a chunk of nodes");
    Decoder nodes(Bytes(reinterpret_cast<const char*>(from.data() + 1), from.front()));
    for (std::size_t left = count; left > 0; --left) push(home_.get_open(nodes));
    require_own(nodes.at_end(), "a chunk of nodes");
}

void TaskStack::drop_front(std::size_t count) {
    tasks_.erase(tasks_.begin(), tasks_.begin() + static_cast<std::ptrdiff_t>(count));
    size_ -= count;
}

}  // namespace scrump::detail
