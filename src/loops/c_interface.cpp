// The C interface (include/scrump/loops.h), whose loops are PulledLoops; and below the Fortran one (loops.f90 there).

#include "c_data.hpp"
#include "environment.hpp"
#include "iterations_info.hpp"
#include "loop_shape.hpp"
#include "pulled_loop.hpp"

#include "../net/mpi_launched.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/history.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

extern "C" {
struct infoSCRUMP {
    void* loop;
};
}

namespace scrump::detail {
namespace {

// Handling of errors: by the numbers of SCRUMP_Errhandler.
enum class ErrorHandler { fatal = 0, returns = 1 };
ErrorHandler error_handler = ErrorHandler::fatal;

// LB4MPI's FAC, which knows no mean, is FAC2.
Technique practical(Technique technique, const LoopOptions& options) {
    const bool has_mean = technique.costs.mean > 0 || known_costs(options).mean > 0;
    if (technique.own || technique.kind != Technique::Kind::fac || has_mean) return technique;
    return {.kind = Technique::Kind::fac2, .min = technique.min};
}

class CLoop {
  public:
    explicit CLoop(int communicator) : session_(Session::of_communicator(communicator)) {}

    LoopOptions options;
    PulledLoop::Pace pace;
    std::unique_ptr<CData> data;
    std::uint64_t min_chunk = 1;

    Session& session() { return session_; }

    void read_environment(const std::string& name) {
        environment_ = LoopEnvironment::read([](const char* variable) { return std::getenv(variable); });
        if (!session_.first()) return;
        if (environment_.help) std::fprintf(stderr, "Techniques (SCRUMP_LOOP):\n%s", Technique::help().c_str());
        if (environment_.iterations_info) info_.emplace(environment_.folder, name);
    }

    void choose(int technique) {
        options.technique = Technique::parse(std::to_string(technique));
        environment_.apply(options);
        options.history = &history_;
        options.technique = practical(options.technique, options);
        options.technique.min = std::max(options.technique.min, min_chunk);
        if (options.stealing.amount.technique)
            options.stealing.amount.technique = practical(*options.stealing.amount.technique, options);
    }

    void start(std::uint64_t first, std::uint64_t size) {
        if (!data) throw UsageError("a loop needs data: call SCRUMP_DataSetup() or SCRUMP_CubicDataSetup() first");
        if (loop_) throw UsageError("the loop still runs: end it with SCRUMP_EndLoop() before it is started again");
        first_ = first;
        part_ = data->part(size);
        pace.room = data->room(size);
        // What is stolen is run in its own array.
        pace.steals = size > 0 || data->room(1) == 0;
        environment_.check_techniques(options, size, session_.size());
        log_ = {};
        pace.log = environment_.iterations_info ? &log_ : nullptr;
        loop_.emplace(options, part_, pace);
    }

    struct Place {
        std::uint64_t start = 0;
        std::uint64_t size = 0;
    };
    Place start_chunk() {
        piece_ = running().next();
        if (piece_ == nullptr) return {};
        const StolenData* const stolen = piece_->stolen_data();
        const std::uint64_t start =
            stolen == nullptr ? piece_->range.first : data->bring(*stolen, stolen->within(piece_->range));
        return {first_ + start, piece_->range.size()};
    }
    void end_chunk() {
        if (piece_ == nullptr) return;
        if (const StolenData* const stolen = piece_->stolen_data())
            data->take_back(*stolen, stolen->within(piece_->range));
        piece_ = nullptr;
        running().done();
    }
    bool over() { return failed || running().over(); }
    const Piece* chunk() const { return piece_; }

    LoopResult end() {
        LoopResult result = running().result();
        loop_.reset();
        if (info_) write(result.statistics);
        return result;
    }
    void forget() {
        piece_ = nullptr;
        loop_.reset();
    }

    bool failed = false;

  private:
    PulledLoop& running() {
        if (!loop_) throw UsageError("no loop is running: start one with SCRUMP_StartLoop()");
        return *loop_;
    }

    // The loop has been run, whether that can be put down or not.
    void write(const LoopStatistics& statistics) const {
        try {
            info_->add(statistics, log_.all);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "scrump: LB4MPI_ITERATIONS_INFO: %s; the loop itself is complete\n", error.what());
        }
    }

