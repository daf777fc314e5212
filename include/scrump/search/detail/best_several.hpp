#pragma once
// The search type that looks for several nodes: the best ones, all that are as good as the best, or all that reach a
// target. Once enough are known, they prune as the incumbent of branch and bound does: only nodes better than the last
// of them are wanted.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/engine.hpp>
#include <scrump/search/detail/improvements.hpp>
#include <scrump/search/detail/optional_members.hpp>
#include <scrump/search/detail/pruning.hpp>
#include <scrump/search/detail/ranking.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/detail/verdict.hpp>
#include <scrump/search/generator.hpp>
#include <scrump/search/objective.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace scrump::detail {

/// One locality's side of the search.
template <HasObjective G, class Sense>
class BestSeveral {
  public:
    using Generator = G;
    using Space = typename G::Space;
    using Node = typename G::Node;
    using Objective = ObjectiveOf<G>;
    using Found = Solution<Node, Objective>;
    using Wanted = BestWanted<Objective>;
    using Answer = std::vector<Found>;  // best first

    /// A solution known to exist elsewhere.
    struct Rank {
        Objective objective;
    };
    using Start = Ranking<Rank, Sense>;  // the value that an ordered task has to beat
    using Finish = Answer;               // the solutions that it found

    static constexpr bool batched = false;
    static constexpr bool stackable = false;
    static constexpr bool transferable = Transferable<Node>;
    static constexpr bool resumable = transferable && std::copy_constructible<G>;

    static_assert(bounding_members_fit<G>());

    BestSeveral(const Space& space, const Wanted& wanted)
        : space_(space), wanted_(wanted), best_(wanted), to_beat_(best_.to_beat()) {}

    /// The value that the first solution has to beat.
    static Objective value_to_beat(const Wanted& wanted) { return Ranking<Found, Sense>(wanted).to_beat(); }

    /// Makes `tell` announce to all others of this locality that there is more to beat; set before the search starts.
    void on_improvement(std::function<void()> tell) { tell_ = std::move(tell); }

    /// A worker's side: its copy of the value to beat.
    class Visitor : public Pruning<G, Sense> {
      public:
        explicit Visitor(BestSeveral& search)
            : Pruning<G, Sense>(search.space_, search.to_beat()), search_(search), found_(search.wanted_) {}

        Verdict visit(const Node& node, unsigned) {
            const Objective objective = G::objective(space_, node);
            if (Sense::better(objective, to_beat_)) [[unlikely]]
                add(objective, node);
            return this->judge(node);
        }

        /// Takes over the locality's value; an ordered task must not.
        void refresh() {
            if (!in_order_) this->raise(search_.to_beat());
        }

        /// Whether a node that was visited earlier can still lead to a wanted solution.
        bool worth(const Node& node) {
            refresh();
            return this->promises(node);
        }

        void begin_ordered(const Start& start) {
            in_order_ = true;
            known_ = start;
            to_beat_ = known_.to_beat();
        }
        Finish end_ordered() {
            in_order_ = false;
            return std::exchange(found_, Ranking<Found, Sense>(search_.wanted_)).sorted();
        }

        std::uint64_t heuristic_period() const { return 0; }
        Verdict run_heuristic() { return Verdict::descend; }

        /// Number of solutions found by this worker that were wanted at the time.
        std::uint64_t improvements() const { return improvements_; }

        /// This worker's own part of the answer: the result of an ordered task.
        Answer answer() const { return found_.sorted(); }

      private:
        [[gnu::cold, gnu::noinline]] void add(Objective objective, const Node& node) {
            ++improvements_;
            if (in_order_) {
                known_.add({objective});
                found_.add({objective, node});
                to_beat_ = known_.to_beat();
            } else {
                search_.add({objective, node});
                refresh();
            }
        }

        using Pruning<G, Sense>::space_;
        using Pruning<G, Sense>::to_beat_;

        BestSeveral& search_;
        bool in_order_ = false;
        Start known_;                  // in order: those known when the task began, and those it found
        Ranking<Found, Sense> found_;  // in order
        std::uint64_t improvements_ = 0;
    };

    /// Adds a solution if it is wanted.
    [[gnu::cold]] void add(const Found& found) {
        bool more_to_beat = false;
        {
            const std::lock_guard lock(mutex_);
            if (!Sense::better(found.objective, to_beat())) return;
            if (!best_.best() || Sense::better(found.objective, *best_.best()))
                improvements_.note(static_cast<double>(found.objective));
            best_.add(found);
            more_to_beat = raise(best_.to_beat());
        }
        if (!more_to_beat) return;
        unsent_.store(true, std::memory_order_release);
        if (tell_) tell_();
    }

    void collect(const Visitor&) {}  // everything is in the locality already
    [[gnu::cold]] void merge(const Answer& others) {
        const std::lock_guard lock(mutex_);
        for (const Found& each : others) best_.add(each);
        raise(best_.to_beat());
    }
    Answer take_answer() { return answer(); }

