// Nodes a second of Unbalanced Tree Search on one worker, and the ceiling: hashes a second without a tree. A node is
// one hash, so the ratio says what is left to win.

#include <scrump/base/random.hpp>
#include <scrump/problems/uts/detail/sha1_many.hpp>
#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/solve.hpp>

#include <twins/uts.hpp>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

// As many messages as a batch of nodes has children: they stay in the first cache.
struct Columns {
    static constexpr std::size_t messages = 256;
    alignas(64) std::array<std::array<std::uint32_t, messages>, 6> in;
    alignas(64) std::array<std::array<std::uint32_t, messages>, 5> out;

    Columns() {
        SplitMix64 random(1);
        for (auto& column : in) {
            for (std::uint32_t& word : column) word = static_cast<std::uint32_t>(random());
        }
    }
};

// Whole hashes: all five words of a digest are there afterwards. A kernel is called through a pointer, so that it
// cannot leave out what nobody reads.
void hash_many(const uts::Kernel& kernel, Columns& columns, std::uint64_t hashes) {
    uts::Messages in;
    uts::Digests out;
    for (std::size_t word = 0; word < in.size(); ++word) in[word] = columns.in[word].data();
    for (std::size_t word = 0; word < out.size(); ++word) out[word] = columns.out[word].data();
    for (std::uint64_t done = 0; done < hashes; done += Columns::messages) kernel.hash(in, out, Columns::messages);
}

Variant hashing(const uts::Kernel& kernel, const uts::NamedTree& tree) {
    // What it hashes is no tree, but every variant of an experiment has to give the same answer.
    const std::uint64_t hashes = (tree.shape.nodes + Columns::messages - 1) / Columns::messages * Columns::messages;
    return {fmt::format("{} hashes", kernel.name),
            [&kernel, hashes, answer = as_answer(tree.shape), columns = std::make_shared<Columns>()] {
                return timed([&] {
                    hash_many(kernel, *columns, hashes);
                    return Sample{.units = static_cast<double>(hashes), .answer = answer};
                });
            }};
}

Variant measuring(std::string name, std::function<uts::Shape()> measure) {
    return {std::move(name), [measure = std::move(measure)] { return timed([&] { return sample_of(measure()); }); }};
}

// For each hash: without a tree, in a loop written by hand, and in the search.
Experiment rate(const Settings& settings) {
    const uts::NamedTree& tree = uts_tree(settings);
    const std::string title = uts_workload(tree).name;
    Experiment experiment;
    const auto add = [&](Variant variant) {
        experiment.variants.push_back(std::move(variant));
        return experiment.variants.size() - 1;
    };
    const auto per_second = [&](std::string what, std::size_t subject, std::optional<Target> target = {}) {
        experiment.claims.push_back({.what = std::move(what),
                                     .metric = Metric::units_per_second,
                                     .comparison = Comparison::alone,
                                     .subject = subject,
                                     .target = target});
    };
    const auto ratio = [&](std::string what, std::size_t subject, std::size_t base, std::optional<Target> target = {}) {
        experiment.claims.push_back({.what = std::move(what),
                                     .metric = Metric::units_per_second,
                                     .subject = subject,
                                     .base = base,
                                     .target = target});
    };
    for (const uts::Kernel& kernel : uts::kernels()) {
        if (!kernel.available()) continue;
        const uts::HashChoice choice = kernel.choice;
        const bool best = choice == uts::resolve(uts::HashChoice::automatic);
        const std::size_t hashes = add(hashing(kernel, tree));
        const std::size_t by_hand = add(measuring(fmt::format("{} by hand", kernel.name), [tree = tree.tree, choice] {
            return twins::measure_uts_in_batches(tree, choice);
        }));
        const std::size_t search =
            add(measuring(fmt::format("{} adaptive on 1", kernel.name), [tree = tree.tree, choice] {
                return uts::measure(tree, on(1, Skeleton::adaptive()), choice).value;
            }));
        per_second(fmt::format("SHA-1, {}, {} at once: hashes", kernel.name, kernel.lanes), hashes);
        per_second(fmt::format("{}, {}: nodes by hand", title, kernel.name), by_hand);
        per_second(fmt::format("{}, {}: nodes on 1 worker", title, kernel.name), search,
                   best ? std::optional(Target::at_least(60e6)) : std::nullopt);
        ratio(fmt::format("{}, {}: nodes by hand / hashes", title, kernel.name), by_hand, hashes);
        ratio(fmt::format("{}, {}: nodes on 1 worker / hashes", title, kernel.name), search, hashes,
              best ? std::optional(Target::at_least(0.6)) : std::nullopt);
    }
    return experiment;
}

}  // namespace

void add_hashing(Experiments& all) {
    all.push_back({"rate-uts", "nodes a second on 1 worker beside hashes a second", rate});
}

}  // namespace scrump::bench
