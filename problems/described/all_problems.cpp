// The problems that are described.

#include <scrump/base/error.hpp>
#include <scrump/problems/colouring/ext/description.hpp>
#include <scrump/problems/described/ext/problem.hpp>
#include <scrump/problems/flowshop/ext/description.hpp>
#include <scrump/problems/independent_set/ext/description.hpp>
#include <scrump/problems/knapsack/ext/description.hpp>
#include <scrump/problems/maxclique/ext/description.hpp>
#include <scrump/problems/mcs/ext/description.hpp>
#include <scrump/problems/sip/ext/description.hpp>
#include <scrump/problems/tsp/ext/description.hpp>

#include <array>
#include <string>

namespace scrump::described {

std::span<const Problem* const> all_problems() {
    static constexpr std::array problems = {
        &maxclique::clique_description,
        &maxclique::k_clique_description,
        &independent_set::set_description,
        &independent_set::cover_description,
        &colouring::description,
        &sip::description,
        &mcs::description,
        &knapsack::description,
        &tsp::description,
        &flowshop::description,
    };
    return problems;
}

const Problem& find_problem(std::string_view name) {
    for (const Problem* const each : all_problems())
        if (each->name == name) return *each;
    throw UsageError("there is no problem " + std::string(name));
}

}  // namespace scrump::described
