#pragma once
// Several solutions against all that there are.

#include <scrump/search/best_wanted.hpp>
#include <scrump/search/objective.hpp>
#include <scrump/search/options.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {

/// Solutions, in a form in which equal ones are the same, and their objectives.
template <class Key, class Objective>
using All = std::map<Key, Objective>;

/// Of all solutions those that are wanted are answered, each once, the best first.
template <class Sense, class Key, class Objective>
void expect_wanted(const All<Key, Objective>& all, const BestWanted<Objective>& wanted,
                   const std::vector<std::pair<Key, Objective>>& answered, const std::string& where) {
    std::vector<Objective> objectives;
    for (const auto& [key, objective] : all) objectives.push_back(objective);
    std::sort(objectives.begin(), objectives.end(), [](Objective a, Objective b) { return Sense::better(a, b); });
    std::vector<Objective> expected;
    for (const Objective objective : objectives) {
        if (expected.size() == wanted.most || (wanted.at_least && Sense::better(*wanted.at_least, objective)) ||
            (wanted.equal && objective != objectives.front()))
            break;
        expected.push_back(objective);
    }
    std::vector<Objective> found;
    std::map<Key, std::size_t> times;
    for (const auto& [key, objective] : answered) {
        found.push_back(objective);
        const auto known = all.find(key);
        ASSERT_NE(known, all.end()) << "no solution, " << where;
        EXPECT_EQ(known->second, objective) << where;
        EXPECT_EQ(++times[key], 1U) << "there twice, " << where;
    }
    EXPECT_EQ(found, expected) << where;
}

/// All, the best, some, those that are as good as `good`, and several wishes at once.
template <class Objective>
std::vector<BestWanted<Objective>> wishes_for(Objective good) {
    return {{},
            {.most = 1},
            {.most = 4},
            {.equal = true},
            {.most = 2, .equal = true},
            {.at_least = good},
            {.most = 3, .at_least = good},
            {.equal = true, .at_least = good}};
}

template <class Objective>
std::string described(const BestWanted<Objective>& wanted) {
    return "most " + std::to_string(wanted.most) + (wanted.equal ? ", equal" : "") +
           (wanted.at_least ? ", at least " + std::to_string(*wanted.at_least) : "");
}

/// One worker, and several that steal from each other, in one locality or two.
inline std::vector<SearchOptions> ways_to_several() {
    return {{.skeleton = Skeleton::sequential()},
            {.skeleton = Skeleton::adaptive(), .workers = 3, .pin = false},
            {.skeleton = Skeleton::budget(1), .workers = 2, .localities = 2, .pin = false},
            {.skeleton = Skeleton::ordered(2), .workers = 3, .pin = false}};
}

}  // namespace scrump::test
