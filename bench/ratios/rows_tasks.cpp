// Programs of fork and join: what tasks cost beside the same recursion without them, what a second worker brings, and
// other task runtimes that do the same with the same number of threads, bound to the same cores.

#include <peers/fork_join.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/runtime/session.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "programs.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

constexpr unsigned many_rounds = 21;  // of runs that take some hundredths of a second

struct NamedProgram {
    std::string name;
    std::function<Program()> whole;         // of the size that the targets are set for
    std::function<Program()> beside_peers;  // of a size that all runtimes do in seconds
    std::function<Program()> quick;
    std::optional<Target> over_twin{};         // of the time with one worker
    std::optional<Target> by_two{};            // of the speed-up by a second worker
    std::optional<Target> peer{};              // of the time that a peer takes, by Scrump's
    std::optional<Target> speedup_of_peers{};  // of the speed-up, by a peer's: of programs that memory slows down
    bool is_short = false;
};

std::vector<NamedProgram> programs() {
    const Target faster = Target::at_least(1);
    const Target twice = Target::at_least(1.95);
    return {{.name = "fib",
             .whole = [] { return fib_program(42); },
             .beside_peers = [] { return fib_program(34); },
             .quick = [] { return fib_program(20); },
             .over_twin = Target::at_most(1.85),
             .by_two = twice,
             .peer = Target::at_least(3)},
            {.name = "queens",
             .whole = [] { return queens_program(13); },
             .beside_peers = [] { return queens_program(13); },
             .quick = [] { return queens_program(8); },
             .by_two = twice,
             .peer = faster,
             .is_short = true},
            {.name = "uts-T2L",
             .whole = [] { return uts_program("T2L"); },
             .beside_peers = [] { return uts_program("T2"); },
             .quick = [] { return uts_program("T2"); },
             .by_two = twice,
             .peer = faster},
            {.name = "uts-T3L",
             .whole = [] { return uts_program("T3L"); },
             .beside_peers = [] { return uts_program("T3"); },
             .quick = [] { return uts_program("T3"); },
             .by_two = twice,
             .peer = faster},
            {.name = "matmul",
             .whole = [] { return matmul_program(512); },
             .beside_peers = [] { return matmul_program(512); },
             .quick = [] { return matmul_program(64); },
             .by_two = twice,
             .peer = faster,
             .is_short = true},
            {.name = "quicksort",
             .whole = [] { return quicksort_program(100'000'000); },
             .beside_peers = [] { return quicksort_program(10'000'000); },
             .quick = [] { return quicksort_program(100'000); },
             .peer = faster,
             .speedup_of_peers = Target::at_least(0.95)}};
}

std::size_t usable_cores() {
    return detail::processing_units().size();
}

unsigned least_rounds(const Settings& settings, const NamedProgram& named) {
    return named.is_short && !settings.quick ? many_rounds : 1;
}

// Threads are those of a session: a program that takes some hundredths of a second is not worth starting them.
Experiment with_and_without(const Settings& settings, const NamedProgram& named) {
    const auto session = std::make_shared<Session>();
    const Program program = settings.quick ? named.quick() : named.whole();
    Experiment experiment{.unit = "runs", .least_rounds = least_rounds(settings, named)};
    experiment.variants = {{"by hand", program.by_hand},
                           {"1 worker", [run = program.by_tasks, session] { return run(1, session.get()); }}};
    experiment.claims = {{.what = fmt::format("tasks, {}: 1 worker / by hand", program.name),
                          .subject = 1,
                          .base = 0,
                          .target = named.over_twin}};
    if (usable_cores() >= 2) {
        experiment.variants.push_back(
            {"2 workers", [run = program.by_tasks, session] { return run(2, session.get()); }});
        experiment.claims.push_back({.what = fmt::format("tasks, {}: 1 worker / 2", program.name),
                                     .subject = 1,
                                     .base = 2,
                                     .target = named.by_two});
    }
    return experiment;
}

Program beside_peers(const Settings& settings, const NamedProgram& named) {
    return settings.quick ? named.quick() : named.beside_peers();
}

using Run = std::function<Sample(unsigned workers)>;

Experiment tasks_against_peer(const Settings& settings, const NamedProgram& named, const std::string& peer,
                              const Run& by_peer) {
    const Program program = beside_peers(settings, named);
    Experiment experiment{.unit = "runs", .least_rounds = least_rounds(settings, named)};
    for (unsigned workers = 1; workers <= std::min<std::size_t>(2, usable_cores()); ++workers) {
        const std::size_t base = experiment.variants.size();
        experiment.variants.push_back({fmt::format("Scrump on {}", workers),
                                       [run = program.by_tasks, workers] { return run(workers, nullptr); }});
        experiment.variants.push_back(
            {fmt::format("{} on {}", peer, workers), [by_peer, workers] { return by_peer(workers); }});
        experiment.claims.push_back({.what = fmt::format("tasks, {}: {} / Scrump, {} worker{}", program.name, peer,
                                                         workers, workers == 1 ? "" : "s"),
                                     .subject = base + 1,
                                     .base = base,
                                     .target = named.peer});
    }
    if (named.speedup_of_peers && usable_cores() >= 2)
        experiment.claims.push_back({.what = fmt::format("tasks, {}: speed-up by 2 workers / {}'s", program.name, peer),
                                     .subject = 0,
                                     .base = 2,
                                     .beside = Beside{1, 3},
                                     .target = named.speedup_of_peers});
    return experiment;
}

struct LinkedPeer {
    const char* name;
    std::optional<peers::ForkJoinPeer> peer{};  // none: not there when this program was built
};

std::vector<LinkedPeer> linked_peers() {
    std::vector<LinkedPeer> all = {{"oneTBB"}, {"OpenMP"}};
#if SCRUMP_BENCH_TBB
    all[0].peer = peers::one_tbb_fork_join();
#endif
#if SCRUMP_BENCH_OPENMP
    all[1].peer = peers::openmp_fork_join();
#endif
    return all;
}

Experiment tasks_against_linked(const Settings& settings, const LinkedPeer& linked, const NamedProgram& named) {
    if (!linked.peer) throw Skipped(fmt::format("{} was not found when this program was built", linked.name));
    const auto run = beside_peers(settings, named).by_peer;
    return tasks_against_peer(settings, named, linked.name,
                              [run, peer = *linked.peer](unsigned workers) { return run(peer, workers); });
}

}  // namespace

void add_tasks(Experiments& all) {
    for (const NamedProgram& named : programs()) {
        all.push_back({"tasks-" + named.name, "tasks against the same by hand, and 2 workers against 1",
                       [named](const Settings& settings) { return with_and_without(settings, named); }});
    }
    for (const LinkedPeer& linked : linked_peers()) {
        for (const NamedProgram& named : programs()) {
            all.push_back(
                {fmt::format("tasks-{}-{}", named.name, linked.name),
                 fmt::format("{} tasks against Scrump's, 1 and 2 workers", linked.name),
                 [named, linked](const Settings& settings) { return tasks_against_linked(settings, linked, named); }});
        }
    }
    for (const NamedProgram& named : programs()) {
        all.push_back({fmt::format("tasks-{}-rayon", named.name),
                       "rayon's join against Scrump's tasks, 1 and 2 workers", [named](const Settings& settings) {
                           return tasks_against_peer(settings, named, "rayon",
                                                     by_rayon(settings, beside_peers(settings, named)));
                       }});
    }
}

}  // namespace scrump::bench