    Session session_;
    LoopHistory history_;  // of one run after the other
    LoopEnvironment environment_;
    std::optional<IterationsInfo> info_;  // in the first process, if it is asked for
    ChunkLog log_;
    LoopPart part_;
    std::optional<PulledLoop> loop_;
    const Piece* piece_ = nullptr;
    std::uint64_t first_ = 0;
};

CLoop& loop_of(infoSCRUMP* info) {
    if (info == nullptr || info->loop == nullptr)
        throw UsageError("the loop is not set up: call SCRUMP_Parameters_Setup() first");
    return *static_cast<CLoop*>(info->loop);
}

// One rank is gone. Whatever the program did next over MPI would wait for it, so this ends all others.
void end_all(infoSCRUMP& info) {
    delete static_cast<CLoop*>(std::exchange(info.loop, nullptr));
}

// By default as MPI does.
[[noreturn]] void end_program(CLoop* loop, const std::exception& error) {
    const std::string why = std::string("scrump: ") + error.what();
    if (loop != nullptr) abort_all(loop->session().group(), why);
    abort_all(why);
}

// Every rank meets the error, or is told; one of them reports it.
int complained(infoSCRUMP* info, const std::exception& error) {
    CLoop* const loop = info != nullptr ? static_cast<CLoop*>(info->loop) : nullptr;
    if (error_handler == ErrorHandler::fatal) end_program(loop, error);
    const bool speaks = loop == nullptr || (!loop->failed && loop->session().group().is_reporter());
    if (speaks) std::fprintf(stderr, "scrump: %s\n", error.what());
    if (loop != nullptr) {
        loop->failed = true;
        loop->session().fail(error);
        loop->forget();
        if (loop->session().group().has_lost_one()) end_all(*info);
    }
    return 1;
}

template <class Action>
int guarded(infoSCRUMP* info, const Action& action) {
    try {
        action();
        return 0;
    } catch (const std::exception& error) {
        return complained(info, error);
    }
}

std::uint64_t not_negative(int value, const char* what) {
    if (value < 0) throw UsageError(std::string(what) + " is " + std::to_string(value) + ": expected at least 0");
    return static_cast<std::uint64_t>(value);
}

double expect_seconds(double value, const char* what) {
    if (std::isfinite(value) && value >= 0) return value;
    throw UsageError(std::string(what) + " is " + std::to_string(value) +
                     ": expected seconds, or 0 if it is not known");
}

void set_up(CLoop& loop, int ranks, int slow, double speed, double slow_speed) {
    const unsigned size = loop.session().size();
    if (ranks != 0 && static_cast<unsigned>(ranks) != size) {
        throw UsageError("the communicator has " + std::to_string(size) + " ranks, not " + std::to_string(ranks));
    }
    LoopOptions& options = loop.options;
    options.workers = 1;
    options.session = &loop.session();
    options.dead_after = {};  // a rank that runs a long chunk answers nobody: only the user knows how long
    const std::uint64_t slow_ranks = not_negative(slow, "nKNL");
    if (slow_ranks > size) throw UsageError("nKNL is more than there are ranks");
    if (slow_ranks == 0) return;
    options.weights.assign(size, speed);
    std::fill(options.weights.end() - slow, options.weights.end(), slow_speed);
}

bool are_objects(void (*dMap)(void), void (*nMap)(void)) {
    return dMap != nullptr || nMap != nullptr;
}

// Objects travel as the functions make them, whatever their type.
void set_data(CLoop& loop, void* data, void* results, const ElementLayout& element, void (*dMap)(void),
              void (*nMap)(void)) {
    loop.data = are_objects(dMap, nMap) ? make_objects(data, reinterpret_cast<CMap>(dMap), reinterpret_cast<CMap>(nMap))
                                        : make_array(data, results, element);
}

}  // namespace
}  // namespace scrump::detail

using scrump::detail::are_objects;
using scrump::detail::CLoop;
using scrump::detail::ElementLayout;
using scrump::detail::expect_seconds;
using scrump::detail::guarded;
using scrump::detail::layout_of_datatype;
using scrump::detail::loop_of;
using scrump::detail::make_cube;
using scrump::detail::not_negative;
using scrump::detail::set_data;

