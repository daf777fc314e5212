#pragma once
// The search types that look for a best node (optimisation) or for one that reaches a target (decision).
//
// A decision is an optimisation that starts with the value just short of the target as the one to beat, and that ends
// everywhere at the first node that beats it.

#include <scrump/base/clock.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/engine.hpp>
#include <scrump/search/detail/improvements.hpp>
#include <scrump/search/detail/incumbent.hpp>
#include <scrump/search/detail/optional_members.hpp>
#include <scrump/search/detail/pruning.hpp>
#include <scrump/search/detail/score.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/detail/verdict.hpp>

#include <atomic>
#include <chrono>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace scrump::detail {

/// A heuristic that runs beside an exact search, on one worker's time: called every `period` backtracks of that worker
/// with the objective to beat, it may return a better node. It limits its own share of the time.
template <HasObjective G>
struct PrimalHeuristic {
    std::function<std::optional<typename G::Node>(ObjectiveOf<G> to_beat)> run{};
    std::uint64_t period = 1024;
};

/// One locality's side of an optimisation or a decision.
template <HasObjective G, class Sense>
class BranchAndBound {
  public:
    using Generator = G;
    using Space = typename G::Space;
    using Node = typename G::Node;
    using Objective = ObjectiveOf<G>;
    using Found = Solution<Node, Objective>;
    using Answer = std::optional<Found>;
    using Start = Objective;  // the value that an ordered task has to beat
    using Finish = Answer;    // the best solution that it found, if better than that

    // Bounds need nodes in heuristic order.
    static constexpr bool batched = false;
    static constexpr bool stackable = false;
    static constexpr bool transferable = Transferable<Node>;
    static constexpr bool resumable = transferable && std::copy_constructible<G>;
    static constexpr bool bounded = HasBound<G> && std::copy_constructible<G>;
    static constexpr bool exchanges = transferable;  // incumbents with other runs

    static_assert(bounding_members_fit<G>());

    using Watch = std::function<void(const Node&, Objective)>;

    struct Settings {
        Objective to_beat = Sense::template worst<Objective>();
        bool first_ends = false;                ///< whether the first node that beats `to_beat` ends the search
        PrimalHeuristic<G> primal_heuristic{};  ///< runs on one worker of locality 0
        Watch watch{};                          ///< called with better nodes in the process that has locality 0
        std::function<Objective()> bound{};     ///< no solution is better, whatever the bounds of nodes are
    };

    BranchAndBound(const Space& space, Settings settings)
        : space_(space), settings_(std::move(settings)), incumbent_(settings_.to_beat) {}

    /// Makes `tell` announce to all others of this locality that there is a better incumbent; set before the search
    /// starts.
    void on_improvement(std::function<void()> tell) { tell_ = std::move(tell); }

    /// A worker's side: its copy of the value to beat.
    class Visitor : public Pruning<G, Sense> {
      public:
        explicit Visitor(BranchAndBound& search)
            : Pruning<G, Sense>(search.space_, search.incumbent_.value()),
              search_(search),
              first_ends_(search.settings_.first_ends) {}

        Verdict visit(const Node& node, unsigned) {
            const Objective objective = G::objective(space_, node);
            if (Sense::better(objective, to_beat_)) [[unlikely]] {
                improve(objective, node);
                if (first_ends_) return Verdict::finish;
            }
            return this->judge(node);
        }

        /// Takes over a better incumbent of the locality; an ordered task must not.
        void refresh() {
            if (!in_order_) this->raise(search_.incumbent_.value());
        }

        /// Whether a node that was visited earlier can still lead to a better one.
        bool worth(const Node& node) {
            refresh();
            return this->promises(node);
        }

        void begin_ordered(const Start& to_beat) {
            in_order_ = true;
            to_beat_ = to_beat;
            found_.reset();
        }
        [[gnu::cold]] Finish end_ordered() {
            in_order_ = false;
            return std::exchange(found_, std::nullopt);
        }

