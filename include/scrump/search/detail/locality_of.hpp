#pragma once
// A locality that knows the types of the search: its side of the search, and its tasks as bytes for others.

#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/score.hpp>
#include <scrump/search/detail/search_agreement.hpp>
#include <scrump/search/detail/search_locality.hpp>
#include <scrump/search/detail/task_of.hpp>
#include <scrump/search/detail/worker_of.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::detail {

/// The knowledge that ordered tasks of a search may have of each other.
template <class Search>
class KnowledgeOf final : public OrderedKnowledge {
  public:
    explicit KnowledgeOf(const Search& search) : search_(search) {}

    [[gnu::cold]] void begin() override { starts_.assign(1, search_.first_start()); }
    [[gnu::cold]] void add(const SubtreeResult& result) override {
        starts_.push_back(Search::next_start(starts_.back(), ResultOf<Search>::in(result)));
    }
    [[gnu::cold]] void tell(Task& task, std::size_t finished) const override {
        TaskOf<Search>::of(task).start = starts_[finished];
    }
    bool ends_search(const SubtreeResult& result) const override {
        return search_.ends_search(ResultOf<Search>::in(result));
    }

  private:
    const Search& search_;
    std::vector<typename Search::Start> starts_;  // [k]: the knowledge when the first k tasks are finished
};

template <class Search>
class LocalityOf final : public SearchLocality {
  public:
    using Node = typename Search::Node;
    using Answer = typename Search::Answer;

    /// Searches below and with `root`.
    [[gnu::cold]] LocalityOf(Setup setup, const SearchOptions& options, std::unique_ptr<Search> search,
                             const Node& root)
        : SearchLocality(std::move(setup), options), search_(std::move(search)), root_(root) {
        if (keeps_order()) keep_order(std::make_unique<KnowledgeOf<Search>>(*search_));
        for (unsigned index = 0; index < size(); ++index)
            workers_.push_back(std::make_unique<WorkerOf<Search>>(*this, *search_, index));
        if constexpr (requires { search_->on_improvement(nullptr); }) {
            search_->on_improvement([this] {
                call_attention();
                if (settings().localities > 1 || gathers_nodes()) server_events_.notify_all();
            });
            if constexpr (requires { search_->primal_heuristic(); }) {
                if (is_first()) worker(0).visitor().use(search_->primal_heuristic());
            }
        }
    }

    /// The search, identified by its types.
    [[gnu::cold]] static SearchTypes types(const Search& search, const SearchOptions& options, const Node& root) {
        Encoder signature{Encoder::ForComparison{}};
        signature.put(search.type_names()).put(options.depth_limit).put(sizeof(Node));
        if constexpr (Transferable<Node>) signature.put(root);
        return {.kind = search.kind(),
                .types = search.type_names(),
                .space = space_digest(search.space()),
                .signature = signature.take()};
    }

    LocalityOf(const LocalityOf&) = delete;
    LocalityOf& operator=(const LocalityOf&) = delete;
    // Workers refer to the search.
    ~LocalityOf() override { workers_.clear(); }

    /// The answer of the search, once it is over.
    Answer take_answer() { return taken_over_ ? std::move(*taken_over_) : search_->take_answer(); }

  private:
    WorkerOf<Search>& worker(unsigned index) { return static_cast<WorkerOf<Search>&>(SearchLocality::worker(index)); }

    bool resumable() const override { return Search::resumable; }

    // --- How good an answer can be

    bool bounded() const override {
        if constexpr (Bounded<Search>) return search_->wants_the_best();
        return false;
    }
    double sense() const override {
        if constexpr (Bounded<Search>) return Search::sense;
        return 1;
    }
    [[gnu::cold]] double best_score() const override {
        if constexpr (Bounded<Search>) return search_->score(root_);
        return -nothing_left;
    }
    [[gnu::cold]] double known_score() const override {
        if constexpr (requires { search_->known_score(); }) return search_->known_score();
        return -nothing_left;
    }
    [[gnu::cold]] double best_score_in_state(Bytes state) const override {
        StateWriter bounds(true);
        if constexpr (Bounded<Search> && Search::resumable) {
            read_state(
                std::move(state),
                [&](Decoder& from) {
                    Answer answer{};
                    Search::decode(from, answer);
                    bounds.bound(search_->score(answer));
                },
                [&](Decoder& from, unsigned depth, bool) { note(bounds, *get_node(from, depth)); });
        }
        return best_score_in(bounds.take());
    }

    [[gnu::cold]] std::vector<Subtree> open_in(Bytes state) const override {
        std::vector<Subtree> open;
        if constexpr (Search::resumable) {
            Answer answer{};  // skipped
            read_state(
                std::move(state), [&](Decoder& from) { Search::decode(from, answer); },
                [&](Decoder& from, unsigned depth, bool visited) {
                    open.push_back({.task = get_node(from, depth), .visited = visited});
                });
        }
        return open;
    }

    // --- Tasks, and what ordered ones find

    [[gnu::cold]] void put_node(Encoder& to, const Task& task) const override {
        if constexpr (Search::transferable) to.put(TaskOf<Search>::of(task).node);
    }
    [[gnu::cold]] TaskPtr get_node(Decoder& from, unsigned depth) const override {
        auto task = std::make_unique<TaskOf<Search>>(depth);
        if constexpr (Search::transferable) task->node = from.get<Node>();
        return task;
    }
    [[gnu::cold]] void put_start(Encoder& to, const Task& task) const override {
        Search::encode(to, TaskOf<Search>::of(task).start);
    }
    [[gnu::cold]] void get_start(Decoder& from, Task& task) const override {
        Search::decode(from, TaskOf<Search>::of(task).start);
    }
    [[gnu::cold]] bool accepts(const Task& task) const override {
        return search_->accepts(TaskOf<Search>::of(task).node, task.depth);
    }

