// LB4MPI's own interface (include/scrump/lb4mpi.h, and lb4mpi.f90 there): loops of C programs under its names, with its
// numbers of techniques, and its two nested loops (DLS_GroupSetup), which processes run in crews (crews.hpp).

#include "c_loop.hpp"
#include "crews.hpp"

#include "../net/communicators.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

extern "C" {

// The beginning of the program's infoDLS, whose communicators are MPI's.
struct infoDLS {
    int commSize;
    int crewSize;
    int foreman;
    int myRank;
    int firstRank;
    int lastRank;
    int method;
    int firstIter;
    int lastIter;
    int N;
    int minChunk;
    int breakAfter;
    int requestWhen;
    int myIters;
    int timeStep;
    double h_overhead;
    double sigma;
    double workTime;
    infoSCRUMP loop;
    void* place;
};
}

namespace scrump::detail {
namespace {

// The techniques of LB4MPI's methods, by their numbers.
constexpr std::array techniques = {"static", "ss",    "fsc",   "mfsc",  "gss",   "tss", "fac",  "wf",
                                   "awf",    "awf-b", "awf-c", "awf-d", "awf-e", "af",  "simas"};

Technique technique_of(int method) {
    if (method < 0 || static_cast<std::size_t>(method) >= techniques.size()) {
        throw UsageError("the method is " + std::to_string(method) + ": expected 0 (STATIC) to " +
                         std::to_string(techniques.size() - 1) + " (SimAS)");
    }
    return Technique::parse(techniques.at(static_cast<std::size_t>(method)));
}

// The place of a process in two nested loops: in one of them, or in neither.
struct NestedPlace {
    bool outer = false;
    int foremen = no_communicator();  // the coordinator and all foremen
    int crew = no_communicator();
};

// What an infoDLS may refer to. One that the program has not set up refers to anything.
std::set<const void*> known;

template <class Made>
Made* find(void* pointer) {
    return pointer != nullptr && known.contains(pointer) ? static_cast<Made*>(pointer) : nullptr;
}

CLoop* loop_of(const infoDLS& info) {
    return find<CLoop>(info.loop.loop);
}

const NestedPlace* place_of(const infoDLS& info) {
    return find<NestedPlace>(info.place);
}

// The crew to which this process's outer loop belongs, if it is one.
const NestedPlace* outer_place_of(const infoDLS& info) {
    const NestedPlace* const place = place_of(info);
    return place != nullptr && place->outer ? place : nullptr;
}

infoDLS& expect_set_up(infoDLS* info) {
    if (info != nullptr && (loop_of(*info) != nullptr || place_of(*info) != nullptr)) return *info;
    throw UsageError("the loop is not set up: call DLS_Setup(), DLS_Parameters_Setup() or DLS_GroupSetup() first");
}

// An error concerns all ranks of a loop that is there.
template <class Action>
void guarded_loop(infoDLS* info, const Action& action) {
    infoSCRUMP none{};
    const bool has_loop = info != nullptr && loop_of(*info) != nullptr;
    guarded(has_loop ? &info->loop : &none, action);
}

template <class Made>
void forget(Made* made) {
    known.erase(made);
    delete made;
}

// A program may set up again what it has not finalised.
void clear(infoDLS& info) {
    if (CLoop* const loop = loop_of(info)) forget(loop);
    if (const NestedPlace* const place = place_of(info)) forget(place);
    info = infoDLS();
}

template <class Made>
Made* keep(std::unique_ptr<Made> made) {
    known.insert(made.get());
    return made.release();
}

// The parameters that the program may change in its infoDLS from one run to the next.
CParameters with_fields_of(const infoDLS& info, CParameters parameters) {
    parameters.request_when = info.requestWhen;
    parameters.break_after = info.breakAfter;
    parameters.min_chunk = info.minChunk == 0 ? -1 : info.minChunk;
    parameters.overhead = info.h_overhead;
    parameters.sigma = info.sigma;
    return parameters;
}

void set_up(infoDLS& info, int communicator, const CParameters& parameters) {
    clear(info);
    CLoop* const loop = keep(std::make_unique<CLoop>(communicator, "DLS_"));
    info.loop.loop = loop;  // so that what is wrong from here on concerns all its ranks
    info.commSize = static_cast<int>(loop->session().size());
    info.myRank = static_cast<int>(loop->session().self());
    info.lastRank = info.commSize - 1;
    info.minChunk = parameters.min_chunk;
    info.breakAfter = parameters.break_after;
    info.requestWhen = parameters.request_when;
    info.h_overhead = parameters.overhead;
    info.sigma = parameters.sigma;
    loop->set_up(with_fields_of(info, parameters));
}

// Those of LB4MPI's setup without parameters.
CParameters usual_parameters(std::size_t ranks) {
    return {
        .request_when = -1, .break_after = -1, .min_chunk = static_cast<int>(ranks), .overhead = 2e-4, .sigma = 1e-4};
}

// --- Two nested loops

struct Partition {
    int foremen;
    int crew;
    std::size_t crew_size;
    std::size_t crews;
};

Partition partition(int world, int coordinator) {
    const CommunicatorMembers members = members_of(world);
    const std::size_t ranks = members.hosts.size();
    if (coordinator < 0 || static_cast<std::size_t>(coordinator) >= ranks) {
        throw UsageError("the coordinator is " + std::to_string(coordinator) + ": expected a rank, 0 to " +
                         std::to_string(ranks - 1));
    }
    const auto leader = static_cast<unsigned>(coordinator);
    const std::vector<unsigned> foremen = foremen_of(members.hosts, leader);
    const unsigned foreman = foremen[members.self];
    const bool has_crew = members.self != leader || ranks == 1;
    Partition made{};
    made.crew = split(world, has_crew ? static_cast<int>(foreman) : -1);
    made.foremen = split(world, foreman == members.self ? 0 : -1);
    made.crew_size = has_crew ? static_cast<std::size_t>(std::ranges::count(foremen, foreman)) : 0;
    const std::set<unsigned> different(foremen.begin(), foremen.end());
    made.crews = ranks == 1 ? 1 : different.size() - 1;
    return made;
}

void set_up_inner(infoDLS& inner, const Partition& parts) {
    if (parts.crew != no_communicator()) return set_up(inner, parts.crew, usual_parameters(parts.crew_size));
    clear(inner);
    inner.myRank = -1;
    inner.place = keep(std::make_unique<NestedPlace>());
}

// Among those that share the loop is not the coordinator, which runs no iterations; but foremen count from 1.
void set_up_outer(infoDLS& outer, const Partition& parts) {
    const bool leads = parts.foremen != no_communicator();
    const bool has_crew = parts.crew != no_communicator();
    const int sharing = leads ? split(parts.foremen, has_crew ? 0 : -1) : no_communicator();
    if (leads && has_crew) {
        set_up(outer, sharing, usual_parameters(parts.crews));
    } else {
        clear(outer);
    }
    outer.place =
        keep(std::make_unique<NestedPlace>(NestedPlace{.outer = true, .foremen = parts.foremen, .crew = parts.crew}));
    outer.commSize = leads ? static_cast<int>(parts.crews) : 0;
    outer.crewSize = static_cast<int>(parts.crew_size);
    outer.firstRank = 1;
    outer.lastRank = static_cast<int>(parts.crews);
    outer.myRank = leads ? static_cast<int>(members_of(parts.foremen).self) : -1;
}

// What the foreman gets, its crew gets.
void share_with_crew(const infoDLS* info, std::span<int> values) {
    const NestedPlace* const outer = info != nullptr ? outer_place_of(*info) : nullptr;
    if (outer != nullptr && outer->crew != no_communicator()) share(outer->crew, values);
}

// --- A run

void start_loop(infoDLS& info, int first, int last, int method) {
    const Technique technique = technique_of(method);
    const std::int64_t size = std::int64_t{last} - first + 1;
    info.method = method;
    info.firstIter = first;
    info.lastIter = last;
    info.N = static_cast<int>(size);
    info.myIters = 0;
    info.workTime = 0;
    ++info.timeStep;
    CLoop* const loop = loop_of(info);
    if (loop == nullptr) return;
    loop->set_pace(with_fields_of(info, {}));
    loop->start(technique, first, size < 0 ? 0 : static_cast<std::uint64_t>(size));
}

// All ranks are here after the loop: also the coordinator, which has no part in it.
void end_loop(infoDLS& info) {
    CLoop* const loop = loop_of(info);
    if (loop != nullptr && !loop->failed) {
        const LoopResult result = loop->end();
        info.myIters = static_cast<int>(result.statistics.shares[loop->session().self()].iterations);
        info.workTime = loop->work_seconds();
    }
    const NestedPlace* const outer = outer_place_of(info);
    if (outer != nullptr && outer->foremen != no_communicator()) meet(outer->foremen);
}

}  // namespace
}  // namespace scrump::detail

