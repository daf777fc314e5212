#pragma once
// A loop of a C program: its configuration, its data, what is known from earlier runs, and the one that is running.

#include "c_data.hpp"
#include "environment.hpp"
#include "iterations_info.hpp"
#include "pulled_loop.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/loops/history.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>

extern "C" {
struct infoSCRUMP {
    void* loop;
};
}

namespace scrump::detail {

/// The parameters of a loop as C programs give them. -1 for requestWhen, breakAfter and minChunk: the library chooses.
struct CParameters {
    int ranks = 0;
    int request_when = 0;
    int break_after = 0;
    int min_chunk = 1;
    double overhead = 0;
    double sigma = 0;
    int slow_ranks = 0;
    double speed = 1;
    double slow_speed = 1;
    bool steals = true;
    const char* name = nullptr;
};

class CLoop {
  public:
    /// `prefix`: the beginning of the names of the functions that the program calls, for messages.
    explicit CLoop(int communicator, std::string prefix = "SCRUMP_");

    Session& session() { return session_; }
    /// Both throw UsageError for parameters that cannot be used; the second one sets those that may change from one run
    /// to the next.
    void set_up(const CParameters& parameters);
    void set_pace(const CParameters& parameters);
    /// Replaces the costs. Throws UsageError for negative ones.
    void set_costs(const IterationCosts& costs);
    /// Data of which each rank has a part; without, all ranks have the data of all iterations.
    void set_data(std::unique_ptr<CData> data) { data_ = std::move(data); }

    /// Starts the loop over `size` iterations from `first` on: of this rank's part, or of all ranks together.
    void start(const Technique& technique, std::int64_t first, std::uint64_t size);
    struct Place {
        std::int64_t start = 0;
        std::uint64_t size = 0;
    };
    Place start_chunk();
    void end_chunk();
    bool over() { return failed || running().over(); }
    const Piece* chunk() const { return piece_; }
    /// Address of the objects of the chunk.
    void* objects();
    LoopResult end();
    /// Time in chunks of the last run, in seconds.
    double work_seconds() const { return work_.count(); }

    /// Gives up the running loop.
    void forget();
    bool failed = false;

  private:
    PulledLoop& running();
    void choose(const Technique& technique, std::uint64_t size);
    std::uint64_t least_chunk(std::uint64_t size) const;
    std::string call(const char* function) const { return prefix_ + function + "()"; }
    void write(const LoopStatistics& statistics) const;

    Session session_;
    const std::string prefix_;
    LoopHistory history_;  // of one run after the other
    LoopEnvironment environment_;
    LoopOptions options_;
    PulledLoop::Pace pace_;
    std::optional<std::uint64_t> min_chunk_ = 1;  // null: to be chosen
    std::unique_ptr<CData> data_;
    std::optional<IterationsInfo> info_;  // in the first process, if it is asked for
    ChunkLog log_;
    LoopPart part_;
    std::unique_ptr<PulledLoop> loop_;
    const Piece* piece_ = nullptr;
    std::int64_t first_ = 0;
    Clock::time_point chunk_began_{};
    std::chrono::duration<double> work_{};
};

/// Whether an error ends the program, as by default, or is returned: by the numbers of SCRUMP_Errhandler.
enum class ErrorHandler { fatal = 0, returns = 1 };
void set_error_handler(ErrorHandler handler);

/// Handles an error as the program wants: does not return if it is fatal, else returns a number other than 0. Every
/// rank meets the error, or is told; one of them reports it.
int complained(infoSCRUMP* info, const std::exception& error);

/// Calls the action; returns 0, or the result of complained().
template <class Action>
int guarded(infoSCRUMP* info, const Action& action) {
    try {
        action();
        return 0;
    } catch (const std::exception& error) {
        return complained(info, error);
    }
}

}  // namespace scrump::detail
