// The table of states beside other hash tables in one process, beside itself written by hand, and by messages.

#include <peers/tables.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states/table/state_stream.hpp>

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "measure.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

using peers::TableFilling;
using peers::TablePeer;
using peers::TableTime;

Sample table_sample(const TableFilling& filling, const TableTime& time) {
    return {.seconds = time.seconds,
            .units = static_cast<double>(filling.operations()),
            .answer = std::to_string(time.inserted)};
}

Variant by_peer(const TablePeer& peer, const TableFilling& filling, unsigned workers) {
    return {peer.name, [=] { return table_sample(filling, peer.fill(filling, workers)); }};
}

// Those that were there when this program was built.
std::vector<TablePeer> linked_table_peers() {
    std::vector<TablePeer> all = {peers::table_by_hand(), peers::table_one_at_a_time()};
#if SCRUMP_BENCH_TBB
    all.push_back(peers::one_tbb_table());
#endif
#if SCRUMP_BENCH_ABSEIL
    all.push_back(peers::abseil_table());
#endif
    all.push_back(peers::standard_table());
    return all;
}

// --- Scrump's

enum class Way : std::uint8_t { stream, one_at_a_time };

std::uint64_t put_all_states(TableAccess& table, const TableFilling& filling, unsigned worker, unsigned workers,
                             Way way) {
    if (way == Way::one_at_a_time) {
        return peers::put_all(filling, worker, workers, [&](std::uint64_t state) {
            return table.find_or_put(state).outcome == TableOutcome::inserted;
        });
    }
    std::uint64_t inserted = 0;
    StateStream stream(table, [&inserted](const StreamedState& done) {
        inserted += done.result.outcome == TableOutcome::inserted ? 1U : 0U;
    });
    peers::put_all(filling, worker, workers, [&](std::uint64_t state) {
        stream.find_or_put(state);
        return false;
    });
    stream.finish();
    return inserted;
}

struct TableRun {
    TableFilling filling;
    TableOptions options;
    unsigned localities = 1;
    unsigned workers = 1;  // of each
    Way way = Way::stream;
    bool twice = true;  // so that its memory was used before
};

struct TableOutcomes {
    TableTime time;
    TableCounts counts;
};

TableOutcomes fill_scrump(const TableRun& run, Session& session) {
    TableOutcomes all;
    std::mutex mutex;
    const unsigned together = run.localities * run.workers;
    run_with_table({.workers = run.workers, .localities = run.localities, .session = &session}, run.options,
                   [&](const SpmdWorker& self, TableAccess& table) {
                       const unsigned worker = self.locality * self.workers + self.index;
                       if (run.twice) put_all_states(table, run.filling, worker, together, run.way);
                       table.clear();
                       std::uint64_t inserted = 0;
                       const double seconds = timed([&] {
                                                  inserted =
                                                      put_all_states(table, run.filling, worker, together, run.way);
                                                  table.meet();
                                                  return Sample{};
                                              }).seconds;
                       const std::scoped_lock lock(mutex);
                       all.time.inserted += inserted;
                       all.time.seconds = std::max(all.time.seconds, seconds);
                       all.counts += table.counts();
                   });
    return all;
}

Variant by_scrump(std::string name, const TableRun& run, const std::shared_ptr<Session>& session) {
    return {std::move(name), [=] {
                const TableOutcomes all = fill_scrump(run, *session);
                Sample sample = table_sample(run.filling, all.time);
                const auto far = static_cast<double>(std::max<std::uint64_t>(all.counts.far, 1)) / 1000;
                sample.more["chunks"] =
                    static_cast<double>(all.counts.demanded_chunks + all.counts.prefetched_chunks) / far;
                sample.more["unused"] = static_cast<double>(all.counts.unused_chunks) / far;
                return sample;
            }};
}

TableFilling filling_to(const Settings& settings, double load) {
    return {.buckets = std::size_t{1} << (settings.quick ? 14U : 24U), .load = load};
}

std::string what_of(const TableFilling& filling, unsigned workers) {
    return fmt::format("table, 2^{:.0f} buckets to α = {}, half found, {} worker{}",
                       std::log2(static_cast<double>(filling.buckets)), filling.load, workers, workers > 1 ? "s" : "");
}

