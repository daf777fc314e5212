#include <scrump/base/error.hpp>
#include <scrump/states/explore/detail/graph_walk.hpp>

#include <string>
#include <unordered_map>
#include <utility>

namespace scrump::detail {
namespace {

class Walker {
  public:
    Walker(const AnyModel& model, std::size_t state_limit)
        : model_(model),
          state_limit_(state_limit),
          graph_{.states = StateBuffer(model.width())},
          next_(model.width()) {}

    void begin() {
        model_.put_initial(next_);
        for (std::size_t i = 0; i < next_.size(); ++i) graph_.marks[number_of(next_[i])].initial = true;
    }
    std::size_t size() const { return graph_.states.size(); }
    void expand(std::size_t from) {
        next_.clear();
        model_.expand(graph_.states[from], next_);
        graph_.marks[from].deadlock = next_.empty();
        for (std::size_t i = 0; i < next_.size(); ++i)
            graph_.steps.push_back({.from = from, .to = number_of(next_[i])});
    }
    GraphWalk take() { return std::move(graph_); }

  private:
    std::size_t number_of(StateWordsSpan state) {
        const std::string bytes(reinterpret_cast<const char*>(state.data()), state.size_bytes());
        const auto [entry, is_new] = numbers_.try_emplace(bytes, size());
        if (is_new) {
            if (size() == state_limit_)
                throw Error("the state graph has more than " + std::to_string(state_limit_) +
                            " states: raise its limit (graph-limit), or draw fewer levels");
            graph_.states.append(state);
            graph_.marks.emplace_back();
        }
        return entry->second;
    }

    const AnyModel& model_;
    const std::size_t state_limit_;
    GraphWalk graph_;
    StateBuffer next_;
    std::unordered_map<std::string, std::size_t> numbers_;  // by the bytes of states
};

}  // namespace

GraphWalk walk(const AnyModel& model, std::size_t state_limit, std::uint64_t level_limit) {
    Walker walker(model, state_limit);
    walker.begin();
    std::size_t next = 0;
    for (std::uint64_t level = 0; level < level_limit && next < walker.size(); ++level)
        for (const std::size_t end = walker.size(); next < end; ++next) walker.expand(next);
    return walker.take();
}

}  // namespace scrump::detail
