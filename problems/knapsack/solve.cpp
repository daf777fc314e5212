#include <scrump/problems/knapsack/solve.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/problems/knapsack/detail/beginning.hpp>
#include <scrump/problems/knapsack/detail/generator.hpp>
#include <scrump/problems/knapsack/detail/greedy.hpp>
#include <scrump/problems/knapsack/detail/packings.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::knapsack {

namespace {

Packing checked(const Instance& instance, std::vector<std::size_t> items, std::int64_t profit) {
    Packing packing{.items = std::move(items)};
    const Item sums = sum(instance, packing.items);
    packing.profit = sums.profit;
    packing.weight = sums.weight;
    const bool distinct = std::adjacent_find(packing.items.begin(), packing.items.end()) == packing.items.end();
    if (!distinct || packing.weight > instance.capacity || packing.profit != profit) {
        throw std::logic_error("knapsack: the answer is not a packing of that profit; this is a defect of Scrump");
    }
    return packing;
}

Packing packing_of(const Instance& instance, const Space& space, const Node& node) {
    const Selection packing = node.is_known_packing() ? node.deviating
                              : node.part == Node::no_part
                                  ? space.start()
                                  : space.parts()[node.part].packing(node.change, node.deviating);
    return checked(instance, items_of(space.kernel(), packing), Generator::objective(space, node));
}

// Nodes are numbers of what the space has in an order that floating-point prices decide: another build may come to
// another one.
std::string digest_of(const Space& space) {
    std::string numbers;
    const auto add = [&](std::int64_t number) { numbers += std::to_string(number) + ' '; };
    for (const Part& part : space.parts()) {
        add(part.bound());
        add(static_cast<std::int64_t>(part.core()));
        add(static_cast<std::int64_t>(part.table_size()));
        for (std::size_t i = 0; i < part.size(); ++i) {
            add(part.deviation(i).profit);
            add(part.deviation(i).weight);
            add(part.deviation(i).count);
            add(part.loss(i));
        }
    }
    return digest(numbers);
}

std::string describe(const std::string& sought, const Instance& instance) {
    return sought + " of a knapsack with " + std::to_string(instance.items.size()) + " items, " +
           digest(to_text(instance));
}

// What is known without a space: a packing, and what all items that fit are worth together.
struct KnownAtOnce {
    Packing packing;
    std::int64_t bound;
};

KnownAtOnce known_at_once(const Instance& instance) {
    const Kernel kernel = make_kernel(instance);
    const Selection packing = pack_greedily(kernel, 0, 0);
    return {checked(instance, items_of(kernel, packing), kernel.full_profit(sum(kernel, packing).profit)),
            kernel.full_profit(kernel.profit_of_all)};
}

// A search of a space. The time that making the space takes counts. `target`: the profit that suffices.
template <class Search>
auto timed(const Instance& instance, const SearchOptions& options, const std::string& sought,
           std::optional<std::int64_t> target, const Search& search) {
    SearchOptions named = options;
    named.start_clock();
    Space space(instance);
    scrump::Preparation::over();
    if (compares_problem(named))
        named.checkpoints.problem = describe(sought, instance) + ", searched as " + digest_of(space);
    const Node start = begin(space, target, named);
    return search(space, start, named);
}

/// `most`: of the profit of any packing.
Several<Packing> search_several(const Instance& instance, const BestWanted<std::int64_t>& wanted, std::int64_t most,
                                const SearchOptions& options) {
    SearchOptions named = options;
    named.start_clock();
    const PackingsSpace space(instance, most);
    if (compares_problem(named)) named.checkpoints.problem = describe("several packings", instance);
    auto result = best<PackingsGenerator>(space, root(space), wanted, named);
    std::vector<Packing> packings;
    for (const auto& [profit, node] : result.solutions)
        packings.push_back(checked(instance, space.packing(node.deviating), profit));
    return answer(result, std::move(packings));
}

}  // namespace

Answer<Packing> find_best_packing(const Instance& instance, const SearchOptions& options) {
    const auto search = [&](const Space& space, const Node& start, const SearchOptions& named) {
        auto result = maximise<Generator>(space, Node{}, named, {.start = start});
        return answer(result, packing_of(instance, space, result.node.value_or(start)));
    };
    return scrump::prepare_and(
        options, [&] { return timed(instance, options, "the best packing", std::nullopt, search); },
        [&](Status status, Statistics cost) {
            KnownAtOnce known = known_at_once(instance);
            cost.bound = static_cast<double>(known.bound);
            return Answer<Packing>{status, std::move(known.packing), std::move(cost)};
        });
}

Answer<std::optional<Packing>> find_packing(const Instance& instance, std::int64_t profit,
                                            const SearchOptions& options) {
    const std::string sought = "a packing worth " + std::to_string(profit);
    const auto search = [&](const Space& space, const Node& start, const SearchOptions& named) {
        auto result = decide<Generator>(space, Node{}, profit, named, {.start = start});
        std::optional<Packing> packing;
        if (result.node) packing = packing_of(instance, space, *result.node);
        return answer(result, std::move(packing));
    };
    return scrump::prepare_and(
        options, [&] { return timed(instance, options, sought, profit, search); },
        [&](Status status, Statistics cost) {
            Packing packing = known_at_once(instance).packing;
            if (packing.profit < profit) return Answer<std::optional<Packing>>{status, std::nullopt, std::move(cost)};
            return Answer<std::optional<Packing>>{Status::complete, std::move(packing), std::move(cost)};
        });
}

Several<Packing> find_best_packings(const Instance& instance, const BestWanted<std::int64_t>& wanted,
                                    const SearchOptions& options) {
    expect_fit_for_several("knapsack", options);
    if (wanted.at_least) return search_several(instance, wanted, max_sum, options);
    const auto find_best = [&](const SearchOptions& given) { return as_several(find_best_packing(instance, given)); };
    const auto find_others = [&](const Packing& best, const SearchOptions& left) {
        BestWanted<std::int64_t> others = wanted;
        if (wanted.equal) others.at_least = best.profit;
        return search_several(instance, others, best.profit, left);
    };
    return best_and_others("knapsack", options, find_best, find_others);
}

}  // namespace scrump::knapsack
