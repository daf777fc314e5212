#include <scrump/states/diagrams/reachability.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/diagrams.hpp>
#include <scrump/runtime/session.hpp>

#include "list_system.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace scrump {
namespace {

// What travels to the other processes.
struct Found {
    SymbolicReachability result{};

    template <class Archive>
    void serialize(Archive& archive) {
        archive(result.states.digits, result.states.approximate, result.nodes, result.bits, result.load_seconds,
                result.seconds, result.rounds, has_deadlocks, deadlocks.digits, deadlocks.approximate,
                result.deadlock_path, result.path, result.deadlock_path_relations, result.path_relations);
    }

    bool has_deadlocks = false;
    Count deadlocks{};
};

// Binary diagrams.
class BinarySystem : public SymbolicSystem {
  public:
    BinarySystem(Diagrams& diagrams, const SymbolicModel& model, const Deadline& /*deadline*/)
        : SymbolicSystem(diagrams, model), diagrams_(diagrams) {}

    std::size_t bits() const { return variables().size(); }
    std::pair<Count, std::uint64_t> census(const Bdd& states) { return {count(states), states.nodes()}; }
    std::pair<double, std::uint64_t> rough_census(const Bdd& states) {
        return {diagrams_.count_roughly(states, variables()), states.nodes()};
    }

  private:
    Diagrams& diagrams_;
};

class ListsSystem : public detail::ListSystem {
  public:
    using ListSystem::ListSystem;

    static std::size_t bits() { return 0; }
    std::pair<double, std::uint64_t> rough_census(const detail::ListSet& states) {
        const auto [number, nodes] = census(states);
        return {number.approximate, nodes};
    }
};

template <class System, class Model>
class Search {
  public:
    Search(const Model& model, const SymbolicReachOptions& options)
        : model_(model), options_(options), deadline_(deadline_of(options.diagrams.tasks)) {}

    SymbolicReachability operator()() {
        DiagramOptions diagrams = options_.diagrams;
        if (options_.progress) {
            diagrams.progress = [this](const DiagramProgress& progress) {
                options_.progress({.diagrams = progress, .rounds = rounds_.load(std::memory_order_relaxed)});
            };
        }
        auto run = run_diagrams(diagrams, [this](Diagrams& all) { return find(all); });
        if (run.value) {
            so_far_ = std::move(run.value->result);
            if (run.value->has_deadlocks) so_far_.deadlocks = run.value->deadlocks;
        }
        so_far_.status = run.status;
        so_far_.diagrams = run.diagrams;
        so_far_.tasks = std::move(run.statistics);
        return std::move(so_far_);
    }

  private:
    Found find(Diagrams& all) {
        const auto began = Clock::now();
        const auto seconds_since = [](Clock::time_point then) {
            return std::chrono::duration<double>(Clock::now() - then).count();
        };
        System system(all, model_, deadline_);
        so_far_.bits = static_cast<unsigned>(system.bits());
        so_far_.load_seconds = seconds_since(began);
        const auto loaded = Clock::now();
        const std::uint64_t growths_of_loading = all.statistics().growths;
        const auto reached = system.reachable(options_.strategy, [&](const typename System::Round& round) {
            const DiagramStatistics table = all.statistics();
            SymbolicRound now{.seconds = seconds_since(loaded),
                              .table_nodes = table.nodes,
                              .growths = table.growths - growths_of_loading};
            if (options_.count_rounds) std::tie(now.states, now.nodes) = system.rough_census(round.reached);
            so_far_.seconds = now.seconds;
            so_far_.rounds.push_back(now);
            rounds_.store(round.number, std::memory_order_relaxed);
        });
        so_far_.seconds = seconds_since(loaded);
        std::tie(so_far_.states, so_far_.nodes) = system.census(reached);

        Found found;
        if (options_.find_deadlocks) {
            const auto stuck = system.deadlocks(reached);
            found.has_deadlocks = true;
            found.deadlocks = system.census(stuck).first;
            if (auto path = system.path(reached, stuck)) so_far_.deadlock_path = *std::move(path);
            so_far_.deadlock_path_relations = system.relations_of(so_far_.deadlock_path);
        }
        if (options_.path_to) {
            if (auto path = system.path(reached, system.state(*options_.path_to))) so_far_.path = *std::move(path);
            so_far_.path_relations = system.relations_of(so_far_.path);
        }
        found.result = so_far_;
        return found;
    }

    const Model& model_;
    const SymbolicReachOptions& options_;
    const Deadline deadline_;
    SymbolicReachability so_far_;
    std::atomic<unsigned> rounds_ = 0;
};

}  // namespace

SymbolicReachability reach(const SymbolicModel& model, const SymbolicReachOptions& options) {
    return Search<BinarySystem, SymbolicModel>(model, options)();
}

SymbolicReachability reach(const ListModel& model, const SymbolicReachOptions& options) {
    const TaskOptions& tasks = options.diagrams.tasks;
    if (tasks.localities > 1 || (tasks.session != nullptr && tasks.session->size() > 1))
        throw UsageError("reach: models of list diagrams are explored by one process; expected one locality");
    return Search<ListsSystem, ListModel>(model, options)();
}

}  // namespace scrump