using scrump::detail::CLoop;
using scrump::detail::expect_set_up;
using scrump::detail::guarded_loop;
using scrump::detail::loop_of;
using scrump::detail::share_with_crew;
using scrump::detail::techniques;

extern "C" {

// Programs declare these themselves.
int DLS_MethodCount = static_cast<int>(techniques.size());
const char* DLS_ShortName[] = {"STATIC", "SS",    "FSC",   "mFSC",  "GSS",   "TSS", "FAC",  "WF",
                               "AWF",    "AWF-B", "AWF-C", "AWF-D", "AWF-E", "AF",  "SimAS"};
const char* DLS_LongName[] = {"static scheduling",
                              "self-scheduling",
                              "fixed-size chunking",
                              "modified fixed-size chunking",
                              "guided self-scheduling",
                              "trapezoid self-scheduling",
                              "factoring",
                              "weighted factoring",
                              "adaptive weighted factoring",
                              "batch AWF",
                              "chunk AWF",
                              "batch AWF with chunk times",
                              "chunk AWF with chunk times",
                              "adaptive factoring",
                              "simulation-assisted selection"};
static_assert(std::size(DLS_ShortName) == techniques.size() && std::size(DLS_LongName) == techniques.size());

char* get_DLS_ShortName(int method) {
    int found = 0;
    guarded_loop(nullptr, [&] {
        scrump::detail::technique_of(method);
        found = method;
    });
    return const_cast<char*>(DLS_ShortName[found]);
}

void scrump_dls_setup(int communicator, infoDLS* info, int numProcs, int requestWhen, int breakAfter, int minChunk,
                      double h_overhead, double sigma, int nKNL, double Xeon_speed, double KNL_speed, int workStealing,
                      const char* info_name) {
    guarded_loop(info, [&] {
        if (info == nullptr) throw scrump::UsageError("DLS_Parameters_Setup() needs an infoDLS to set up");
        scrump::detail::set_up(*info, communicator,
                               {.ranks = numProcs,
                                .request_when = requestWhen,
                                .break_after = breakAfter,
                                .min_chunk = minChunk,
                                .overhead = h_overhead,
                                .sigma = sigma,
                                .slow_ranks = nKNL,
                                .speed = Xeon_speed,
                                .slow_speed = KNL_speed,
                                .steals = workStealing != 0,
                                .name = info_name});
    });
}

int scrump_dls_no_communicator(void) {
    return scrump::detail::no_communicator();
}

void scrump_dls_partition(int world, int coordinator, int* foremen, int* crew) {
    guarded_loop(nullptr, [&] {
        const scrump::detail::Partition parts = scrump::detail::partition(world, coordinator);
        *foremen = parts.foremen;
        *crew = parts.crew;
    });
}

void scrump_dls_group_setup(int world, int coordinator, infoDLS* outer, infoDLS* inner, int* foremen, int* crew) {
    guarded_loop(nullptr, [&] {
        const scrump::detail::Partition parts = scrump::detail::partition(world, coordinator);
        scrump::detail::set_up_inner(*inner, parts);
        scrump::detail::set_up_outer(*outer, parts);
        *foremen = parts.foremen;
        *crew = parts.crew;
    });
}

void DLS_StartLoop(infoDLS* info, int firstIter, int lastIter, int method) {
    guarded_loop(info, [&] { scrump::detail::start_loop(expect_set_up(info), firstIter, lastIter, method); });
}

int DLS_Terminated(infoDLS* info) {
    int over = 1;
    guarded_loop(info, [&] {
        CLoop* const loop = loop_of(expect_set_up(info));
        if (loop != nullptr) over = loop->over() ? 1 : 0;
    });
    guarded_loop(info, [&] { share_with_crew(info, {&over, 1}); });
    return over;
}

void DLS_StartChunk(infoDLS* info, int* chunkStart, int* chunkSize) {
    std::array<int, 2> chunk{};
    guarded_loop(info, [&] {
        CLoop* const loop = loop_of(expect_set_up(info));
        if (loop == nullptr || loop->failed) return;
        const CLoop::Place place = loop->start_chunk();
        chunk = {static_cast<int>(place.start), static_cast<int>(place.size)};
    });
    guarded_loop(info, [&] { share_with_crew(info, chunk); });
    *chunkStart = chunk[0];
    *chunkSize = chunk[1];
}

void DLS_EndChunk(infoDLS* info) {
    guarded_loop(info, [&] {
        CLoop* const loop = loop_of(expect_set_up(info));
        if (loop != nullptr && !loop->failed) loop->end_chunk();
    });
}

void DLS_EndLoop(infoDLS* info, int* niters, double* worktime) {
    *niters = 0;
    *worktime = 0;
    guarded_loop(info, [&] {
        scrump::detail::end_loop(expect_set_up(info));
        *niters = info->myIters;
        *worktime = info->workTime;
    });
}

void DLS_Finalize(infoDLS* info) {
    guarded_loop(info, [&] { scrump::detail::clear(expect_set_up(info)); });
}

}  // extern "C"
