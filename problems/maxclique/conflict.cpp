#include <scrump/problems/maxclique/detail/conflict.hpp>

#include <algorithm>

namespace scrump::maxclique {
namespace {

/// Multiples are kept below about the square of this.
constexpr std::uint64_t large_multiple = 1U << 12U;

}  // namespace

void ConflictSteps::add(proof::Sum& sum, const LoggedConflict& conflict, const LoggedClasses& classes) {
    forced_.clear();
    forced_.push_back({conflict.vertex, classes[conflict.emptied], 0, 1});
    for (std::size_t i = 0; i < conflict.forced.size(); i += 2)
        forced_.push_back({conflict.forced[i + 1], classes[conflict.forced[i]], 0, 0});
    sum.begin();
    exclude(sum, forced_[0].own, forced_.size(), 1);
    for (std::size_t i = forced_.size(); i-- > 1;) {
        Forced& here = forced_[i];
        if (here.excluding == 0) continue;
        here.unsatisfied = here.excluding;
        exclude(sum, here.own, i, here.excluding);
        here.excluding = 0;
        if (here.unsatisfied > large_multiple) even_out(sum, i, false);
    }
    even_out(sum, 1, true);
    sum.end();
}

/// Adds `times` that none of `vertices`, except the one that was forced at place `before`, can be chosen together with
/// all that were forced earlier.
void ConflictSteps::exclude(proof::Sum& sum, LoggedVertices vertices, std::size_t before, std::uint64_t times) {
    left_.assign(vertices.begin(), vertices.end());
    if (before < forced_.size()) std::erase(left_, forced_[before].vertex);
    for (std::size_t i = 0; i < before && !left_.empty(); ++i) {
        const std::uint16_t reason = forced_[i].vertex;
        excluded_.clear();
        std::erase_if(left_, [&](std::uint16_t vertex) {
            if (graph_.adjacent(reason, vertex)) return false;
            excluded_.push_back(vertex);
            return true;
        });
        if (excluded_.empty()) continue;
        excluded_.insert(std::ranges::lower_bound(excluded_, reason), reason);
        sets_.add(sum, excluded_, times);
        forced_[i].excluding += times;
    }
    if (!left_.empty()) throw_incomplete_log();
}

/// Makes all multiples that are not 0 equal, `all` of them even if they are, and divides. Vertices at place `before` or
/// later exclude none any more.
void ConflictSteps::even_out(proof::Sum& sum, std::size_t before, bool all) {
    std::uint64_t most = 1;
    for (const Forced& each : forced_) most = std::max({most, each.excluding, each.unsatisfied});
    for (std::size_t i = 0; i < forced_.size(); ++i) {
        Forced& each = forced_[i];
        if (i < before && (each.excluding != 0 || (all && i == 0))) {
            const std::uint16_t vertex[] = {each.vertex};
            if (each.excluding < most) sets_.add(sum, vertex, most - each.excluding);
            each.excluding = 1;
        }
        if (each.unsatisfied != 0 || all) {
            if (each.unsatisfied < most) sets_.add(sum, each.own, most - each.unsatisfied);
            each.unsatisfied = 1;
        }
    }
    sum.divide(most);
}

}  // namespace scrump::maxclique