    [[gnu::cold]] void put_result(Encoder& to, const SubtreeResult& result) const override {
        if constexpr (Search::transferable) Search::encode(to, ResultOf<Search>::in(result));
    }
    [[gnu::cold]] SubtreeResultPtr get_result(Decoder& from) const override {
        auto result = std::make_unique<ResultOf<Search>>();
        if constexpr (Search::transferable) Search::decode(from, result->finish);
        return result;
    }
    [[gnu::cold]] bool accepts(const SubtreeResult& result) const override {
        return search_->accepts(ResultOf<Search>::in(result));
    }
    bool ends_search(const SubtreeResult& result) const override {
        return search_->ends_search(ResultOf<Search>::in(result));
    }
    [[gnu::cold]] void commit(const SubtreeResult& result) override { search_->commit(ResultOf<Search>::in(result)); }
    [[gnu::cold]] void note(StateWriter& state, const Task& task) const override {
        note_subtree(state, *search_, TaskOf<Search>::of(task).node, task.depth, true);
    }
    [[gnu::cold]] void note(StateWriter& state, const SubtreeResult& result) const override {
        if (const Answer* const answer = Search::answer_in(ResultOf<Search>::in(result))) note(state, *answer);
    }
    [[gnu::cold]] void note(StateWriter& state, const Answer& answer) const {
        if constexpr (Bounded<Search>) {
            if (state.bounds_only()) return state.bound(search_->score(answer));
        }
        if constexpr (Search::resumable) Search::encode(state.answer(), answer);
    }

    // --- What was found

    [[gnu::cold]] void note_answer(StateWriter& state) const override { note(state, search_->answer()); }
    [[gnu::cold]] void read_answer(Decoder& from) override {
        if constexpr (Search::resumable) {
            Answer answer{};
            Search::decode(from, answer);
            answers_read_.push_back(std::move(answer));
        }
    }
    [[gnu::cold]] void resume_answers() override {
        for (const Answer& answer : answers_read_) {
            require_own(search_->accepts(answer), "an answer");
            search_->resume(answer);
        }
        answers_read_.clear();
    }
    [[gnu::cold]] TaskPtr whole() const override { return std::make_unique<TaskOf<Search>>(root_, 0); }
    bool nothing_left_to_find() const override { return search_->nothing_left_to_find(); }

    std::optional<double> incumbent() const override { return search_->incumbent(); }
    [[gnu::cold]] std::vector<Improvement> improvements(Clock::time_point began) const override {
        return search_->improvements(began);
    }
    [[gnu::cold]] void merge_improvements(const std::vector<Improvement>& others) override {
        search_->merge_improvements(others);
    }
    [[gnu::cold]] std::optional<Bytes> improvement() override { return search_->improvement(); }
    [[gnu::cold]] bool learn(Bytes improvement) override { return search_->learn(std::move(improvement)); }

    static constexpr bool can_be_watched = requires(const Search& search) { search.watched(); };

    bool watched() const override {
        if constexpr (can_be_watched) return search_->watched();
        return false;
    }
    [[gnu::cold]] void tell_own() override {
        if constexpr (can_be_watched) search_->tell(search_->untold());
    }
    [[gnu::cold]] std::optional<Bytes> untold() override {
        if constexpr (can_be_watched && Search::transferable) {
            if (const Answer found = search_->untold()) {
                Encoder bytes;
                Search::encode(bytes, found);
                return bytes.take();
            }
        }
        return std::nullopt;
    }
    [[gnu::cold]] void tell(Bytes found) override {
        if constexpr (can_be_watched) search_->tell(decode_answer(std::move(found)));
    }

    [[gnu::cold]] int compare(const std::optional<Bytes>& other) const override {
        if constexpr (requires { requires Search::exchanges; })
            return search_->compare(other ? decode_answer(*other) : Answer());
        return 0;
    }
    [[gnu::cold]] void adopt(Bytes other) override { search_->resume(decode_answer(std::move(other))); }

    [[gnu::cold]] void collect_from_workers() override {
        for (unsigned index = 0; index < size(); ++index) search_->collect(worker(index).visitor());
    }
    [[gnu::cold]] Bytes answer() const override {
        Encoder bytes;
        if constexpr (Search::transferable) Search::encode(bytes, search_->answer());
        return bytes.take();
    }
    [[gnu::cold]] void merge(Bytes bytes) override { search_->merge(decode_answer(std::move(bytes))); }
    [[gnu::cold]] void take_over(Bytes bytes) override { taken_over_ = decode_answer(std::move(bytes)); }

    [[gnu::cold]] Answer decode_answer(Bytes bytes) const {
        Answer answer{};
        if constexpr (Search::transferable) {
            Decoder from(std::move(bytes));
            Search::decode(from, answer);
        }
        require_own(search_->accepts(answer), "an answer");
        return answer;
    }

    std::unique_ptr<Search> search_;
    const Node& root_;
    std::optional<Answer> taken_over_;
    std::vector<Answer> answers_read_;
};

}  // namespace scrump::detail
