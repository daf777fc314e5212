#pragma once
// A decision whose workers each search the whole tree, with restarts, and learn from each other
// (restarting_search.hpp), as a search type. Its tasks are copies of the root: a worker without work gets one.

#include <scrump/base/random.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/detail/branch_and_bound.hpp>
#include <scrump/search/detail/nogood_store.hpp>
#include <scrump/search/detail/restart_engine.hpp>
#include <scrump/search/detail/worker_of.hpp>
#include <scrump/search/nogoods.hpp>
#include <scrump/search/restarts.hpp>

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace scrump::detail {

/// A node of one worker's tree, and the seed of its random choices.
template <class N>
struct Replica {
    N node{};
    std::uint64_t seed = 0;

    template <class Archive>
    void serialize(Archive& archive) requires(!std::is_trivially_copyable_v<N> && Transferable<N>) {
        archive(node, seed);
    }
};

/// What a search type needs to know of the nodes; children are made by the engine.
template <HasObjective G>
struct ReplicaGenerator {
    using Space = typename G::Space;
    using Node = Replica<typename G::Node>;

    ReplicaGenerator(const Space& /*space*/, const Node& /*parent*/) {}
    bool next(Node& /*child*/) { return false; }

    static ObjectiveOf<G> objective(const Space& space, const Node& node) { return G::objective(space, node.node); }
    static bool valid(const Space& space, const Node& node) requires ChecksNodes<G> {
        return G::valid(space, node.node);
    }
    static bool valid(const Space& space, const Node& node, unsigned depth) requires ChecksDepths<G> {
        return G::valid(space, node.node, depth);
    }
};

/// The same with bounds.
template <HasBound G>
struct BoundingReplicaGenerator : ReplicaGenerator<G> {
    using ReplicaGenerator<G>::ReplicaGenerator;
    static ObjectiveOf<G> bound(const typename G::Space& space, const Replica<typename G::Node>& node) {
        return G::bound(space, node.node);
    }
};

template <class G>
struct ReplicaGeneratorOf {
    using Type = ReplicaGenerator<G>;
};
template <HasBound G>
struct ReplicaGeneratorOf<G> {
    using Type = BoundingReplicaGenerator<G>;
};

template <HasObjective G, class Sense>
class RestartSearch : public BranchAndBound<typename ReplicaGeneratorOf<G>::Type, Sense> {
    using Base = BranchAndBound<typename ReplicaGeneratorOf<G>::Type, Sense>;

  public:
    using Plain = G;
    using Space = typename Base::Space;
    using Node = typename Base::Node;
    using Objective = typename Base::Objective;

    static constexpr bool resumable = false;
    static constexpr bool bounded = false;
    static constexpr bool exchanges = false;  // incumbents with other runs
    static constexpr bool restarts = true;

    /// The witness, and what restarts did.
    struct Answer : Base::Answer {
        Answer() = default;
        Answer(typename Base::Answer found) : Base::Answer(std::move(found)) {}
        RestartStatistics statistics{};
    };

    RestartSearch(const Space& space, const typename Base::Settings& settings, const Restarts& schedule)
        : Base(space, settings), to_beat_(settings.to_beat), settings_(schedule) {}

    class Visitor : public Base::Visitor {
      public:
        explicit Visitor(RestartSearch& search) : Base::Visitor(search), search_(search) {}
        RestartSearch& search() { return search_; }

      private:
        RestartSearch& search_;
    };

    const Restarts& settings() const { return settings_; }
    Objective to_beat() const { return to_beat_; }
    const NogoodStore& nogoods() const { return nogoods_; }

    /// Publishes what a worker learned in a run, and adds what it did since the last one.
    void publish(NogoodBatch batch, RestartStatistics statistics) {
        const std::size_t size = batch.size();
        if (size > 0 && nogoods_.append(std::move(batch), false)) {
            statistics.nogoods += size;
            if (tell_) tell_();
        }
        add(statistics);
    }

    // --- For the code that serves the locality

    void on_improvement(std::function<void()> tell) {
        tell_ = tell;
        Base::on_improvement(std::move(tell));
    }
    /// An improvement, or nogoods that were published here: what is new since the last call, as a message.
    [[gnu::cold]] std::optional<Bytes> improvement() {
        if (const std::optional<Bytes> objective = Base::improvement())
            return Encoder().put(false).append(*objective).take();
        while (const NogoodBatch* const batch = untold_.next())
            if (!untold_.was_foreign()) return Encoder().put(true).put(*batch).take();
        return std::nullopt;
    }
    /// Receives such a message of another locality; returns whether it has news.
    [[gnu::cold]] bool learn(Bytes message) {
        Decoder from(std::move(message));
        if (!from.get<bool>()) return Base::learn(from.rest());
        auto batch = from.get<NogoodBatch>();
        require_own(batch.valid(), "a set of nogoods");
        const std::size_t size = batch.size();
        if (nogoods_.append(std::move(batch), true)) add({.received = size});
        return true;
    }

    // --- Results

    [[gnu::cold]] Answer take_answer() { return with_statistics(Base::take_answer()); }
    Answer answer() const { return with_statistics(Base::answer()); }
    [[gnu::cold]] void merge(const Answer& other) {
        Base::merge(other);
        add(other.statistics);
    }
    static const Answer* answer_in(const typename Base::Finish& /*finish*/) { return nullptr; }  // nothing is ordered

    using Base::decode;
    using Base::encode;
    [[gnu::cold]] static void encode(Encoder& to, const Answer& answer) {
        Base::encode(to, static_cast<const typename Base::Answer&>(answer));
        to.put(answer.statistics);
    }
    [[gnu::cold]] static void decode(Decoder& from, Answer& answer) {
        Base::decode(from, static_cast<typename Base::Answer&>(answer));
        answer.statistics = from.get<RestartStatistics>();
    }

    [[gnu::cold]] std::string kind() const {
        return Base::kind() + ", with restarts after multiples of " + std::to_string(settings_.unit) + " backtracks";
    }

  private:
    void add(const RestartStatistics& more) {
        const std::lock_guard lock(mutex_);
        statistics_ += more;
    }
    Answer with_statistics(typename Base::Answer found) const {
        Answer answer(std::move(found));
        const std::lock_guard lock(mutex_);
        answer.statistics = statistics_;
        return answer;
    }

    const Objective to_beat_;
    const Restarts settings_;
    NogoodStore nogoods_;
    NogoodStore::Reader untold_{nogoods_};  // used by the serving thread alone
    std::function<void()> tell_;
    mutable std::mutex mutex_;
    RestartStatistics statistics_;  // guarded by the mutex
};

/// Its loop.
template <class Search>
requires(Search::restarts) struct EngineOf<Search, false> {
    using Type = RestartEngine<Search>;
};

}  // namespace scrump::detail
