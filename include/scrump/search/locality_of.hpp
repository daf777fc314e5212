#pragma once
// A locality that searches: its tasks, its side of the search, and what is in them as bytes for others.

#include <scrump/pools/ordered_pool.hpp>
#include <scrump/search/agreement.hpp>
#include <scrump/search/checks.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/search/state.hpp>
#include <scrump/search/task.hpp>
#include <scrump/search/worker_of.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

template <class Search>
class LocalityOf final : public Locality {
  public:
    using Node = typename Search::Node;
    using Answer = typename Search::Answer;
    using SearchTask = Task<Search>;
    using Ordered = OrderedPool<SearchTask, Search>;

    /// Searches below and with `root`.
    [[gnu::cold]] LocalityOf(Site site, std::unique_ptr<Search> search, const Node& root)
        : Locality(std::move(site)), search_(std::move(search)), root_(root) {
        if (keeps_order()) ordered_ = std::make_unique<Ordered>(*search_, options().skeleton.window);
        for (unsigned index = 0; index < size(); ++index)
            workers_.push_back(std::make_unique<WorkerOf<Search>>(*this, index));
        if constexpr (requires { search_->on_improvement(nullptr); }) {
            search_->on_improvement([this] {
                call_attention();
                if (options().localities > 1) server_bell_.ring_all();
            });
            if (is_first()) worker(0).visitor().use(search_->companion());
        }
    }

    /// What is searched, as its types say it.
    [[gnu::cold]] static Agreement::Types types(const Search& search, const Options& options, const Node& root) {
        Encoder form;
        form.put(search.form()).put(options.depth_limit).put(sizeof(Node));
        // Of other nodes that travel as their bytes, some bytes may differ where the value does not.
        if constexpr (Transferable<Node> &&
                      (!std::is_trivially_copyable_v<Node> || std::has_unique_object_representations_v<Node>)) {
            form.put(root);
        }
        return {
            .kind = search.kind(), .types = search.form(), .space = space_digest(search.space()), .form = form.take()};
    }

    LocalityOf(const LocalityOf&) = delete;
    LocalityOf& operator=(const LocalityOf&) = delete;
    // Workers refer to the search.
    ~LocalityOf() override { workers_.clear(); }

    Search& search() { return *search_; }
    WorkerOf<Search>& worker(unsigned index) { return static_cast<WorkerOf<Search>&>(Locality::worker(index)); }

    /// What the search came to, once it is over.
    Answer take_answer() { return taken_over_ ? std::move(*taken_over_) : search_->take_answer(); }

    // --- For workers

    /// Counts the tasks, puts them into a pool and wakes as many as can use them.
    [[gnu::cold]] void put(DepthPool<SearchTask>& pool, std::vector<SearchTask>& tasks) {
        const std::size_t count = tasks.size();
        expect_tasks(count);
        pool.push(tasks);
        tell_of_tasks(count);
    }
    /// To be passed whatever was taken from a pool.
    std::optional<SearchTask> took(std::optional<SearchTask> task) {
        if (task) note_taken();
        return task;
    }

    /// What the order is to be made of.
    void set_roots(std::vector<SearchTask> roots) { roots_ = std::move(roots); }
    std::vector<SearchTask> take_roots() { return std::exchange(roots_, {}); }

    [[gnu::cold]] void start_ordered(std::vector<SearchTask> tasks, const Counters& plan) {
        count_ordered(tasks.size(), plan);
        ordered_->fill(std::move(tasks), search_->first_start());
        announce_ordered();
    }
    std::optional<SearchTask> take_ordered() { return ordered_ ? ordered_->take() : std::nullopt; }

    /// An ordered task is counted off by task_done() where it was executed; if the order is not kept there, the server
    /// tells who keeps it.
    [[gnu::cold]] void finish_ordered(std::uint64_t order, typename Ordered::Outcome outcome) {
        if (!ordered_) {
            const std::lock_guard lock(mutex_);
            finished_elsewhere_.push_back({order, std::move(outcome)});
            server_bell_.ring_all();
            return;
        }
        const std::lock_guard commits_in_order(commit_mutex_);
        typename Ordered::Progress progress = ordered_->finish(order, std::move(outcome));
        bool ends = false;
        for (const typename Ordered::Outcome& committed : progress.committed) {
            search_->commit(committed.finish);
            ends |= search_->ends_search(committed.finish);
            add_replicable(committed.cost);
        }
        note_ordered(ordered_->end(), progress.dropped, ends);
    }