Experiment beside_tables(const Settings& settings, double load, unsigned workers) {
    if (detail::processing_units().size() < workers) throw Skipped("needs two cores");
    const TableFilling filling = filling_to(settings, load);
    const auto session = std::make_shared<Session>();
    TableRun run{.filling = filling, .options = {.buckets = filling.buckets}, .workers = workers};
    Experiment experiment{.unit = "operations"};
    experiment.variants.push_back(by_scrump("Scrump", run, session));
    run.way = Way::one_at_a_time;
    experiment.variants.push_back(by_scrump("Scrump, one at a time", run, session));
    const std::string what = what_of(filling, workers);
    experiment.claims.push_back(
        {.what = what, .metric = Metric::units_per_second, .comparison = Comparison::alone, .subject = 0});
    experiment.claims.push_back({.what = what + ": one at a time / many under way", .subject = 1, .base = 0});
    for (const TablePeer& peer : linked_table_peers()) {
        if (peer.of_one_thread && workers > 1) continue;
        const bool one_at_a_time = peer.fill == peers::table_one_at_a_time().fill;
        Claim claim{.what = fmt::format("{}: {} / Scrump{}", what, peer.name, one_at_a_time ? ", one at a time" : ""),
                    .subject = experiment.variants.size(),
                    .base = one_at_a_time ? 1U : 0U};
        if (std::string(peer.name) == "oneTBB") claim.target = Target::at_least(3);
        if (peer.fill == peers::table_by_hand().fill) claim.target = Target::at_least(1);
        experiment.claims.push_back(std::move(claim));
        experiment.variants.push_back(by_peer(peer, filling, workers));
    }
    return experiment;
}

// Two localities of one process, each owner of half of the table, by messages as if they were on two hosts.
Experiment by_messages(const Settings& settings) {
    TableFilling filling = filling_to(settings, 0.9);
    filling.buckets >>= settings.quick ? 0U : 6U;
    const auto session = std::make_shared<Session>(std::make_unique<detail::GroupOfOne>(detail::AccessMode::messages));
    TableRun run{.filling = filling, .options = {.buckets = filling.buckets / 2}, .localities = 2, .twice = false};
    Experiment experiment{.unit = "operations"};
    experiment.variants.push_back(by_scrump("sizes by the load", run, session));
    const std::string what = "table, by messages to α = 0.9";
    experiment.claims.push_back(
        {.what = what, .metric = Metric::units_per_second, .comparison = Comparison::alone, .subject = 0});
    const auto compare = [&](const std::string& name, const TableRun& other) {
        experiment.claims.push_back({.what = fmt::format("{}: {} / sizes by the load", what, name),
                                     .subject = experiment.variants.size(),
                                     .base = 0});
        experiment.variants.push_back(by_scrump(name, other, session));
    };
    for (const std::size_t chunk : {8U, 64U}) {
        run.options.chunk = chunk;
        run.options.max_chunks = 8192 / chunk;
        run.options.prefetch = ChunkPrefetch::always;
        compare(fmt::format("chunks of {}, always one ahead", chunk), run);
    }
    const Metric chunks = Metric::named("chunks", Quantity::count);
    const Metric unused = Metric::named("unused", Quantity::count);
    for (std::size_t i = 0; i < experiment.variants.size(); ++i) {
        for (const auto& [name, metric] : {std::pair("chunks requested", chunks), std::pair("unused ones", unused)}) {
            experiment.claims.push_back(
                {.what = fmt::format("{}: {} in 1000 operations, {}", what, name, experiment.variants[i].name),
                 .metric = metric,
                 .comparison = Comparison::alone,
                 .subject = i});
        }
    }
    return experiment;
}

}  // namespace

void add_tables(Experiments& all) {
    for (const unsigned percent : {50U, 90U}) {
        for (const unsigned workers : {1U, 2U}) {
            all.push_back(
                {fmt::format("table-{}-{}", percent, workers), "find-or-put beside other hash tables, and by hand",
                 [=](const Settings& settings) { return beside_tables(settings, percent / 100.0, workers); }});
        }
    }
    all.push_back({"table-messages", "find-or-put by messages: chunks by the load, and fixed", by_messages});
}

}  // namespace scrump::bench
