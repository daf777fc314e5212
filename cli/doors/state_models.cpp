#include "doors/state_models.hpp"

#include "line/texts.hpp"
#include "line/values.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>
#include <scrump/problems/peterson/peterson.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/philosophers/philosophers.hpp>
#include <scrump/problems/pins/model.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>
#include <scrump/problems/sokoban/sokoban.hpp>
#include <scrump/problems/sokoban/xsb.hpp>

#include <fmt/format.h>

#include <array>

namespace scrump::cli {
namespace {

// "3x4".
std::pair<unsigned, unsigned> read_size(const std::string& text) {
    const auto read = whole_number(1, 16);
    try {
        const std::size_t by = text.find('x');
        if (by != std::string::npos)
            return {static_cast<unsigned>(read(text.substr(0, by))), static_cast<unsigned>(read(text.substr(by + 1)))};
    } catch (const BadValue&) {  // of a part: it is said of the whole
    }
    throw BadValue(fmt::format("'{}' is not a size such as 3x4: rows and columns, 1 to 16 of each", text));
}

template <class Read>
auto read_for(const char* option, const Read& read) {
    try {
        return read();
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        throw BadValue(fmt::format("{}: {}", option, error.what()));
    }
}

puzzle::Puzzle puzzle_of(const StatesArguments& given) {
    const auto [rows, columns] = read_size(given.argument);
    if (given.board.empty()) return {rows, columns};
    return read_for("--board", [&, r = rows, c = columns] { return puzzle::Puzzle(r, c, given.board); });
}

puzzle::Board goal_of(const StatesArguments& given, const puzzle::Puzzle& puzzle) {
    if (given.goal.empty() || given.goal == "blank-first") return puzzle::Puzzle::ordered(puzzle.cells());
    if (given.goal == "blank-last") return puzzle::Puzzle::ordered_with_free_cell_last(puzzle.cells());
    if (given.goal.find_first_not_of("0123456789 \t") != std::string::npos)
        throw BadValue(fmt::format("--goal: expected blank-first, blank-last or a board, found '{}'", given.goal));
    return read_for("--goal", [&] { return puzzle.read(given.goal); });
}

// "the other order, --goal blank-last, can be reached", where it can.
std::string other_order(const StatesArguments& given, const puzzle::Puzzle& puzzle) {
    const bool last = given.goal == "blank-last";
    if (!last && !given.goal.empty() && given.goal != "blank-first") return {};
    const puzzle::Board other =
        last ? puzzle::Puzzle::ordered(puzzle.cells()) : puzzle::Puzzle::ordered_with_free_cell_last(puzzle.cells());
    if (!puzzle.leads_to(puzzle.initial(), other)) return {};
    return fmt::format("; --goal {} can be reached", last ? "blank-first" : "blank-last");
}

void run_puzzle(StatesExecution& execution) {
    const StatesArguments& given = execution.given;
    const puzzle::Puzzle puzzle = puzzle_of(given);
    StatesReport& report = execution.report;
    report.instance = {{"rows", puzzle.rows()}, {"columns", puzzle.columns()}};
    Properties<puzzle::Board> properties;
    if (!given.board.empty()) {
        const puzzle::Board goal = goal_of(given, puzzle);
        report.instance["board"] = given.board;
        if (!given.goal.empty()) report.instance["goal"] = given.goal;
        properties.goal = [goal](puzzle::Board board) { return board == goal; };
        const bool is_drawn = !given.graph.empty();
        if (!given.all && !given.find_deadlock && !is_drawn && !puzzle.leads_to(puzzle.initial(), goal)) {
            const std::string why =
                "moves never lead from this board to the goal: " +
                std::string(puzzle.rows() == 1 || puzzle.columns() == 1 ? "in one line tiles keep their order"
                                                                        : "its parity is the other one") +
                other_order(given, puzzle);
            report.add("because", "because", why, why);
            return execution.refute("solution");
        }
    }
    const auto step = [&](puzzle::Board from, puzzle::Board to) {
        const unsigned cell = puzzle::Puzzle::free_cell(from);
        return fmt::format("tile {}", (to >> (4 * cell)) & 15U);
    };
    execution.run(
        puzzle, properties, [&](puzzle::Board board) { return puzzle.to_string(board); }, step);
}

void run_sokoban(StatesExecution& execution) {
    const std::size_t number = execution.given.level.value_or(1);
    const sokoban::Sokoban model(
        sokoban::parse_level(execution.read_file(), title_of_file(execution.given.argument), number));
    StatesReport& report = execution.report;
    report.instance = {{"file", execution.given.argument}, {"level", number}};
    if (!model.level().title.empty()) report.instance["title"] = model.level().title;
    report.legend = "l, u, r, d: a step to the left, up, to the right, down; L, U, R, D: a push";
    report.instance["cells"] = model.level().cells();
    report.instance["boxes"] = model.level().boxes.size();
    const auto result = execution.run(
        model, {.goal = [&](sokoban::StateSpan state) { return model.is_solved(state); }},
        [&](const sokoban::State& state) { return model.to_string(state); },
        [&](const sokoban::State& from, const sokoban::State& to) {
            return model.moves(std::array{from, to});
        });
    if (result.finding && !result.finding->path.empty()) {
        const std::string moves = model.moves(result.finding->path);
        report.add("moves", "moves", moves, moves);
    }
}

void run_peterson(StatesExecution& execution) {
    const peterson::Peterson model(execution.number(2, peterson::max_processes), execution.given.exchanged);
    execution.report.instance = {{"processes", model.processes()}, {"exchanged", execution.given.exchanged}};
    execution.run(
        model,
        {.invariants = {{"mutual exclusion", [&](const peterson::State& state) { return model.exclusive(state); }}},
         .no_deadlocks = true},
        [&](const peterson::State& state) { return model.to_string(state); },
        [&](const peterson::State& from, const peterson::State& to) { return model.step_between(from, to); });
}

void run_philosophers(StatesExecution& execution) {
    const philosophers::Philosophers model(execution.number(2, 32), execution.given.contrary);
    execution.report.instance = {{"philosophers", model.number()}, {"contrary", execution.given.contrary}};
    execution.report.legend = philosophers::Philosophers::legend;
    Properties<philosophers::State> properties{.no_deadlocks = true};
    if (execution.given.symmetry) {
        if (execution.given.contrary) throw BadValue("--symmetry is not for --contrary: one is unlike the others");
        execution.report.instance["symmetry"] = true;
        properties.canonical = [&](philosophers::State state) { return model.first_rotation(state); };
    }
    execution.run(
        model, properties, [&](philosophers::State state) { return model.to_string(state); },
        [&](philosophers::State from, philosophers::State to) { return model.step_between(from, to); });
}

// A model whose states are kept whole, which limits their bytes (docs/states.md).
template <StateModel Model>
class WholeStates {
  public:
    static constexpr std::size_t most_bytes = 4095;