    /// Keeps what an ordered task had found when the run ended under it: it is nothing final, but may be the best
    /// known.
    [[gnu::cold]] void keep_for_the_end(typename Search::Finish finish) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(std::move(finish));
    }

  private:
    struct Finished {
        std::uint64_t order = 0;
        typename Ordered::Outcome outcome{};
    };

    // --- Beginning

    [[gnu::cold]] void begin(const Resume& resume) override {
        State<Search> state;
        if (resume) {
            if constexpr (Search::resumable) {
                resume([&](Bytes bytes) {
                    const std::size_t answers = state.answers.size();
                    const std::size_t subtrees = state.subtrees.size();
                    state.read(std::move(bytes));
                    require_own(state, answers, subtrees);
                });
            }
        } else {
            state.subtrees.push_back({.root = root_, .depth = 0, .visited = false});
        }
        for (const Answer& answer : state.answers) search_->resume(answer);
        worker(0).plant(std::move(state.subtrees));
        if (search_->settled()) found();
    }

    // Throws Error for what is none of this search's, from some answer and some subtree on.
    [[gnu::cold]] void require_own(const State<Search>& state, std::size_t answer, std::size_t subtree) const {
        for (; answer < state.answers.size(); ++answer)
            scrump::require_own(search_->accepts(state.answers[answer]), "an answer");
        for (; subtree < state.subtrees.size(); ++subtree) {
            const auto& [root, depth, visited] = state.subtrees[subtree];
            scrump::require_own(depth <= options().depth_limit && search_->accepts(root, depth), "a node");
        }
    }

    // --- Tasks for others, and from them. Where nodes cannot travel there is one locality, and none of it is called.

    [[gnu::cold]] Gift give_tasks() override {
        std::vector<SearchTask> tasks;
        const StealAmount amount = options().policy.amount(skeleton().kind == Skeleton::Kind::ordered);
        if (ordered_) {
            tasks = ordered_->take(amount);
        } else if (can_spare()) {
            for (unsigned step = 0; step < size() && tasks.empty(); ++step) {
                WorkerOf<Search>& giver = worker(step);
                tasks = giver.pool().take_shallowest(amount);
                if (!tasks.empty() && keeps_stock() && giver.pool().size() == 0) giver.attention().raise();
            }
            note_given(tasks.size());
        }
        return {.tasks = tasks.size(), .bytes = encode(tasks)};
    }

    [[gnu::cold]] void receive(Bytes bytes) override {
        std::vector<SearchTask> tasks = decode(std::move(bytes));
        put(worker(0).pool(), tasks);
    }

    [[gnu::cold]] static Bytes encode(const std::vector<SearchTask>& tasks) {
        Encoder bytes;
        if constexpr (Search::transferable) {
            for (const SearchTask& task : tasks) {
                bytes.put(task.node).put(task.depth).put(task.place).put(task.order);
                Search::encode(bytes, task.start);
            }
        }
        return bytes.take();
    }
    [[gnu::cold]] static std::vector<SearchTask> decode(Bytes bytes) {
        std::vector<SearchTask> tasks;
        if constexpr (Search::transferable) {
            Decoder from(std::move(bytes));
            while (!from.at_end()) {
                SearchTask& task = tasks.emplace_back();
                task.node = from.get<Node>();
                task.depth = from.get<unsigned>();
                task.place = from.get<HeuristicPlace>();
                scrump::require_own(task.place.bits <= HeuristicPlace::whole().bits, "the place of a task");
                task.order = from.get<std::uint64_t>();
                Search::decode(from, task.start);
                task.foreign = true;
            }
        }
        return tasks;
    }

    [[gnu::cold]] std::vector<Bytes> take_finished() override {
        std::vector<Bytes> all;
        for (const Finished& finished : take_finished_elsewhere()) {
            Encoder bytes;
            bytes.put(finished.order).put(finished.outcome.cost);
            if constexpr (Search::transferable) Search::encode(bytes, finished.outcome.finish);
            all.push_back(bytes.take());
        }
        return all;
    }
    [[gnu::cold]] void receive_finished(Bytes bytes) override {
        Finished finished = decode_own_finished(std::move(bytes));
        finish_ordered(finished.order, std::move(finished.outcome));
        task_done();
    }
    [[gnu::cold]] void commit_finished(Bytes bytes) override {
        search_->commit(decode_own_finished(std::move(bytes)).outcome.finish);
    }

    [[gnu::cold]] Finished decode_own_finished(Bytes bytes) const {
        Finished finished = decode_finished(std::move(bytes));
        scrump::require_own(search_->accepts(finished.outcome.finish), "what a task found");
        return finished;
    }

    [[gnu::cold]] static Finished decode_finished(Bytes bytes) {
        Decoder from(std::move(bytes));
        Finished finished;
        finished.order = from.get<std::uint64_t>();
        finished.outcome.cost = from.get<Counters>();
        if constexpr (Search::transferable) Search::decode(from, finished.outcome.finish);
        return finished;
    }
    [[gnu::cold]] std::vector<Finished> take_finished_elsewhere() {
        const std::lock_guard lock(mutex_);
        return std::exchange(finished_elsewhere_, {});
    }

    // --- The state

    // What `note` adds to a state; nothing where searches have none.
    template <class Note>
    static Bytes state_by(const Note& note) {
        if constexpr (Search::resumable) {
            StateWriter<Search> state;
            note(state);
            return state.take();
        }
        return {};
    }

    static void note_finish(auto& state, const typename Search::Finish& finish) {
        if (const Answer* const answer = Search::answer_in(finish)) state.answer(*answer);
    }

    [[gnu::cold]] Bytes state() override {
        Bytes all;
        for (const auto& each : workers_) all += each->state();
        all += state_by([&](auto& state) {
            const auto note = [&](const SearchTask& task) { state.subtree(task.node, task.depth, true); };
            if (roots_.empty()) {
                for (unsigned index = 0; index < size(); ++index) worker(index).pool().look_at_all(note);
            } else {
                std::for_each(roots_.begin(), roots_.end(), note);  // the task that waits only stands for them
            }
            if (ordered_) ordered_->look_at_waiting(note);
            state.answer(search_->answer());
            if (ordered_) {
                for (const auto& finish : ordered_->uncommitted()) note_finish(state, finish);
            }
            const std::lock_guard lock(mutex_);
            for (const Finished& finished : finished_elsewhere_) note_finish(state, finished.outcome.finish);
        });
        return all;
    }
    [[gnu::cold]] Bytes state_of_tasks(Bytes tasks) const override {
        return state_by([&](auto& state) {
            for (const SearchTask& task : decode(std::move(tasks))) state.subtree(task.node, task.depth, true);
        });
    }
    [[gnu::cold]] Bytes state_of_finished(Bytes finished) const override {
        return state_by([&](auto& state) { note_finish(state, decode_finished(std::move(finished)).outcome.finish); });
    }
    [[gnu::cold]] Bytes state_of_answer() const override {
        return state_by([&](auto& state) { state.answer(search_->answer()); });
    }

    // --- What was found

    std::optional<double> incumbent() const override { return search_->incumbent(); }
    [[gnu::cold]] std::vector<Improvement> improvements(Clock::time_point began) const override {
        return search_->improvements(began);
    }
    [[gnu::cold]] void merge_improvements(const std::vector<Improvement>& others) override {
        search_->merge_improvements(others);
    }
    [[gnu::cold]] std::optional<Bytes> improvement() override { return search_->improvement(); }
    [[gnu::cold]] bool learn(Bytes improvement) override { return search_->learn(std::move(improvement)); }

    [[gnu::cold]] void collect(bool stopped) override {
        if (stopped) {
            if (ordered_) {
                for (const auto& finish : ordered_->uncommitted()) search_->commit(finish);
            }
            for (const Finished& finished : take_finished_elsewhere()) search_->commit(finished.outcome.finish);
            const std::lock_guard lock(mutex_);
            for (const auto& finish : kept_) search_->commit(finish);
        }
        for (unsigned index = 0; index < size(); ++index) search_->collect(worker(index).visitor());
    }
    Bytes answer() const override {
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
        scrump::require_own(search_->accepts(answer), "an answer");
        return answer;
    }

    // --- Tasks in order

    bool is_next_ready() const override { return ordered_->has_ready(); }
    std::size_t ready_in_order() const override { return ordered_->ready_tasks(); }
    std::uint64_t next_in_order() const override { return ordered_->next_order(); }

    std::unique_ptr<Search> search_;
    const Node& root_;
    std::optional<Answer> taken_over_;

    std::unique_ptr<Ordered> ordered_;          // where the order is kept, under the ordered skeleton
    std::mutex commit_mutex_;                   // held while ordered results become final
    std::vector<Finished> finished_elsewhere_;  // guarded by the mutex, as the next one
    std::vector<typename Search::Finish> kept_;
    std::vector<SearchTask> roots_;  // until the order is begun
};

}  // namespace scrump
