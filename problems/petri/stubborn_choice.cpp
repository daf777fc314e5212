#include <scrump/problems/petri/detail/stubborn_choice.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace scrump::petri {

// Kept from marking to marking, so that nothing is allocated or cleared for each of them.
struct StubbornChoice::Scratch {
    // For each transition: the node of all that raise a place where tokens are missing.
    std::vector<Node> missing;
    std::vector<std::uint32_t> enabled;

    // For each node, when it was seen, and for the search for components, its number in the order of visits and the
    // least number to which it leads.
    struct Mark {
        std::uint64_t seen = 0;
        std::uint32_t number = 0, least = 0;
        bool waits = false;  // for its component to be complete
        bool leads_to_any =
            false;  // whether it leads to enabled transitions, outside its component until it is complete
    };
    std::vector<Mark> marks;
    std::uint64_t now = 0;  // a time for each search
    std::uint32_t visited = 0;

    std::vector<Node> waiting;
    std::vector<std::pair<Node, std::size_t>> path;
};

namespace {

constexpr Dependencies::Node not_missing = std::numeric_limits<Dependencies::Node>::max();

}  // namespace

StubbornChoice::Scratch& StubbornChoice::scratch() {
    thread_local Scratch scratch;
    return scratch;
}

StubbornChoice::StubbornChoice(const Dependencies& dependencies, std::span<const Tokens> tokens)
    : dependencies_(dependencies), scratch_(scratch()) {
    const std::size_t transitions = dependencies.count_transitions();
    scratch_.missing.assign(transitions, not_missing);
    scratch_.enabled.clear();
    if (scratch_.marks.size() < dependencies.count_nodes()) scratch_.marks.resize(dependencies.count_nodes());
    for (std::uint32_t i = 0; i < transitions; ++i) {
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        for (const Arc& arc : dependencies.takes(i)) {
            if (tokens[arc.place] >= arc.weight) continue;
            const Node raising = dependencies.raising(arc.place);
            const std::size_t count = dependencies.members(raising).size();
            if (count >= fewest) continue;
            fewest = count;
            scratch_.missing[i] = raising;
        }
        if (is_enabled(i)) scratch_.enabled.push_back(i);
    }
}

const std::vector<std::uint32_t>& StubbornChoice::enabled() const {
    return scratch_.enabled;
}
bool StubbornChoice::is_enabled(std::uint32_t transition) const {
    return scratch_.missing[transition] == not_missing;
}
StubbornChoice::Node StubbornChoice::missing(std::uint32_t transition) const {
    return scratch_.missing[transition];
}

std::span<const StubbornChoice::Node> StubbornChoice::next(Node node, bool strong) const {
    if (!dependencies_.is_transition(node)) return dependencies_.members(node);
    if (!is_enabled(node)) return {&scratch_.missing[node], 1};
    return strong ? dependencies_.competing(node) : dependencies_.disabled_by(node);
}

std::vector<std::uint32_t> StubbornChoice::closure(std::span<const Node> nodes) {
    const std::uint64_t now = ++scratch_.now;
    std::vector<Node>& open = scratch_.waiting;
    std::vector<std::uint32_t> found;
    open.clear();
    const auto add = [&](std::span<const Node> some) {
        for (const Node each : some)
            if (std::exchange(scratch_.marks[each].seen, now) != now) open.push_back(each);
    };
    add(nodes);
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        if (dependencies_.is_transition(node) && is_enabled(node)) found.push_back(node);
        add(next(node, false));
    }
    return found;
}

const std::vector<std::uint32_t>& StubbornChoice::deadlock_set() {
    if (deadlock_set_) return *deadlock_set_;
    deadlock_set_ = scratch_.enabled;
    if (scratch_.enabled.size() <= 1) return *deadlock_set_;
    ++scratch_.now;
    scratch_.visited = 0;
    scratch_.waiting.clear();
    for (const std::uint32_t each : scratch_.enabled)
        if (scratch_.marks[each].seen != scratch_.now && !visit_components(each)) break;
    return *deadlock_set_;
}

// False once a set of a single enabled transition is known.
bool StubbornChoice::visit_components(Node root) {
    scratch_.path.clear();
    enter(root);
    while (!scratch_.path.empty()) {
        auto& [node, position] = scratch_.path.back();
        const std::span<const Node> all = next(node, true);
        if (position == all.size()) {
            leave(node);
            if (deadlock_set_->size() == 1) return false;
            continue;
        }
        const Node to = all[position++];
        Scratch::Mark& own = scratch_.marks[node];
        const Scratch::Mark& other = scratch_.marks[to];
        if (other.seen != scratch_.now) {
            enter(to);
        } else if (other.waits) {
            own.least = std::min(own.least, other.number);
        } else {
            own.leads_to_any = own.leads_to_any || other.leads_to_any;
        }
    }
    return true;
}

void StubbornChoice::enter(Node node) {
    const std::uint32_t number = scratch_.visited++;
    scratch_.marks[node] = {.seen = scratch_.now, .number = number, .least = number, .waits = true};
    scratch_.waiting.push_back(node);
    scratch_.path.emplace_back(node, 0);
}

void StubbornChoice::leave(Node node) {
    scratch_.path.pop_back();
    Scratch::Mark& own = scratch_.marks[node];
    if (own.least == own.number) take_component(node);
    if (scratch_.path.empty()) return;
    Scratch::Mark& before = scratch_.marks[scratch_.path.back().first];
    before.least = std::min(before.least, own.least);
    before.leads_to_any = before.leads_to_any || own.leads_to_any;
}

void StubbornChoice::take_component(Node root) {
    std::vector<Node>& waiting = scratch_.waiting;
    auto begin = waiting.end();
    do --begin;
    while (*begin != root);
    std::vector<std::uint32_t> enabled;
    bool leads_to_any = false;
    for (auto each = begin; each != waiting.end(); ++each) {
        scratch_.marks[*each].waits = false;
        leads_to_any = leads_to_any || scratch_.marks[*each].leads_to_any;
        if (dependencies_.is_transition(*each) && is_enabled(*each)) enabled.push_back(*each);
    }
    for (auto each = begin; each != waiting.end(); ++each)
        scratch_.marks[*each].leads_to_any = leads_to_any || !enabled.empty();
    waiting.erase(begin, waiting.end());
    if (leads_to_any || enabled.empty() || enabled.size() >= deadlock_set_->size()) return;
    std::ranges::sort(enabled);
    *deadlock_set_ = std::move(enabled);
}

}  // namespace scrump::petri
