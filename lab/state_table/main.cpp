// scrump_table: the table of states as part 1 of the distributed symbolic reachability slides measures it: raw get and
// put of chunks, find-or-put in three mixes, by load factor and chunk size, alone or as some processes; and the round
// trips of other ways to hash. Prints JSON. What lab/state_table/run starts.

#include "rivals.hpp"

#include <peers/loops/timing.hpp>
#include <peers/tables/states.hpp>

#include <scrump/base/random.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/states/table/state_stream.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace scrump::table_bench {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string what = "find-or-put";
    std::size_t buckets = std::size_t{1} << 20U;  // of all localities
    double load = 0.5;
    double width = 0.02;  // of the load that is added while time counts
    unsigned found_percent = 50;
    std::size_t chunk = 0;
    std::string prefetch = "when-needed";
    unsigned workers = 1;
    std::size_t under_way = 0;  // 0: a stream's own
    std::size_t operations = 100'000;

    void declare(CLI::App& app) {
        app.add_option("what", what, "get, put, find-or-put, round-trips")
            ->check(CLI::IsMember({"get", "put", "find-or-put", "round-trips"}));
        app.add_option("--buckets", buckets, "Of all localities")->capture_default_str();
        app.add_option("--load", load, "Up to which the table is filled")->check(CLI::Range(0.01, 0.99));
        app.add_option("--width", width, "Of the load that is added while time counts")->check(CLI::Range(0.001, 0.99));
        app.add_option("--found", found_percent, "Per cent of the operations that find")->check(CLI::Range(0, 99));
        app.add_option("--chunk", chunk, "Buckets; 0: as many as the load wants. Of get and put: words");
        app.add_option("--prefetch", prefetch, "always, when-needed, never")
            ->check(CLI::IsMember({"always", "when-needed", "never"}));
        app.add_option("--workers", workers, "Of each process")->check(CLI::PositiveNumber);
        app.add_option("--under-way", under_way, "Operations of a worker; 1: one at a time");
        app.add_option("--operations", operations, "Of each worker, of get and put")->check(CLI::PositiveNumber);
    }
    TableOptions table(unsigned localities) const {
        static const std::map<std::string, ChunkPrefetch> prefetches = {{"always", ChunkPrefetch::always},
                                                                        {"when-needed", ChunkPrefetch::when_needed},
                                                                        {"never", ChunkPrefetch::never}};
        return {.buckets = buckets / localities,
                .chunk = chunk,
                .max_chunks = chunk == 0 ? 64 : 64 * max_chunk / chunk,
                .prefetch = prefetches.at(prefetch)};
    }
};

// What the workers of this process did together.
struct Measured {
    std::mutex mutex;
    double seconds = 0;
    double operations = 0;
    std::uint64_t inserted = 0;
    TableCounts counts;
    bool near = true;
};

struct Work {
    const Options& options;
    unsigned worker;  // among all
    unsigned all;

    std::uint64_t share(double load) const {
        const auto of_all = static_cast<std::uint64_t>(load * static_cast<double>(options.buckets));
        return of_all * (worker + 1) / all - of_all * worker / all;
    }
    // As many operations as add so many states, more or less.
    std::uint64_t put(TableAccess& table, peers::StateSequence& states, std::uint64_t operations) const {
        std::uint64_t inserted = 0;
        const auto count = [&](const TableResult& result) {
            inserted += result.outcome == TableOutcome::inserted ? 1U : 0U;
        };
        if (options.under_way == 1) {
            for (std::uint64_t i = 0; i < operations; ++i) count(table.find_or_put(states.next()));
            return inserted;
        }
        const StreamOptions under_way = options.under_way == 0
                                            ? StreamOptions{}
                                            : StreamOptions{.near = options.under_way, .far = options.under_way};
        StateStream stream(
            table, [&](const StreamedState& done) { count(done.result); }, under_way);
        for (std::uint64_t i = 0; i < operations; ++i) stream.find_or_put(states.next());
        stream.finish();
        return inserted;
    }
};

void measure_table(const Work& work, TableAccess& table, Measured& measured) {
    const Options& options = work.options;
    peers::StateSequence states(work.worker, options.found_percent);
    const auto operations_for = [&](std::uint64_t added) { return added * 100 / (100 - options.found_percent); };
    const std::uint64_t before = work.share(std::max(0.0, options.load - options.width));
    work.put(table, states, operations_for(before));
    const TableCounts so_far = table.counts();
    const std::uint64_t operations = operations_for(work.share(options.load) - before);
    table.meet();
    std::uint64_t inserted = 0;
    const double seconds = peers::seconds_of([&] { inserted = work.put(table, states, operations); });
    table.meet();
    const std::scoped_lock lock(measured.mutex);
    measured.seconds = std::max(measured.seconds, seconds);
    measured.operations += static_cast<double>(operations);
    measured.inserted += inserted;
    for (const auto member : TableCounts::members) measured.counts.*member += table.counts().*member - so_far.*member;
}

