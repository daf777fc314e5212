// Nodes a second of Unbalanced Tree Search on one worker, and the ceiling: hashes a second without a tree. A node is
// one hash, so the ratio says what is left to win.

#include <scrump/problems/uts/uts.hpp>

#include <fmt/format.h>

#include <cstdint>

#include "measure.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

using uts::State;

// The answer goes where the compiler cannot see that nobody reads it.
void keep(const State& state) {
    [[maybe_unused]] volatile std::uint32_t sink = state[4];
}

[[gnu::always_inline]] inline void mix(State& into, const State& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] ^= from[i];
}

// Hashes in groups of `Streams` siblings. `Chained`: the parent of a group comes from the group before, as on a way
// down a tree; otherwise all are children of one parent, and the processor may overlap groups as well.
template <class Hash, unsigned Streams, bool Chained>
void hash_many(std::uint64_t hashes) {
    State parent = uts::sha1_start;
    State sum{};
    Hash::enter([&]() __attribute__((always_inline)) {
        State a{};
        State b{};
        State c{};
        for (std::uint64_t done = 0; done < hashes; done += Streams) {
            const auto index = Chained ? 0U : static_cast<std::uint32_t>(done);
            if constexpr (Streams == 1) Hash::children(parent, index, a);
            if constexpr (Streams == 2) Hash::children(parent, index, a, b);
            if constexpr (Streams == 3) Hash::children(parent, index, a, b, c);
            State& to = Chained ? parent : sum;
            mix(to, a);
            if constexpr (Streams > 1) mix(to, b);
            if constexpr (Streams > 2) mix(to, c);
        }
    });
    keep(parent);
    keep(sum);
}

template <unsigned Streams, bool Chained>
Variant hashing(const char* name, const uts::NamedTree& tree) {
    const std::uint64_t hashes = tree.shape.nodes;
    return {name, [hashes, answer = as_answer(tree.shape)] {
                return timed([&] {
#if defined(__x86_64__)
                    if (uts::ShaNi::available()) {
                        hash_many<uts::ShaNi, Streams, Chained>(hashes);
                        return Sample{.units = static_cast<double>(hashes), .answer = answer};
                    }
#endif
                    hash_many<uts::PortableSha1, Streams, Chained>(hashes);
                    return Sample{.units = static_cast<double>(hashes), .answer = answer};
                });
            }};
}

Experiment rate(const Settings& settings) {
    const uts::NamedTree& tree = uts_tree(settings);
    const Workload workload = uts_workload(tree);
    Experiment experiment;
    experiment.variants = {
        {"adaptive on 1", [run = workload.run] { return run(on(1, Skeleton::adaptive())); }},
        hashing<1, true>("1 stream", tree),
        hashing<2, true>("2 streams", tree),
        hashing<3, true>("3 streams", tree),
        hashing<3, false>("3 streams, free", tree),
    };
    const auto per_second = [&](std::string what, std::size_t subject, std::optional<Target> target = {}) {
        experiment.claims.push_back({.what = std::move(what),
                                     .metric = Metric::units_per_second,
                                     .comparison = Comparison::alone,
                                     .subject = subject,
                                     .target = target});
    };
    per_second(workload.name + ": nodes on 1 worker", 0, Target::at_least(25e6));
    per_second("SHA-1, 1 stream, each hash waits for the last", 1);
    per_second("SHA-1, 2 streams, each pair waits for the last", 2);
    per_second("SHA-1, 3 streams, each triple waits for the last", 3);
    per_second("SHA-1, 3 streams that wait for nothing", 4);
    experiment.claims.push_back({.what = workload.name + ": nodes / hashes of 3 streams",
                                 .metric = Metric::units_per_second,
                                 .subject = 0,
                                 .base = 3});
    return experiment;
}

}  // namespace

void add_hashing(Experiments& all) {
    all.push_back({"rate-uts", "nodes a second on 1 worker beside hashes a second", rate});
}

}  // namespace scrump::bench
