#pragma once
// The models whose state spaces the command explores, and what it looks for in each.

#include "line/values.hpp"
#include "run/live_counters.hpp"
#include "run/live_run.hpp"
#include "run/states_report.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/problems/petri/reduction.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/sim/machine.hpp>
#include <scrump/states.hpp>
#include <scrump/states/explore/graph.hpp>
#include <scrump/states/explore/random_walk.hpp>

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
    const char* own_options;  ///< that are for this one alone, with blanks between them; may be empty
    void (*run)(StatesExecution& execution);
};

std::span<const NamedStateModel> state_models();

/// What the user gave.
struct StatesArguments {
    std::string model_or_file;
    const NamedStateModel* model = nullptr;
    std::string argument;  ///< a size, or what a file is called
    std::string file;      ///< the file, if it is one
    ExploreOptions options;
    std::optional<SimulatedMachine> machine;  ///< that this runs on; none: this one
    CounterLog::Request counters;
    std::optional<std::string> text;  ///< of the file, if it was read before
    StatesOutput output;
    std::string board;                    ///< puzzle
    std::string goal;                     ///< puzzle: "blank-first", "blank-last" or a board; empty: the first of these
    std::optional<std::size_t> level;     ///< sokoban
    bool exchanged = false;               ///< peterson
    bool contrary = false;                ///< philosophers
    bool symmetry = false;                ///< philosophers
    std::vector<std::string> invariants;  ///< pins: labels, "!" before those that must not hold
    bool find_deadlock = false;           ///< whatever else is looked for
    bool all = false;                     ///< look for nothing
    petri::NetReduction reduction = petri::NetReduction::none;    ///< pnml
    bool random_walk = false;                                     ///< walk at random instead of visiting states
    RandomWalkOptions walk;                                       ///< of these, `depth`
    std::string graph;                                            ///< file for the state graph; empty: none
    std::uint64_t graph_limit = StateGraphOptions().state_limit;  ///< number of its states
};

/// Collective: the contents of a file, unpacked.
std::string read_state_file(const std::string& name, Session& session);

/// One run: when it began, and its report.
class StatesExecution {
  public:
    StatesExecution(const StatesArguments& arguments, const Process& process);

    /// The contents of the file that the argument names.
    std::string read_file();
    /// The argument as a number.
    unsigned number(unsigned least, unsigned most) const;

    /// Explores a model; `show` makes text of a state, and `step` of what leads from one state to the next, which may
    /// be empty.
    template <StateModel Model, class Show, class Step>
    ExploreResult<StateOf<Model>> run(const Model& model, Properties<StateOf<Model>> properties, const Show& show,
                                      const Step& step) {
        if (given.all) properties.goal = nullptr;
        if (given.all) properties.invariants.clear();
        properties.no_deadlocks = given.find_deadlock || (properties.no_deadlocks && !given.all);
        if (properties.goal) report.sought.emplace_back("solution");
        for (const auto& each : properties.invariants) report.sought.push_back("violation of " + each.name);
        if (properties.no_deadlocks) report.sought.emplace_back("deadlock");
        if (given.output.path && report.sought.empty())
            throw BadValue("--path: nothing is looked for here, so no path leads to it; --find-deadlock looks for one");
        if (given.random_walk) return walk(model, properties, show, step);
        begin();
        if (!given.graph.empty()) draw(model, properties, show, step);
        auto result = explore(model, options_, properties);
        run_.clear();
        report.status = result.status;
        report.all_expanded = result.all_expanded;
        report.representatives = result.representatives;
        report.expected_missed = result.expected_missed;
        report.statistics = std::move(result.statistics);
        if (result.finding) take(*result.finding, show, step);
        return result;
    }

    /// Says that what was sought cannot be there, where that is known without an exploration.
    void refute(const char* sought);

    const StatesArguments& given;
    StatesReport report;

  private:
    // The result has what random walks know.
    template <StateModel Model, class Show, class Step>
    ExploreResult<StateOf<Model>> walk(const Model& model, const Properties<StateOf<Model>>& properties,
                                       const Show& show, const Step& step) {
        if (report.sought.empty() && properties.greatest.count == 0)
            throw BadValue("--random-walk looks for nothing here: expected --find-deadlock");
        auto result = random_walk(model, walk_options(), properties);
        run_.clear();
        report.status = result.status;
        report.walks = std::move(result.statistics);
        if (result.finding) take(*result.finding, show, step);
        return {.status = result.status,
                .finding = std::move(result.finding),
                .greatest = std::move(result.greatest),
                .statistics = {}};
    }

    template <class State, class Show, class Step>
    void take(const Finding<State>& finding, const Show& show, const Step& step) {
        report.finding = name(finding.kind);
        report.invariant = finding.invariant;
        const auto text = text_of(show);
        for (std::size_t i = 0; i < finding.path.size(); ++i) {
            report.path.push_back(text(finding.path[i]));
            if (i > 0) report.steps.push_back(step(finding.path[i - 1], finding.path[i]));
        }
        if (report.path.empty()) report.path.push_back(text(finding.state));
    }

    // A state's text without the last line's end.
    template <class Show>
    static auto text_of(const Show& show) {
        return [&show](const auto& state) {
            std::string lines = show(state);
            if (lines.ends_with('\n')) lines.pop_back();
            return lines;
        };
    }

    // All processes find the same graph, or the same error; the first one writes it, if it is complete.
    template <StateModel Model, class Show, class Step>
    void draw(const Model& model, const Properties<StateOf<Model>>& properties, const Show& show, const Step& step) {
        check_graph_file(given.graph);
        const auto graph = state_graph(model, graph_options(options_, given.graph_limit), properties);
        if (first_ && graph.status == Status::complete) write_graph(given.graph, graph, text_of(show), step);
        report.drawn(given.graph, graph.status, graph.states.size(), graph.steps.size());
    }

    void begin();
    RandomWalkOptions walk_options();

    const bool first_;  // whether it is the first process
    LiveRun run_;
    LiveCounters counters_{run_};
    ExploreOptions options_;
    std::string contents_;  ///< a digest of the file's
};

}  // namespace scrump::cli