extern "C" {

int scrump_loop_setup(int communicator, infoSCRUMP* info, int numProcs, int requestWhen, int breakAfter, int minChunk,
                      double h_overhead, double sigma, int nKNL, double Xeon_speed, double KNL_speed, int workStealing,
                      const char* info_name) {
    if (info != nullptr) info->loop = nullptr;
    return guarded(info, [&] {
        if (info == nullptr) throw scrump::UsageError("SCRUMP_Parameters_Setup() needs an infoSCRUMP to set up");
        auto made = std::make_unique<CLoop>(communicator);
        CLoop& loop = *made;
        info->loop = made.release();  // so that what is wrong from here on concerns all its ranks
        loop.read_environment(info_name != nullptr && *info_name != '\0' ? info_name : "loop");
        set_up(loop, numProcs, nKNL, Xeon_speed, KNL_speed);
        loop.pace = {.break_after = not_negative(breakAfter, "breakAfter"),
                     .request_when = not_negative(requestWhen, "requestWhen")};
        loop.min_chunk = std::max<std::uint64_t>(not_negative(minChunk, "minChunk"), 1);
        loop.options.costs = {
            .mean = 0, .sigma = expect_seconds(sigma, "sigma"), .overhead = expect_seconds(h_overhead, "h_overhead")};
        loop.options.stealing.least = loop.min_chunk > 1 ? loop.min_chunk : 0;
        loop.options.stealing.order = workStealing != 0
                                          ? scrump::StealOrder{.kind = scrump::StealOrder::Kind::coordinator}
                                          : scrump::StealOrder{.kind = scrump::StealOrder::Kind::off};
    });
}

int SCRUMP_Set_errhandler(int errhandler) {
    return guarded(nullptr, [&] {
        if (errhandler != 0 && errhandler != 1) {
            throw scrump::UsageError("there is no error handler " + std::to_string(errhandler) +
                                     ": expected SCRUMP_ERRORS_ARE_FATAL or SCRUMP_ERRORS_RETURN");
        }
        scrump::detail::error_handler = static_cast<scrump::detail::ErrorHandler>(errhandler);
    });
}

int SCRUMP_CostsSetup(infoSCRUMP* info, double mean, double sigma, double h_overhead) {
    return guarded(info, [&] {
        loop_of(info).options.costs = {.mean = expect_seconds(mean, "mean"),
                                       .sigma = expect_seconds(sigma, "sigma"),
                                       .overhead = expect_seconds(h_overhead, "h_overhead")};
    });
}

int scrump_loop_data(infoSCRUMP* info, void* data, void* results, std::size_t bytes, void (*dMap)(void),
                     void (*nMap)(void)) {
    return guarded(info, [&] { set_data(loop_of(info), data, results, ElementLayout::dense(bytes), dMap, nMap); });
}

int scrump_loop_typed_data(infoSCRUMP* info, void* data, void* results, int datatype, void (*dMap)(void),
                           void (*nMap)(void)) {
    return guarded(info, [&] {
        const ElementLayout element = are_objects(dMap, nMap) ? ElementLayout() : layout_of_datatype(datatype);
        set_data(loop_of(info), data, results, element, dMap, nMap);
    });
}

int scrump_loop_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, std::size_t bytes, int axis) {
    return guarded(
        info, [&] { loop_of(info).data = make_cube(data, dim_x, dim_y, dim_z, ElementLayout::dense(bytes), axis); });
}

int scrump_loop_typed_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, int datatype, int axis) {
    return guarded(
        info, [&] { loop_of(info).data = make_cube(data, dim_x, dim_y, dim_z, layout_of_datatype(datatype), axis); });
}

int scrump_loop_refuse(infoSCRUMP* info, const char* why) {
    return guarded(info, [&] {
        loop_of(info);
        throw scrump::UsageError(why);
    });
}

int SCRUMP_StartLoop(infoSCRUMP* info, int firstIter, int lastIter, int technique) {
    return guarded(info, [&] {
        CLoop& loop = loop_of(info);
        const std::uint64_t first = not_negative(firstIter, "firstIter");
        const std::uint64_t size = lastIter < firstIter ? 0 : static_cast<std::uint64_t>(lastIter - firstIter) + 1;
        loop.choose(technique);
        loop.start(first, size);
    });
}

int SCRUMP_StartChunk(infoSCRUMP* info, int* start, int* size) {
    *start = 0;
    *size = 0;
    return guarded(info, [&] {
        CLoop& loop = loop_of(info);
        if (loop.failed) return;
        const CLoop::Place place = loop.start_chunk();
        *start = static_cast<int>(place.start);
        *size = static_cast<int>(place.size);
    });
}

int SCRUMP_EndChunk(infoSCRUMP* info) {
    return guarded(info, [&] {
        CLoop& loop = loop_of(info);
        if (!loop.failed) loop.end_chunk();
    });
}

int SCRUMP_Terminated(infoSCRUMP* info) {
    int over = 1;
    guarded(info, [&] { over = loop_of(info).over() ? 1 : 0; });
    return over;
}

void* SCRUMP_ChunkData(infoSCRUMP* info) {
    void* objects = nullptr;
    guarded(info, [&] {
        CLoop& loop = loop_of(info);
        objects = loop.data->objects(loop.chunk() != nullptr ? loop.chunk()->stolen_data() : nullptr);
    });
    return objects;
}

int SCRUMP_ChunkOwner(infoSCRUMP* info, int* first) {
    int owner = -1;
    guarded(info, [&] {
        const auto* const chunk = loop_of(info).chunk();
        if (chunk == nullptr) return;
        owner = static_cast<int>(chunk->owner);
        if (first != nullptr) *first = static_cast<int>(chunk->range.first);
    });
    return owner;
}

int SCRUMP_EndLoop(infoSCRUMP* info, int* iterations, double* seconds) {
    if (iterations != nullptr) *iterations = 0;
    if (seconds != nullptr) *seconds = 0;
    int status = guarded(info, [&] {
        CLoop& loop = loop_of(info);
        if (loop.failed) return;
        const scrump::LoopResult result = loop.end();
        const scrump::WorkerShare& own = result.statistics.shares[loop.session().self()];
        if (iterations != nullptr) *iterations = static_cast<int>(own.iterations);
        if (seconds != nullptr) *seconds = own.finished;
    });
    if (info != nullptr && info->loop != nullptr && static_cast<CLoop*>(info->loop)->failed) status = 1;
    return status;
}

void SCRUMP_Free(infoSCRUMP* info) {
    if (info == nullptr) return;
    delete static_cast<CLoop*>(info->loop);
    info->loop = nullptr;
}

}  // extern "C"
