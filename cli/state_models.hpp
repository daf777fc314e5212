#pragma once
// The models whose state spaces the command explores, and what it looks for in each.

#include "interrupts.hpp"
#include "progress_line.hpp"
#include "states_report.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

class StatesExecution;

/// A model, and what the command says of it.
struct NamedStateModel {
    const char* name;
    const char* argument;  ///< what it takes
    const char* about;
    const char* own_option;  ///< that is for this one alone; may be empty
    void (*run)(StatesExecution& execution);
};

std::span<const NamedStateModel> state_models();

/// What the user gave.
struct StatesArguments {
    const NamedStateModel* model = nullptr;
    std::string argument;  ///< a size or a file
    ReachOptions options;
    StatesOutput output;
    std::string board;                 ///< puzzle
    std::optional<std::size_t> level;  ///< sokoban
    bool exchanged = false;            ///< peterson
    bool contrary = false;             ///< philosophers
    bool find_deadlock = false;        ///< whatever else is looked for
    bool all = false;                  ///< look for nothing
};

/// One run: from when on time counts, and what came of it.
class StatesExecution {
  public:
    StatesExecution(const StatesArguments& arguments, Session& session);

    /// The contents of the file that the argument names.
    std::string read_file();
    /// The argument as a number.
    unsigned number(unsigned least, unsigned most) const;

    /// Explores a model; `show` makes text of a state.
    template <StateModel Model, class Show>
    ReachResult<StateOf<Model>> run(const Model& model, Properties<StateOf<Model>> properties, const Show& show) {
        if (given.all) properties.goal = nullptr;
        if (given.all) properties.invariants.clear();
        properties.no_deadlocks = given.find_deadlock || (properties.no_deadlocks && !given.all);
        if (properties.goal) report.sought.emplace_back("solution");
        for (const auto& each : properties.invariants) report.sought.push_back("violation of " + each.name);
        if (properties.no_deadlocks) report.sought.emplace_back("deadlock");
        begin();
        auto result = reach(model, options_, properties);
        line_.reset();
        report.status = result.status;
        report.all_expanded = result.all_expanded;
        report.expected_missed = result.expected_missed;
        report.statistics = std::move(result.statistics);
        if (result.finding) {
            report.finding = name(result.finding->kind);
            report.invariant = result.finding->invariant;
            for (const auto& state : result.finding->path) report.path.push_back(show(state));
            if (report.path.empty()) report.path.push_back(show(result.finding->state));
        }
        return result;
    }

    const StatesArguments& given;
    StatesReport report;

  private:
    void begin();

    Session& session_;
    const Clock::time_point began_ = Clock::now();
    ReachOptions options_;
    std::string contents_;  ///< a digest of the file's
    std::optional<ProgressLine> line_;
};

}  // namespace scrump::cli