// Words of all other localities, or of its own where it is alone.
void measure_raw(const Work& work, const SpmdWorker& self, Measured& measured) {
    RemoteAccess& array = *self.arrays.front();
    const Options& options = work.options;
    const std::size_t size = std::max<std::size_t>(options.chunk, 1);
    const std::size_t under_way = std::max<std::size_t>(options.under_way, 1);
    std::vector<std::uint64_t> room(size * under_way);
    std::vector<RemoteHandle> handles(under_way);
    SplitMix64 random(work.worker);
    const auto ask = [&](std::size_t slot) {
        const unsigned other = self.localities < 2 ? 0 : 1 + random.below(self.localities - 1);
        const unsigned owner = (self.locality + other) % self.localities;
        const std::size_t first = random.below(static_cast<std::uint32_t>(array.words() / size)) * size;
        const std::span<std::uint64_t> words = std::span(room).subspan(slot * size, size);
        return options.what == "get" ? array.get(owner, first, words)
                                     : array.put(owner, first, std::span<const std::uint64_t>(words));
    };
    const double seconds = peers::seconds_of([&] {
        for (std::size_t i = 0; i < options.operations; ++i) {
            RemoteHandle& handle = handles[i % under_way];
            handle.wait();
            handle = ask(i % under_way);
        }
        for (RemoteHandle& handle : handles) handle.wait();
        array.fence();
    });
    const std::scoped_lock lock(measured.mutex);
    measured.near = array.direct((self.locality + 1) % self.localities) != nullptr;
    measured.seconds = std::max(measured.seconds, seconds);
    measured.operations += static_cast<double>(options.operations);
}

Json told(const Options& options, const Session& session, const Measured& measured) {
    Json json = {{"schema", "scrump-table"},     {"version", 1},
                 {"what", options.what},         {"processes", session.size()},
                 {"workers", options.workers},   {"way", measured.near ? "direct" : "messages"},
                 {"seconds", measured.seconds},  {"operations", measured.operations},
                 {"inserted", measured.inserted}};
    const TableCounts& counts = measured.counts;
    const auto far = static_cast<double>(std::max<std::uint64_t>(counts.far, 1));
    json["far"] = counts.far;
    json["demanded"] = static_cast<double>(counts.demanded_chunks) / far;
    json["prefetched"] = static_cast<double>(counts.prefetched_chunks) / far;
    json["unused"] = static_cast<double>(counts.unused_chunks) / far;
    json["chunk_buckets"] = static_cast<double>(counts.chunk_buckets) / far;
    json["split_chunks"] = counts.split_chunks;
    json["lost_swaps"] = counts.lost_swaps;
    const auto near = static_cast<double>(std::max<std::uint64_t>(counts.operations - counts.far, 1));
    json["lines"] = static_cast<double>(counts.lines) / near;
    return json;
}

Json told_of_rivals(const Options& options) {
    Json json = {{"schema", "scrump-table"}, {"version", 1}, {"what", options.what}, {"load", options.load}};
    for (const auto& [name, trips] : all_rivals({.buckets = options.buckets, .load = options.load}))
        json["rivals"].push_back(
            {{"name", name}, {"found", trips.found}, {"inserted", trips.inserted}, {"full", trips.full}});
    return json;
}

int run(Session& session, const Options& options) {
    Json json;
    if (options.what == "round-trips") {
        json = told_of_rivals(options);
    } else {
        Measured measured;
        const Settings settings{.workers = options.workers, .session = &session};
        const auto work_of = [&](const SpmdWorker& self) {
            return Work{.options = options,
                        .worker = self.locality * self.workers + self.index,
                        .all = self.localities * self.workers};
        };
        if (options.what == "find-or-put") {
            run_with_table(settings, options.table(session.size()), [&](const SpmdWorker& self, TableAccess& table) {
                measure_table(work_of(self), table, measured);
                const std::scoped_lock lock(measured.mutex);
                measured.near = self.arrays.front()->direct((self.locality + 1) % self.localities) != nullptr;
            });
        } else {
            run_on_all_workers(settings, {{"chunks", options.buckets / session.size()}},
                               [&](const SpmdWorker& self) { measure_raw(work_of(self), self, measured); });
        }
        json = told(options, session, measured);
    }
    if (session.first()) std::cout << json.dump() << "\n";
    return 0;
}

}  // namespace
}  // namespace scrump::table_bench

int main(int argc, char** argv) {
    CLI::App app{"The table of states: operations, chunks and round trips"};
    scrump::table_bench::Options options;
    options.declare(app);
    CLI11_PARSE(app, argc, argv);
    return scrump::run_in_session([&](scrump::Session& session) { return scrump::table_bench::run(session, options); });
}