    /// `what` takes the bytes, for the reason `why`.
    WholeStates(const Model& all, std::string what, std::string why = {})
        : all_(all), what_(std::move(what)), why_(std::move(why)) {}

    StateOf<Model> initial() const {
        StateOf<Model> state = all_.initial();
        check(state);
        return state;
    }
    template <class Yield>
    void successors(StateView<StateOf<Model>> state, const Yield& yield) const {
        all_.successors(state, [&](StateView<StateOf<Model>> next) {
            check(next);
            yield(next);
        });
    }

  private:
    void check(StateView<StateOf<Model>> state) const {
        if (state.size() <= most_bytes) return;
        throw BadValue(fmt::format("{} takes {} bytes{}; at most {} can be kept: --storage hash-compaction takes any",
                                   what_, state.size(), why_, most_bytes));
    }

    const Model& all_;
    const std::string what_;
    const std::string why_;
};

void run_pnml(StatesExecution& execution) {
    const petri::Markings model(petri::parse_pnml(execution.read_file(), title_of_file(execution.given.argument)),
                                execution.given.reduction);
    const petri::Net& net = model.net();
    StatesReport& report = execution.report;
    report.instance = {
        {"file", execution.given.argument}, {"places", net.places.size()}, {"transitions", net.transitions.size()}};
    report.reduced = model.is_reduced();
    if (report.reduced) report.instance["reduction"] = petri::name(execution.given.reduction);
    const auto raise = [&](petri::MarkingSpan marking, std::span<std::uint64_t> bounds) {
        model.raise(marking, bounds);
    };
    const Properties<petri::Marking> figures{.greatest = {.count = net.places.size(), .raise = raise}};
    const auto show = [&](const petri::Marking& marking) { return model.to_string(marking); };
    const auto step = [&](const petri::Marking& from, const petri::Marking& to) {
        return model.transition_between(from, to);
    };
    const std::string what = fmt::format("a net of {} places, of which a marking", net.places.size());
    const std::string why = " (one a place, and more for places of 128 tokens and more)";
    const auto result = execution.given.options.storage == StateStorage::exact
                            ? execution.run(WholeStates(model, what, why), figures, show, step)
                            : execution.run(model, figures, show, step);
    // A part of the markings says only what the bounds are at least.
    const bool is_whole = result.all_expanded && !report.reduced;
    const char* const label = is_whole ? "bound" : "bound so far";
    const std::uint64_t bound = result.greatest.empty() ? 0 : std::ranges::max(result.greatest);
    report.add(label, is_whole ? "bound" : "bound_so_far", std::to_string(bound), bound);
    StatesReport::Json bounds = StatesReport::Json::object();
    for (std::size_t i = 0; i < result.greatest.size(); ++i) bounds[net.places[i].name] = result.greatest[i];
    report.result[is_whole ? "bounds" : "bounds_so_far"] = std::move(bounds);
}

std::size_t label_of(const pins::Model& model, std::string_view name) {
    try {
        return model.label_named(name);
    } catch (const UsageError& error) {
        throw BadValue(fmt::format("--invariant: {}", error.what()));
    }
}

// "label", which must hold in every state, or "!label", which must not.
Properties<pins::State> invariants_of(const StatesArguments& given, const pins::Model& model) {
    Properties<pins::State> properties;
    for (const std::string& each : given.invariants) {
        const bool holds = !each.starts_with('!');
        const std::size_t label = label_of(model, std::string_view(each).substr(holds ? 0 : 1));
        properties.invariants.push_back({.name = each, .holds = [&model, label, holds](pins::StateSpan state) {
                                             return (model.label(label, state) != 0) == holds;
                                         }});
    }
    return properties;
}

void run_pins(StatesExecution& execution) {
    const std::string& file = execution.given.file;
    if (file == "-") throw BadValue("a compiled model is loaded from a file, not from standard input");
    const std::string contents = digest(execution.read_file());
    const pins::Model model(file);
    if (model.digest() != contents)
        throw Error(title_of_file(file) + ": the first process has another file of that name");
    StatesReport& report = execution.report;
    report.instance = {{"file", execution.given.argument},
                       {"interface", model.interface()},
                       {"slots", model.slots().size()},
                       {"groups", model.groups()},
                       {"labels", model.state_labels()}};
    if (!model.name().empty()) report.instance["title"] = model.name();
    const Properties<pins::State> properties = invariants_of(execution.given, model);
    const auto show = [&](const pins::State& state) { return model.to_string(state); };
    const auto step = [&](const pins::State& from, const pins::State& to) { return model.step_between(from, to); };
    if (execution.given.options.storage == StateStorage::exact) {
        const std::string what = fmt::format("a model of {} slots, of which a state", model.slots().size());
        execution.run(WholeStates(model, what), properties, show, step);
    } else {
        execution.run(model, properties, show, step);
    }
}

constexpr NamedStateModel models[] = {
    {"puzzle", "ROWSxCOLUMNS", "sliding puzzle, such as 3x3: all boards, or a way from --board to --goal",
     "--board --goal", run_puzzle},
    {"sokoban", "FILE", "a level of Sokoban (XSB): a shortest solution", "--level", run_sokoban},
    {"peterson", "N", "Peterson's algorithm for N processes, 2 to 8: mutual exclusion, deadlocks", "--exchanged",
     run_peterson},
    {"philosophers", "N", "N dining philosophers, 2 to 32: a deadlock", "--contrary --symmetry", run_philosophers},
    {"pnml", "FILE", "a Petri net (PNML): reachable markings, bounds, dead markings", "--reduction", run_pnml},
    {"pins", "FILE", "a compiled model (.so) for LTSmin, whose code is run: labels that must hold", "--invariant",
     run_pins},
};

}  // namespace

std::span<const NamedStateModel> state_models() {
    return models;
}

StatesExecution::StatesExecution(const StatesArguments& arguments, const Process& process)
    : given(arguments),
      first_(process.first()),
      run_(process, arguments.options.time_limit, arguments.machine.has_value()),
      options_(arguments.options) {
    options_.began = run_.began();
    report.problem = fmt::format("explore {}", given.model->name);
    report.machine = given.machine;
}

unsigned StatesExecution::number(unsigned least, unsigned most) const {
    return static_cast<unsigned>(whole_number(least, most)(given.argument));
}

std::string StatesExecution::read_file() {
    std::string text = given.text ? *given.text : read_state_file(given.file, run_.session());
    contents_ = digest(text);
    return text;
}

std::string read_state_file(const std::string& name, Session& session) {
    std::string text = session.read_file(name);
    const bool is_utf16 = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");  // as nets may be
    return is_utf16 ? text : files::unpacked(std::move(text), title_of_file(name));
}

void StatesExecution::refute(const char* sought) {
    report.sought.emplace_back(sought);
    report.refuted = true;
    report.statistics.seconds = std::chrono::duration<double>(Clock::now() - run_.began()).count();
}

RandomWalkOptions StatesExecution::walk_options() {
    begin();
    RandomWalkOptions options{.depth = given.walk.depth,
                              .workers = options_.workers,
                              .session = options_.session,
                              .pin = options_.pin,
                              .seed = options_.seed,
                              .began = options_.began,
                              .time_limit = options_.time_limit,
                              .stop = options_.stop};
    run_.show(options.progress, options.progress_interval, given.output, [](const RandomWalkProgress& now) {
        return fmt::format("{:.1f} s  {} steps in {} walks  {} steps/s", now.elapsed.count(),
                           human(static_cast<double>(now.steps)), human(static_cast<double>(now.walks)),
                           human(now.steps_per_second));
    });
    return options;
}

void StatesExecution::begin() {
    run_.connect(options_);
    // The contents of a file identify it, whatever its name.
    StatesReport::Json model = report.instance;
    model.erase("file");
    options_.checkpoints.model =
        report.problem + ' ' + model.dump(-1, ' ', false, StatesReport::Json::error_handler_t::replace);
    if (!contents_.empty()) options_.checkpoints.model += " in a file of content " + contents_;
    counters_.connect(options_.observe, given.counters, given.output.json);
    run_.show(options_.progress, options_.progress_interval, given.output,
              [](const ExploreProgress& progress) { return progress_text(progress); });
}

}  // namespace scrump::cli