        std::uint64_t heuristic_period() const { return in_order_ || !heuristic_ ? 0 : heuristic_->period; }
        void use(const PrimalHeuristic<G>& heuristic) {
            if (heuristic.run) heuristic_ = &heuristic;
        }
        [[gnu::cold]] Verdict run_heuristic() {
            if (const std::optional<Node> node = heuristic_->run(to_beat_)) {
                const Objective objective = G::objective(space_, *node);
                if (Sense::better(objective, to_beat_)) {
                    improve(objective, *node);
                    if (first_ends_) return Verdict::finish;
                }
            }
            return Verdict::descend;
        }

        /// Number of times this worker found something better than the incumbent it knew.
        std::uint64_t improvements() const { return improvements_; }
        /// Also records each improvement.
        void record_in(Meter& meter) { meter_ = &meter; }

        /// This worker's own part of the answer: the result of an ordered task.
        const Answer& answer() const { return found_; }

      private:
        [[gnu::cold, gnu::noinline]] void improve(Objective objective, const Node& node) {
            to_beat_ = objective;
            ++improvements_;
            if (meter_ != nullptr) note_incumbent(*meter_, static_cast<double>(objective));
            if (in_order_) {
                found_ = Found{objective, node};
            } else {
                search_.improve(objective, node);
            }
        }

        using Pruning<G, Sense>::space_;
        using Pruning<G, Sense>::to_beat_;

        BranchAndBound& search_;
        const bool first_ends_;
        bool in_order_ = false;
        Answer found_;
        const PrimalHeuristic<G>* heuristic_ = nullptr;
        std::uint64_t improvements_ = 0;
        Meter* meter_ = nullptr;
    };

    const PrimalHeuristic<G>& primal_heuristic() const { return settings_.primal_heuristic; }

    [[gnu::cold]] void improve(Objective objective, const Node& node) {
        if (incumbent_.offer(objective, node)) {
            improvements_.note(static_cast<double>(objective));
            unsent_.store(true, std::memory_order_release);
            untold_.store(true, std::memory_order_release);
            if (tell_) tell_();
        }
    }

    void collect(const Visitor&) {}  // the incumbent is in the locality already
    [[gnu::cold]] void merge(const Answer& other) {
        if (other) incumbent_.merge(*other);
    }
    /// Throws Error if a better value is known than any locality has: then one has announced a solution that it does
    /// not have.
    [[gnu::cold]] Answer take_answer() {
        Answer best = answer();
        require_own(incumbent_.value() == (best ? best->objective : settings_.to_beat), "an incumbent");
        return best;
    }

    /// The part of the answer known outside the workers.
    Answer answer() const { return incumbent_.best(); }
    /// Takes over the answer of an earlier run.
    void resume(const Answer& before) { commit(before); }
    /// Whether a node, or an answer, can belong to this search.
    [[gnu::cold]] bool accepts(const Node& node, unsigned depth) const {
        return may_be_searched<G>(space_, node, depth);
    }
    [[gnu::cold]] bool accepts(const Answer& answer) const {
        return !answer || may_be_solution<G>(space_, answer->node, answer->objective);
    }
    /// Whether there is nothing left to look for.
    bool nothing_left_to_find() const { return settings_.first_ends && incumbent_.value() != settings_.to_beat; }
    const Space& space() const { return space_; }

    /// 1 or -1: converts objectives to scores (score.hpp), and back.
    static constexpr double sense = Sense::better(1, 0) ? 1 : -1;
    /// The best possible score of an answer at or below a node; and the score of an answer.
    [[gnu::cold]] double score(const Node& node) const requires bounded {
        if constexpr (HasDualBound<G>) return score_of<Sense>(G::dual_bound(space_, node));
        return score_of<Sense>(G::bound(space_, node));
    }
    /// The same for all answers, as far as it is known apart from the bounds of nodes.
    [[gnu::cold]] double known_score() const {
        return settings_.bound ? score_of<Sense>(settings_.bound()) : std::numeric_limits<double>::infinity();
    }
    static double score(const Answer& answer) { return answer ? score_of<Sense>(answer->objective) : nothing_left; }
    /// Whether the quality of the answer matters, not only its existence.
    bool wants_the_best() const { return !settings_.first_ends; }

