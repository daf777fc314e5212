#include "c_loop.hpp"

#include "loop_shape.hpp"
#include "pulled_parts.hpp"
#include "pulled_whole.hpp"

#include "../net/mpi_launched.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace scrump::detail {
namespace {

ErrorHandler error_handler = ErrorHandler::fatal;

// LB4MPI's FAC, which knows no mean, is FAC2.
Technique practical(Technique technique, const LoopOptions& options) {
    const bool has_mean = technique.costs.mean > 0 || known_costs(options).mean > 0;
    if (technique.own || technique.kind != Technique::Kind::fac || has_mean) return technique;
    return {.kind = Technique::Kind::fac2, .min = technique.min};
}

[[noreturn]] void refuse(const char* what, const std::string& value, const char* expected) {
    throw UsageError(std::string(what) + " is " + value + ": expected " + expected);
}

std::uint64_t not_negative(int value, const char* what) {
    if (value < 0) refuse(what, std::to_string(value), "at least 0");
    return static_cast<std::uint64_t>(value);
}

// Null: the library chooses.
std::optional<std::uint64_t> given_or_chosen(int value, const char* what) {
    if (value < -1) refuse(what, std::to_string(value), "at least 0, or -1 to let the library choose");
    return value == -1 ? std::nullopt : std::optional(static_cast<std::uint64_t>(value));
}

double expect_seconds(double value, const char* what) {
    if (!std::isfinite(value) || value < 0) refuse(what, std::to_string(value), "seconds, or 0 if it is not known");
    return value;
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

}  // namespace

CLoop::CLoop(int communicator, std::string prefix)
    : session_(Session::of_communicator(communicator)), prefix_(std::move(prefix)) {}

// --- Configuration

void CLoop::set_up(const CParameters& parameters) {
    const std::string name = parameters.name != nullptr && *parameters.name != '\0' ? parameters.name : "loop";
    environment_ = LoopEnvironment::read([](const char* variable) { return std::getenv(variable); });
    if (session_.first()) {
        if (environment_.help) std::fprintf(stderr, "Techniques (SCRUMP_LOOP):\n%s", Technique::help().c_str());
        if (environment_.iterations_info) info_.emplace(environment_.folder, name);
    }
    const unsigned size = session_.size();
    if (parameters.ranks != 0 && static_cast<unsigned>(parameters.ranks) != size) {
        throw UsageError("the communicator has " + std::to_string(size) + " ranks, not " +
                         std::to_string(parameters.ranks));
    }
    options_.workers = 1;
    options_.session = &session_;
    options_.dead_after = {};  // a rank that runs a long chunk answers nobody: only the user knows how long
    options_.stealing.order = {.kind = parameters.steals ? StealOrder::Kind::coordinator : StealOrder::Kind::off};
    const std::uint64_t slow_ranks = not_negative(parameters.slow_ranks, "nKNL");
    if (slow_ranks > size) throw UsageError("nKNL is more than there are ranks");
    if (slow_ranks > 0) {
        options_.weights.assign(size, parameters.speed);
        std::fill(options_.weights.end() - parameters.slow_ranks, options_.weights.end(), parameters.slow_speed);
    }
    set_pace(parameters);
}

void CLoop::set_pace(const CParameters& parameters) {
    pace_.break_after = given_or_chosen(parameters.break_after, "breakAfter");
    pace_.request_when = given_or_chosen(parameters.request_when, "requestWhen");
    min_chunk_ = given_or_chosen(parameters.min_chunk, "minChunk");
    set_costs({.mean = options_.costs.mean, .sigma = parameters.sigma, .overhead = parameters.overhead});
}

void CLoop::set_costs(const IterationCosts& costs) {
    options_.costs = {.mean = expect_seconds(costs.mean, "mean"),
                      .sigma = expect_seconds(costs.sigma, "sigma"),
                      .overhead = expect_seconds(costs.overhead, "h_overhead")};
}

// As LB4MPI chooses: half of the chunks of modified fixed-size chunking.
std::uint64_t CLoop::least_chunk(std::uint64_t size) const {
    if (min_chunk_) return std::max<std::uint64_t>(*min_chunk_, 1);
    const Technique mfsc{.kind = Technique::Kind::mfsc};
    return std::max<std::uint64_t>(mfsc.rule({.iterations = size, .workers = session_.size()})->fixed_size() / 2, 1);
}

void CLoop::choose(const Technique& technique, std::uint64_t size) {
    options_.technique = technique;
    environment_.apply(options_);
    options_.history = &history_;
    const std::uint64_t least = least_chunk(size);
    options_.technique = practical(options_.technique, options_);
    options_.technique.min = std::max(options_.technique.min, least);
    options_.stealing.least = least > 1 ? least : 0;
    if (options_.stealing.amount.technique)
        options_.stealing.amount.technique = practical(*options_.stealing.amount.technique, options_);
    environment_.check_techniques(options_, size, session_.size());
}

// --- A run

void CLoop::start(const Technique& technique, std::int64_t first, std::uint64_t size) {
    if (loop_) throw UsageError("the loop still runs: end it with " + call("EndLoop") + " before it is started again");
    choose(technique, size);
    first_ = first;
    work_ = {};
    log_ = {};
    pace_.log = environment_.iterations_info ? &log_ : nullptr;
    if (!data_) {
        loop_ = std::make_unique<PulledWhole>(options_, size, pace_);
        return;
    }
    part_ = data_->part(size);
    pace_.room = data_->room(size);
    // What is stolen is run in its own array.
    pace_.steals = size > 0 || data_->room(1) == 0;
    loop_ = std::make_unique<PulledParts>(options_, part_, pace_);
}

CLoop::Place CLoop::start_chunk() {
    PulledLoop& loop = running();
    if (piece_ != nullptr)
        throw UsageError("a chunk has not been ended: call " + call("EndChunk") + " before the next " +
                         call("StartChunk"));
    piece_ = loop.next();
    if (piece_ == nullptr) return {};
    const StolenData* const stolen = piece_->stolen_data();
    const std::uint64_t start =
        stolen == nullptr ? piece_->range.first : data_->bring(*stolen, stolen->within(piece_->range));
    chunk_began_ = Clock::now();
    return {first_ + static_cast<std::int64_t>(start), piece_->range.size()};
}

void CLoop::end_chunk() {
    PulledLoop& loop = running();
    if (piece_ == nullptr) return;
    work_ += Clock::now() - chunk_began_;
    if (const StolenData* const stolen = piece_->stolen_data())
        data_->take_back(*stolen, stolen->within(piece_->range));
    piece_ = nullptr;
    loop.done();
}

void* CLoop::objects() {
    if (!data_)
        throw UsageError(call("ChunkData") + " needs data of which each rank has a part: call " + call("DataSetup") +
                         " first");
    return data_->objects(piece_ != nullptr ? piece_->stolen_data() : nullptr);
}

// A loop is not ended for the program: iterations that nobody has run would count as run.
LoopResult CLoop::end() {
    PulledLoop& loop = running();
    if (piece_ != nullptr || (!loop.over() && loop.next() != nullptr)) {
        throw UsageError("iterations are left: call " + call("StartChunk") + " and " + call("EndChunk") + " until " +
                         call("Terminated") + ", and " + call("EndLoop") + " after that");
    }
    LoopResult result = loop.result();
    loop_.reset();
    if (info_) write(result.statistics);
    return result;
}

void CLoop::forget() {
    piece_ = nullptr;
    loop_.reset();
}

PulledLoop& CLoop::running() {
    if (!loop_) throw UsageError("no loop is running: start one with " + call("StartLoop"));
    return *loop_;
}

// The loop has been run, whether that can be put down or not.
void CLoop::write(const LoopStatistics& statistics) const {
    try {
        info_->add(statistics, log_.all);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "scrump: LB4MPI_ITERATIONS_INFO: %s; the loop itself is complete\n", error.what());
    }
}

// --- Errors

void set_error_handler(ErrorHandler handler) {
    error_handler = handler;
}

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

}  // namespace scrump::detail