    /// The part of the answer known outside the workers.
    [[gnu::cold]] Answer answer() const {
        const std::lock_guard lock(mutex_);
        return best_.sorted();
    }
    /// Takes over the answer of an earlier run.
    void resume(const Answer& before) { commit(before); }
    /// Whether a node, or an answer, can belong to this search.
    [[gnu::cold]] bool accepts(const Node& node, unsigned depth) const {
        return may_be_searched<G>(space_, node, depth);
    }
    [[gnu::cold]] bool accepts(const Answer& answer) const {
        return std::all_of(answer.begin(), answer.end(),
                           [&](const Found& each) { return may_be_solution<G>(space_, each.node, each.objective); });
    }
    bool nothing_left_to_find() const { return false; }
    const Space& space() const { return space_; }

    [[gnu::cold]] static std::string kind() {
        return Sense::better(1, 0) ? "maximisation of several" : "minimisation of several";
    }
    /// Properties that must be the same when a state of this search is taken over.
    [[gnu::cold]] std::string type_names() const {
        return form_of(
            "several ", {typeid(Node).name(), typeid(Objective).name(), typeid(Sense).name()},
            Encoder(Encoder::ForComparison{}).put(wanted_.most).put(wanted_.equal).put(wanted_.at_least).take());
    }

    /// Improvements of the best solution by this locality, since `began`; and those of others.
    [[gnu::cold]] std::vector<Improvement> improvements(Clock::time_point began) const {
        return improvements_.since(began, Sense::better(0.0, 1.0));
    }
    [[gnu::cold]] void merge_improvements(const std::vector<Improvement>& others) { improvements_.merge(others); }

    // Ordered tasks: each starts from the results of those committed before its window, and reports its own.
    [[gnu::cold]] Start first_start() const {
        Start start(wanted_);
        for (const Found& each : answer()) start.add({each.objective});
        return start;
    }
    /// The same without any known solution.
    Start plan_start() const { return Start(wanted_); }
    [[gnu::cold]] static Start next_start(Start start, const Finish& finish) {
        for (const Found& each : finish) start.add({each.objective});
        return start;
    }
    static bool ends_search(const Finish&) { return false; }
    [[gnu::cold]] void commit(const Finish& finish) {
        for (const Found& each : finish) add(each);
    }
    static const Answer* answer_in(const Finish& finish) { return &finish; }
    [[gnu::cold]] static void encode(Encoder& to, const Start& start) { to.put(start); }
    [[gnu::cold]] static void decode(Decoder& from, Start& start) { start = from.get<Start>(); }
    [[gnu::cold]] static void encode(Encoder& to, const Answer& answer) {
        to.put(static_cast<std::uint64_t>(answer.size()));
        for (const Found& each : answer) to.put(each.objective).put(each.node);
    }
    [[gnu::cold]] static void decode(Decoder& from, Answer& answer) {
        answer.clear();
        for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
            auto objective = from.get<Objective>();
            answer.push_back({objective, from.get<Node>()});
        }
    }

    /// The best objective so far.
    [[gnu::cold]] std::optional<double> incumbent() const {
        const std::lock_guard lock(mutex_);
        if (!best_.best()) return std::nullopt;
        return static_cast<double>(*best_.best());
    }

    /// The value to beat as a message, if it is more than at the last call: the wanted number of solutions is known
    /// here. They stay here until the end.
    [[gnu::cold]] std::optional<Bytes> improvement() {
        if constexpr (transferable) {
            if (unsent_.exchange(false, std::memory_order_acquire)) return Encoder().put(to_beat()).take();
        }
        return std::nullopt;
    }
    /// Receives another locality's value; returns whether it is more than the known one.
    [[gnu::cold]] bool learn(Bytes message) {
        if constexpr (transferable) {
            const auto other = Decoder(std::move(message)).get<Objective>();
            const std::lock_guard lock(mutex_);
            return raise(other);
        } else {
            return false;
        }
    }

  private:
    /// Relaxed: a worker that reads an old value only prunes less.
    Objective to_beat() const { return to_beat_.load(std::memory_order_relaxed); }

    // To be called with the lock held; returns whether the value was less before.
    bool raise(Objective to) {
        if (!Sense::better(to, to_beat())) return false;
        to_beat_.store(to, std::memory_order_relaxed);
        return true;
    }

    const Space& space_;
    const Wanted wanted_;
    mutable std::mutex mutex_;
    Ranking<Found, Sense> best_;  // the ones found here
    alignas(cache_line) std::atomic<Objective> to_beat_;
    std::atomic<bool> unsent_ = false;
    std::function<void()> tell_;
    Improvements improvements_;
};

}  // namespace scrump::detail