    [[gnu::cold]] std::string kind() const {
        if (settings_.first_ends)
            return "decision whether anything is better than " + std::to_string(settings_.to_beat);
        return Sense::better(1, 0) ? "maximisation" : "minimisation";
    }
    /// Properties that must be the same when a state of this search is taken over.
    [[gnu::cold]] std::string type_names() const {
        return form_of(settings_.first_ends ? "decision " : "optimisation ",
                       {typeid(Node).name(), typeid(Objective).name(), typeid(Sense).name()},
                       Encoder().put(settings_.to_beat).take());
    }

    /// Improvements of the incumbent by this locality, since `began`; and those of others.
    [[gnu::cold]] std::vector<Improvement> improvements(Clock::time_point began) const {
        return improvements_.since(began, Sense::better(0.0, 1.0));
    }
    [[gnu::cold]] void merge_improvements(const std::vector<Improvement>& others) { improvements_.merge(others); }

    // Ordered tasks: each starts from the best result of those committed before its window, and reports its own.
    Start first_start() const { return incumbent_.value(); }
    /// The same without any known solution.
    Start plan_start() const { return settings_.to_beat; }
    static Start next_start(const Start& start, const Finish& finish) {
        return finish && Sense::better(finish->objective, start) ? finish->objective : start;
    }
    bool ends_search(const Finish& finish) const { return settings_.first_ends && finish.has_value(); }
    void commit(const Finish& finish) {
        if (finish) improve(finish->objective, finish->node);
    }
    static const Answer* answer_in(const Finish& finish) { return &finish; }
    static void encode(Encoder& to, const Start& start) { to.put(start); }
    static void decode(Decoder& from, Start& start) { start = from.get<Start>(); }
    [[gnu::cold]] static void encode(Encoder& to, const Answer& answer) {
        to.put(answer.has_value());
        if (answer) to.put(answer->objective).put(answer->node);
    }
    [[gnu::cold]] static void decode(Decoder& from, Answer& answer) {
        answer.reset();
        if (!from.get<bool>()) return;
        answer.emplace();
        answer->objective = from.get<Objective>();
        answer->node = from.get<Node>();
    }

    std::optional<double> incumbent() const {
        const Objective value = incumbent_.value();
        if (value == settings_.to_beat) return std::nullopt;
        return static_cast<double>(value);
    }

    /// The incumbent's objective as a message, if it improved here since the last call. The node stays where it was
    /// found until the end, unless it is watched.
    [[gnu::cold]] std::optional<Bytes> improvement() {
        if constexpr (transferable) {
            if (!unsent_.exchange(false, std::memory_order_acquire)) return std::nullopt;
            return Encoder().put(incumbent_.value()).take();
        } else {
            return std::nullopt;
        }
    }

    /// Whether better nodes are to be reported.
    bool watched() const { return static_cast<bool>(settings_.watch); }
    /// The best node found here, if it was found since the last call.
    [[gnu::cold]] Answer untold() {
        return untold_.exchange(false, std::memory_order_acquire) ? answer() : std::nullopt;
    }
    /// Locality 0: reports a node, unless one as good was reported before.
    [[gnu::cold]] void tell(const Answer& found) {
        if (!found || !watched() || (told_ && !Sense::better(found->objective, *told_))) return;
        told_ = found->objective;
        settings_.watch(found->node, found->objective);
    }

    /// Receives another locality's value; returns whether it is better than the known one.
    [[gnu::cold]] bool learn(Bytes message) {
        if constexpr (transferable) {
            return incumbent_.learn(Decoder(std::move(message)).get<Objective>());
        } else {
            return false;
        }
    }

    /// Compares the answer of another run of this search with the own one: less than 0 if it is better than all that is
    /// known, more than 0 if it is worse than the own one.
    [[gnu::cold]] int compare(const Answer& other) const {
        if (other && Sense::better(other->objective, incumbent_.value())) return -1;
        const Answer own = answer();
        return own && (!other || Sense::better(own->objective, other->objective)) ? 1 : 0;
    }

  private:
    const Space& space_;
    Settings settings_;
    Incumbent<Node, Objective, Sense> incumbent_;
    std::atomic<bool> unsent_ = false;
    std::atomic<bool> untold_ = false;
    std::optional<Objective> told_;  // used by the serving thread alone
    std::function<void()> tell_;
    Improvements improvements_;
};

}  // namespace scrump::detail
