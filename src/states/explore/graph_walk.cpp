#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/states/explore/detail/graph_walk.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace scrump::detail {
namespace {

class Walker {
  public:
    Walker(const AnyModel& model, const StateGraphOptions& options)
        : model_(model),
          options_(options),
          deadline_(deadline_of(options)),
          memory_limit_(options.memory_limit.value_or(available_memory() / 4 * 3)),
          graph_{.states = StateBuffer(model.width())},
          next_(model.width()) {}

    GraphWalk operator()() {
        begin();
        std::size_t next = 0;
        for (std::uint64_t level = 0; level < options_.level_limit && next < size(); ++level)
            for (const std::size_t end = size(); next < end; ++next)
                if (!is_within_limits() || !expand(next)) return std::move(graph_);
        return std::move(graph_);
    }

  private:
    // Beside its bytes, about what a state takes in the map and in the marks.
    static constexpr std::size_t bytes_beside = sizeof(StateMarks) + 96;

    void begin() {
        model_.put_initial(next_);
        for (std::size_t i = 0; i < next_.size(); ++i)
            if (const auto number = number_of(next_[i])) graph_.marks[*number].initial = true;
    }
    std::size_t size() const { return graph_.states.size(); }

    bool is_within_limits() {
        if (deadline_.passed()) graph_.status = options_.stop.stop_requested() ? Status::cancelled : Status::time_limit;
        if (state_bytes_ + graph_.steps.size() * sizeof(StateStep) > memory_limit_)
            graph_.status = Status::memory_limit;
        return graph_.status == Status::complete;
    }

    // False if it has come to the number of states after which it stops.
    bool expand(std::size_t from) {
        next_.clear();
        model_.expand(graph_.states[from], next_);
        graph_.marks[from].deadlock = next_.empty();
        for (std::size_t i = 0; i < next_.size(); ++i) {
            const auto to = number_of(next_[i]);
            if (!to) return false;
            graph_.steps.push_back({.from = from, .to = *to});
        }
        return true;
    }

    std::optional<std::size_t> number_of(StateWordsSpan state) {
        const std::string bytes(reinterpret_cast<const char*>(state.data()), state.size_bytes());
        const auto known = numbers_.find(bytes);
        if (known != numbers_.end()) return known->second;
        if (options_.stop_after && size() >= *options_.stop_after) {
            graph_.status = Status::state_limit;
            return std::nullopt;
        }
        if (size() == options_.state_limit)
            throw Error("the state graph has more than " + std::to_string(options_.state_limit) +
                        " states: raise its limit (graph-limit), or draw fewer levels");
        numbers_.emplace(bytes, size());
        graph_.states.append(state);
        graph_.marks.emplace_back();
        state_bytes_ += 2 * state.size_bytes() + bytes_beside;
        return size() - 1;
    }

    const AnyModel& model_;
    const StateGraphOptions& options_;
    const Deadline deadline_;
    const std::size_t memory_limit_;
    GraphWalk graph_;
    StateBuffer next_;
    std::size_t state_bytes_ = 0;                           // of the states, about
    std::unordered_map<std::string, std::size_t> numbers_;  // by the bytes of states
};

}  // namespace

GraphWalk walk(const AnyModel& model, const StateGraphOptions& options) {
    return Walker(model, options)();
}

}  // namespace scrump::detail
