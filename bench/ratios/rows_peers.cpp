// Other task runtimes against Scrump's default skeleton, same kernels, same number of threads bound to the same cores.
// More than 1: the peer takes longer.

#include <peers/peer.hpp>

#include <scrump/base/detail/processing_units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "measure.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

struct Candidate {
    const char* name;
    std::optional<peers::Peer> peer;  // none: not there when this program was built
};

std::vector<Candidate> candidates() {
    std::vector<Candidate> all = {{"oneTBB", std::nullopt}, {"OpenMP", std::nullopt}};
#if SCRUMP_BENCH_TBB
    all[0].peer = peers::one_tbb();
#endif
#if SCRUMP_BENCH_OPENMP
    all[1].peer = peers::openmp();
#endif
    return all;
}

template <class PeersSearch>
Experiment against_peer(const Workload& workload, const char* peer, PeersSearch search) {
    Experiment experiment;
    for (unsigned workers = 1; workers <= std::min<std::size_t>(2, detail::processing_units().size()); ++workers) {
        const std::size_t base = experiment.variants.size();
        experiment.variants.push_back({fmt::format("adaptive on {}", workers), [run = workload.run, workers] {
                                           return run(on(workers, Skeleton::adaptive()));
                                       }});
        experiment.variants.push_back({fmt::format("{} on {}", peer, workers), [search, workers] {
                                           return timed([&] { return sample_of(search(workers)); });
                                       }});
        experiment.claims.push_back({.what = fmt::format("{}: {} / adaptive, {} worker{}", workload.name, peer, workers,
                                                         workers == 1 ? "" : "s"),
                                     .subject = base + 1,
                                     .base = base});
    }
    return experiment;
}

const peers::Peer& present(const Candidate& candidate) {
    if (!candidate.peer) throw Skipped(fmt::format("{} was not found when this program was built", candidate.name));
    return *candidate.peer;
}

Experiment queens_peer(const Settings& settings, const Candidate& candidate) {
    const unsigned size = queens_size(settings);
    const auto count = present(candidate).count_queens;
    return against_peer(queens_workload(size), candidate.name,
                        [size, count](unsigned workers) { return count(size, workers); });
}

Experiment uts_peer(const Settings& settings, const Candidate& candidate) {
    const uts::NamedTree& tree = uts_tree(settings);
    const auto measure = present(candidate).measure_uts;
    return against_peer(uts_workload(tree), candidate.name,
                        [tree = tree.tree, measure](unsigned workers) { return measure(tree, workers); });
}

}  // namespace

void add_peers(Experiments& all) {
    for (const Candidate& candidate : candidates()) {
        const std::string about = fmt::format("{} tasks against Scrump, 1 and 2 workers", candidate.name);
        all.push_back({fmt::format("peer-{}-queens", candidate.name), about,
                       [candidate](const Settings& settings) { return queens_peer(settings, candidate); }});
        all.push_back({fmt::format("peer-{}-uts", candidate.name), about,
                       [candidate](const Settings& settings) { return uts_peer(settings, candidate); }});
    }
}

}  // namespace scrump::bench
