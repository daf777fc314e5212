#pragma once
// The applications of self-scheduled loops that the command runs, each with its serial twin.

#include "run/live_counters.hpp"
#include "run/live_run.hpp"
#include "run/loop_report.hpp"

#include <apps/amr/amr.hpp>
#include <apps/imbalance/imbalance.hpp>
#include <apps/julia/julia.hpp>
#include <apps/mandelbrot/mandelbrot.hpp>
#include <apps/pisolver/pisolver.hpp>
#include <apps/sedov/sedov.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/loops/options.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace scrump::cli {

class LoopExecution;

/// An application, and what the command says of it.
struct LoopApplication {
    enum class Kind : unsigned char { imbalance, pisolver, mandelbrot, julia, sedov, amr };

    Kind kind;
    const char* name;
    const char* about;
    bool several_loops;  ///< one after another: what is told of the runtime and traces are for one
    void (*run)(LoopExecution& execution);
};

std::span<const LoopApplication> loop_applications();

/// What the user gave.
struct LoopArguments {
    const LoopApplication* application = nullptr;
    LoopOptions options;
    CounterLog::Request counters;
    LoopOutput output;
    apps::ImbalanceOptions imbalance;  ///< of Pisolver, too
    double imbalance_percent = 0;
    apps::MandelbrotOptions mandelbrot;
    apps::JuliaOptions julia;  ///< its steps are those of the Mandelbrot set
    apps::SedovOptions sedov;
    apps::AmrOptions amr;
    unsigned time_steps = 20;
    std::optional<SimulatedMachine> machine;  ///< that this runs on; none: this one
    std::string picture;
    bool shared = false;
    bool sequential = false;
};

/// One run: when its time began, and its result.
class LoopExecution {
  public:
    LoopExecution(const LoopArguments& arguments, const Process& process);

    /// Runs the application or its twin; says whether there is an answer.
    template <class ByLoops, class ByHand>
    bool run(const ByLoops& by_loops, const ByHand& by_hand) {
        const auto began = Clock::now();
        if (given.sequential) {
            by_hand();
        } else {
            begin();
            LoopResult result = by_loops();
            report.status = result.status;
            report.statistics = std::move(result.statistics);
        }
        run_.clear();
        report.seconds = std::chrono::duration<double>(Clock::now() - began).count();
        return report.status == Status::complete;
    }

    /// Shows how far an application of many loops has come, if anything is shown.
    void tell(const std::string& text) {
        if (run_.shows(given.output)) run_.tell(text);
    }
    /// Has the picture written, if one is wanted and this is the first process.
    template <class Write>
    void draw(const Write& write) {
        if (given.picture.empty() || !run_.process().first()) return;
        write(given.picture);
        report.add("picture", "picture", given.picture, given.picture);
    }

    const LoopArguments& given;
    LoopOptions options;
    LoopReport report;

  private:
    void begin();

    LiveRun run_;
    LiveCounters counters_{run_};
};

}  // namespace scrump::cli
