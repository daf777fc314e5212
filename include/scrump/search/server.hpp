#pragma once
// A locality's side towards the others: answers their steal requests and makes its own, spreads incumbents, takes part
// in finding out that all is done, in checkpoints and in watching who is there, and ends the run. Served by one thread,
// which alone uses the transport.

#include <scrump/base/clock.hpp>
#include <scrump/net/transport.hpp>
#include <scrump/runtime/liveness.hpp>
#include <scrump/runtime/termination.hpp>
#include <scrump/search/cut.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/search/outcome.hpp>
#include <scrump/search/recording.hpp>
#include <scrump/search/tag.hpp>
#include <scrump/search/thief.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump {

template <class Search>
class Server {
  public:
    using Clock = std::chrono::steady_clock;
    using Home = Locality<Search>;
    using SearchTask = Task<Search>;

    /// `title` names the locality's process.
    Server(Home& home, Search& search, Transport& transport, Thief& thief, std::string title, Clock::time_point now)
        : home_(home),
          search_(search),
          transport_(transport),
          thief_(thief),
          title_(std::move(title)),
          detector_(transport.self(), transport.size()),
          cut_(transport.self(), transport.size()),
          liveness_(transport.self(), transport.size(), home.options().dead_after, now),
          recording_(home.options().trace.wanted() && counting ? home.options().trace.events : 0, transport.self(),
                     transport.topology()),
          reports_(transport.size()),
          results_(transport.size()) {
        thief_.record_in(recording_.timeline());
        if (home.options().history || home.options().observe) next_sample_ = now + sample_interval;
    }

    /// Does all there is to do now; says whether it did anything that may have made more to do.
    bool serve(Clock::time_point now) {
        bool busy = false;
        while (std::optional<Message> message = next_message(now)) {
            if (cut_.stopping()) {
                deferred_.push_back(std::move(*message));
            } else {
                handle(std::move(*message));
            }
            busy = true;
        }
        if (liveness_.beat_due(now)) {
            for (const unsigned watcher : liveness_.watchers()) send(watcher, Tag::beat, {});
        }
        if (ended_) return busy | close();
        sample(now);
        if (transport_.size() > 1) spread_improvement();
        // Looked at first: who ended early wanted the end before it had no work left.
        const bool passive = home_.passive();
        if (home_.wanted_ending() != Ending::none) {
            stop_all(home_.wanted_ending() == Ending::node_limit ? Status::node_limit : Status::complete);
            return true;
        }
        send_finished();
        busy |= serve_peers();
        busy |= take_part_in_cut();
        if (home_.node_limit_reached()) ask_to_stop(Status::node_limit);
        if (thief_.gathers()) {
            home_.publish_summary(microseconds(now));
            thief_.refresh_if_due(now);
        }
        answer_waiting(now);
        if (passive) busy |= detect_termination();
        return busy | (!ended_ && steal(now));
    }

    /// When serve() is to be called again even if nothing happens.
    std::optional<Clock::time_point> deadline() const {
        std::optional<Clock::time_point> first = liveness_.deadline();
        if (ended_) return first;
        const auto sooner = [&](std::optional<Clock::time_point> time) {
            if (time && (!first || *time < *first)) first = time;
        };
        sooner(next_sample_);
        if (!waiting_.empty()) sooner(waiting_.front().until);
        if (has_victims() && home_.starving()) sooner(thief_.next_try());
        sooner(thief_.next_refresh());
        return first;
    }
    bool awaits_reply() const {
        return !ended_ && (thief_.awaits_reply() || (home_.peers() != nullptr && home_.peers()->awaits_reply()));
    }
    /// Whether tasks are expected any moment and nobody here has anything else to do: to sleep would only make it
    /// longer.
    bool expects_tasks(Clock::time_point now) const {
        const std::optional<Clock::time_point> asked = thief_.asked_at();
        return !ended_ && asked && now - *asked < usual_reply && home_.idle();
    }

    /// Ends the run everywhere.
    void stop_all(Status status) {
        broadcast(Tag::stop, Encoder().put(status).take());
        end(status);
    }
    /// Asks locality 0 to stop the run, because this process was told to or a limit is reached.
    void ask_to_stop(Status why) {
        if (transport_.self() == 0) {
            wanted_stop_ = wanted_stop_.value_or(why);
        } else if (!std::exchange(asked_to_stop_, true)) {
            send(0, Tag::cancel, Encoder().put(why).take());
        }
    }
    /// Locality 0: whether anybody asked for that, and why.
    std::optional<Status> wanted_stop() const { return wanted_stop_; }

    /// A locality that this one watches and that does not answer any more.
    std::optional<unsigned> lost(Clock::time_point now) { return liveness_.lost(now); }

    /// Locality 0: begins a cut through the run, unless one is under way. If it is the `last` one, all workers stay
    /// where they are until the run is stopped.
    void begin_cut(bool last) {
        shares_.assign(transport_.size(), std::nullopt);
        enter_cut({.last = last});
    }
    /// Locality 0: whether not all localities have delivered their shares yet.
    bool cutting() const { return !shares_.empty(); }
    /// Locality 0: the shares, once there are all. The cut is over then.
    std::optional<std::vector<CheckpointShare>> take_shares() {
        if (shares_.empty() ||
            !std::all_of(shares_.begin(), shares_.end(), [](const auto& each) { return each.has_value(); }))
            return std::nullopt;
        std::vector<CheckpointShare> all;
        for (auto& each : shares_) all.push_back(std::move(*each));
        shares_.clear();
        return all;
    }

    bool ended() const { return ended_; }
    Status status() const { return status_; }

    /// Locality 0: the figures of all localities, each as last reported; all are asked to report anew.
    Report report() {
        broadcast(Tag::want_report, {});
        home_.call_attention();  // so that the next figures are fresh
        reports_[transport_.self()] = own_report();
        Report sum;
        for (const Report& each : reports_) {
            sum.counters += each.counters;
            sum.busy_workers += each.busy_workers;
            sum.workers += each.workers;
        }
        return sum;
    }

    /// Locality 0: asks all localities for all figures, unless that is under way.
    void ask_for_figures() {
        if (!figures_.empty()) return;
        figures_.resize(transport_.size());
        figures_[transport_.self()] = own_statistics();
        broadcast(Tag::want_figures, {});
    }
    /// Locality 0: the answers, once they are there.
    std::optional<std::vector<LocalityStatistics>> take_figures() {
        if (figures_.empty() ||
            !std::all_of(figures_.begin(), figures_.end(), [](const auto& each) { return each.has_value(); }))
            return std::nullopt;
        std::vector<LocalityStatistics> all;
        for (auto& each : figures_) all.push_back(std::move(*each));
        figures_.clear();
        return all;
    }

    /// Locality 0: begins to compare the clocks of all localities, for the trace.
    void compare_clocks(ClockOffset::When when) {
        if (recording_.wanted()) recording_.compare(when, ask_time());
    }
    bool comparing_clocks() const { return recording_.comparing(); }
    /// Locality 0: what all threads recorded, when the run is complete.
    std::vector<TraceLane> take_trace() { return recording_.lanes(); }

    /// Locality 0: whether all localities have sent their results. Their answers are merged into the search.
    bool complete() const { return closed_ && gathered_ + 1 == transport_.size(); }
    std::vector<LocalityStatistics> localities() {
        results_[transport_.self()] = own_statistics();
        return std::move(results_);
    }
    /// Locality 0: what went wrong in another locality, unless another one found what ends the search.
    const std::string& failure() const { return found_ ? none_ : failure_; }

    /// Locality 0: lets all others, from `first` on, know what the run came to.
    void announce(const Outcome<Search>& outcome, unsigned first) {
        if constexpr (Search::transferable) {
            const Bytes bytes = encode(outcome);
            for (unsigned to = first; to < transport_.size(); ++to) send(to, Tag::outcome, bytes);
        }
    }
    /// Others: what locality 0 announced.
    std::optional<Outcome<Search>>& announced() { return announced_; }

  private:
    /// How long a thief is kept waiting for a worker that was asked to split: some beats.
    static constexpr std::chrono::microseconds patience_with_workers{300};

    /// Most answers of a busy victim on the same host come within it.
    static constexpr std::chrono::microseconds usual_reply{200};

    struct Waiting {
        unsigned thief;
        Clock::time_point until;
    };

    void send(unsigned to, Tag tag, Bytes payload) {
        ++thief_.traffic().messages;
        thief_.traffic().bytes += payload.size();
        record(TimelineEvent::Kind::send, to, static_cast<std::uint32_t>(tag), payload.size());
        transport_.send(to, static_cast<std::uint32_t>(tag), std::move(payload));
    }
    void broadcast(Tag tag, const Bytes& payload) {
        for (unsigned to = 0; to < transport_.size(); ++to) {
            if (to != transport_.self()) send(to, tag, payload);
        }
    }

    void record(TimelineEvent::Kind kind, unsigned peer, std::uint32_t tag, std::size_t bytes) {
        Timeline* const timeline = recording_.timeline();
        if (timeline == nullptr || closed_) return;
        timeline->add({.start = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count(),
                       .duration = 0,
                       .value = message_value(tag, bytes),
                       .peer = peer,
                       .kind = kind});
    }

    Recording::Send ask_time() {
        return [this](unsigned to, Bytes question) { send(to, Tag::ask_time, std::move(question)); };
    }

    // Has all workers say where they are. More seldom the longer the run takes: the history's intervals grow, too.
    void sample(Clock::time_point now) {
        if (!next_sample_ || now < *next_sample_) return;
        home_.call_attention();
        next_sample_ = now + std::max<Clock::duration>(sample_interval, (now - home_.began()) / History::most);
    }

    void spread_improvement() {
        if (const std::optional<Bytes> better = search_.improvement()) broadcast(Tag::incumbent, *better);
    }

    std::optional<Message> next_message(Clock::time_point now) {
        if (!deferred_.empty() && !cut_.stopping()) {
            std::optional<Message> message = std::move(deferred_.front());
            deferred_.pop_front();
            return message;
        }
        std::optional<Message> message = transport_.receive();
        if (message) {
            liveness_.heard(message->source, now);
            record(TimelineEvent::Kind::receive, message->source, message->tag, message->payload.size());
        }
        return message;
    }

    void handle(Message message) {
        switch (static_cast<Tag>(message.tag)) {
            case Tag::steal:
                return answer_steal(message.source);
            case Tag::tasks:
                return take_tasks(std::move(message));
            case Tag::ordered:
                return take_ordered(std::move(message));
            case Tag::incumbent:
                if (search_.learn(std::move(message.payload))) home_.call_attention();
                return;
            case Tag::token:
                return detector_.received_token(Decoder(std::move(message.payload)).get<TerminationToken>());
            case Tag::stop:
                return end(Decoder(std::move(message.payload)).get<Status>());
            case Tag::cancel:
                return ask_to_stop(Decoder(std::move(message.payload)).get<Status>());
            case Tag::want_report:
                home_.call_attention();
                if (!ended_) send(message.source, Tag::report, Encoder().put(own_report()).take());
                return;
            case Tag::report:
                reports_[message.source] = Decoder(std::move(message.payload)).get<Report>();
                return;
            case Tag::result:
                return take_result(message.source, std::move(message.payload));
            case Tag::outcome:
                if constexpr (Search::transferable) announced_ = decode_outcome<Search>(std::move(message.payload));
                return;
            case Tag::marker:
                return take_marker(message.source, Decoder(std::move(message.payload)).get<Marker>());
            case Tag::share:
                return take_share(message.source, std::move(message.payload));
            case Tag::beat:
                return;  // that it came is all that it says
            case Tag::want_figures: {
                Encoder figures;
                encode(figures, own_statistics());
                return send(message.source, Tag::figures, figures.take());
            }
            case Tag::figures: {
                Decoder figures(std::move(message.payload));
                if (!figures_.empty()) figures_[message.source] = decode_locality(figures);
                return;
            }
            case Tag::ask_time:
                return send(message.source, Tag::time, Recording::answer(message.payload));
            case Tag::time:
                return recording_.learn(message.source, std::move(message.payload), ask_time());
            case Tag::lane:
                return recording_.take(message.source, std::move(message.payload));
            case Tag::mail:
                if (home_.peers() != nullptr) home_.peers()->deliver(std::move(message.payload));
                return;
        }
    }

    // --- Stealing

    bool steal(Clock::time_point now) {
        if (!has_victims() || !home_.starving()) return false;
        const std::optional<unsigned> victim = thief_.next_victim(now);
        if (victim) send(*victim, Tag::steal, {});
        return victim.has_value();
    }

    // What workers have to do with those of other localities.
    bool serve_peers() {
        if (home_.peers() == nullptr) return false;
        return home_.peers()->serve([this](unsigned to, Bytes mail) { send(to, Tag::mail, std::move(mail)); });
    }

    // The owner of the order has all that is in order; steal stacks are stolen from by workers.
    bool has_victims() const {
        const Skeleton::Kind kind = home_.skeleton().kind;
        if (kind == Skeleton::Kind::steal_stack) return false;
        if (kind == Skeleton::Kind::ordered && transport_.self() == 0) return false;
        return transport_.size() > 1 && kind != Skeleton::Kind::sequential;
    }

    // A thief gets what waits, or else waits a moment itself, until a worker has split its work.
    void answer_steal(unsigned thief) {
        if (give(thief)) return;
        if (!ended_ && home_.expect_split(true)) {
            waiting_.push_back({thief, Clock::now() + patience_with_workers});
        } else {
            send_tasks(thief, {});
        }
    }

    bool give(unsigned thief) {
        if (ended_) return false;
        const std::vector<SearchTask> tasks = home_.give_tasks();
        if (tasks.empty()) return false;
        send_tasks(thief, tasks);
        return true;
    }

    void answer_waiting(Clock::time_point now) {
        if (waiting_.empty()) return;
        const bool hopeless = home_.passive();
        while (!waiting_.empty()) {
            const Waiting next = waiting_.front();
            if (!give(next.thief)) {
                if (!hopeless && now < next.until) break;
                send_tasks(next.thief, {});
            }
            waiting_.pop_front();
        }
        home_.expect_split(!waiting_.empty());
    }

    void send_tasks(unsigned thief, const std::vector<SearchTask>& tasks) {
        Encoder reply;
        reply.put(home_.board().read()).put(static_cast<std::uint64_t>(tasks.size()));
        if constexpr (Search::transferable) {
            for (const SearchTask& task : tasks) {
                reply.put(task.node).put(task.depth).put(task.place).put(task.order);
                Search::encode(reply, task.start);
            }
        }
        if (!tasks.empty()) detector_.sent_work();
        send(thief, Tag::tasks, reply.take());
        home_.sent_away(tasks.size());
    }

    void take_tasks(Message message) {
        Decoder from(std::move(message.payload));
        const auto left = from.get<Summary>();
        const auto count = from.get<std::uint64_t>();
        if (count == 0) return thief_.refused(message.source, left, Clock::now());
        std::vector<SearchTask> tasks;
        if constexpr (Search::transferable) {
            for (std::uint64_t i = 0; i < count; ++i) {
                SearchTask task;
                task.node = from.get<typename Search::Node>();
                task.depth = from.get<unsigned>();
                task.place = from.get<HeuristicPlace>();
                task.order = from.get<std::uint64_t>();
                Search::decode(from, task.start);
                tasks.push_back(std::move(task));
            }
        }
        if constexpr (Search::resumable) {
            if (cut_.crosses(message.source)) {
                StateWriter<Search> crossing;
                for (const SearchTask& task : tasks) crossing.subtree(task.node, task.depth, true);
                cut_.add(crossing.take());
            }
        }
        detector_.received_work();
        if (!ended_) home_.receive(std::move(tasks));
        thief_.received(message.source, count, left, Clock::now());
    }

    // An ordered task that was executed here is finished where the order is kept. The owner has counted it as its own
    // work all the time, so the message is work for the owner.
    void send_finished() {
        for (auto& finished : home_.take_finished_elsewhere()) {
            Encoder message;
            message.put(finished.order).put(finished.outcome.cost);
            if constexpr (Search::transferable) Search::encode(message, finished.outcome.finish);
            detector_.sent_work();
            send(0, Tag::ordered, message.take());
        }
    }
    void take_ordered(Message message) {
        detector_.received_work();
        Decoder from(std::move(message.payload));
        typename Home::FinishedElsewhere finished{};
        finished.order = from.get<std::uint64_t>();
        finished.outcome.cost = from.get<Counters>();
        if constexpr (Search::transferable) Search::decode(from, finished.outcome.finish);
        if constexpr (Search::resumable) {
            const auto* const answer = Search::answer_in(finished.outcome.finish);
            if (answer != nullptr && cut_.crosses(message.source)) {
                StateWriter<Search> crossing;
                crossing.answer(*answer);
                cut_.add(crossing.take());
            }
        }
        if (!ended_) {
            home_.receive_finished(std::move(finished));
        } else if (status_ != Status::complete) {
            search_.commit(finished.outcome.finish);  // late, but perhaps the best known
        }
    }

    // --- Checkpoints

    void enter_cut(Marker marker) {
        cut_.begin(marker);
        home_.call_together();
    }

    void take_marker(unsigned from, Marker marker) {
        if (ended_) return;
        if (!cut_.under_way()) enter_cut(marker);
        cut_.marker_from(from);
    }

    // Notes what there is here as soon as all workers stand still, and delivers it when nothing that was on its way can
    // come any more.
    bool take_part_in_cut() {
        if (!cut_.under_way()) return false;
        bool busy = false;
        if (cut_.stopping()) {
            if (!home_.rendezvous().all_here()) return false;
            noted_.counters = home_.counters();
            noted_.counters.steals_tried += thief_.traffic().steals_tried;
            noted_.counters.steals_won += thief_.traffic().steals_won;
            cut_.note(home_.state());
            broadcast(Tag::marker, Encoder().put(cut_.marker()).take());
            noted_.pause = cut_.last() ? Clock::duration::zero() : home_.rendezvous().dismiss();
            busy = true;
        }
        if (!cut_.whole()) return busy;
        noted_.state = cut_.take();
        deliver(std::move(noted_));
        return true;
    }

    // In pieces: nobody is kept from stealing for long, and no transport has to carry what is too large for it.
    void deliver(CheckpointShare share) {
        if (transport_.self() == 0) {
            shares_[0] = std::move(share);
            return;
        }
        static constexpr std::size_t most = std::size_t{16} << 20U;
        const std::string_view state = share.state;
        for (std::size_t at = 0; at == 0 || at < state.size(); at += most) {
            const std::string piece(state.substr(at, most));
            const bool last = at + piece.size() == state.size();
            send(0, Tag::share, Encoder().put(last).put(share.counters).put(share.pause).put(piece).take());
        }
    }
    void take_share(unsigned source, Bytes payload) {
        Decoder from(std::move(payload));
        const auto last = from.get<bool>();
        CheckpointShare& share = arriving_[source];
        share.counters = from.get<Counters>();
        share.pause = from.get<std::chrono::nanoseconds>();
        share.state += from.get<std::string>();
        if (!last) return;
        if (!shares_.empty()) shares_[source] = std::move(share);
        arriving_.erase(source);
    }

    // --- The end

    bool detect_termination() {
        const TerminationDetector::Action action = detector_.passive();
        if (action.token) send(action.to, Tag::token, Encoder().put(*action.token).take());
        if (action.terminated) stop_all(Status::complete);
        return action.token.has_value() || action.terminated;
    }

    void end(Status status) {
        if (ended_) return;
        ended_ = true;
        status_ = status;
        cut_.abandon();
        home_.release();
    }

    // Nobody waits here until the last worker has come to the end of its node: that may take long.
    bool close() {
        if (closed_ || !home_.released()) return false;
        closed_ = true;
        home_.end();
        deliver_timelines();
        if (status_ != Status::complete) home_.commit_what_is_left();
        for (unsigned index = 0; index < home_.size(); ++index) search_.collect(home_.worker(index).visitor());
        if (transport_.self() != 0) send_result();
        return true;
    }

    void deliver_timelines() {
        if (!recording_.wanted()) return;
        const auto deliver = [this](unsigned worker, const Timeline* timeline) {
            if (timeline == nullptr) return;
            recording_.deliver(worker, *timeline, [this](Bytes piece) {
                if (transport_.self() == 0) return recording_.take(0, std::move(piece));
                send(0, Tag::lane, std::move(piece));
            });
        };
        for (unsigned worker = 0; worker < home_.size(); ++worker) {
            deliver(worker, home_.worker(worker).record().meter().timeline());
        }
        deliver(TraceLane::communication, recording_.timeline());
    }

    void send_result() {
        Encoder message;
        message.put(home_.wanted_ending() == Ending::found).put(home_.failure_text());
        encode(message, own_statistics());
        message.put(search_.improvements(home_.began()));
        if constexpr (Search::transferable) Search::encode(message, search_.take_answer());
        send(0, Tag::result, message.take());
    }
    void take_result(unsigned source, Bytes payload) {
        Decoder from(std::move(payload));
        found_ |= from.get<bool>();
        const auto why = from.get<std::string>();
        results_[source] = decode_locality(from);
        search_.merge_improvements(from.get<std::vector<Improvement>>());
        if (failure_.empty() && !why.empty()) {
            failure_ = (results_[source].title.empty() ? "" : results_[source].title + ": ") + why;
        }
        if constexpr (Search::transferable) {
            typename Search::Answer answer{};
            Search::decode(from, answer);
            search_.merge(answer);
        }
        ++gathered_;
    }

    LocalityStatistics own_statistics() {
        LocalityStatistics own = home_.statistics(Clock::now(), closed_);
        own.title = title_;
        own.traffic = thief_.traffic();
        if (closed_) own.stolen_from = thief_.stolen_from();
        return own;
    }
    Report own_report() const {
        return {.counters = home_.published(), .busy_workers = home_.busy_workers(), .workers = home_.size()};
    }

    /// How often workers are looked at for the history and for observers.
    static constexpr std::chrono::milliseconds sample_interval{10};

    Home& home_;
    Search& search_;
    Transport& transport_;
    Thief& thief_;
    const std::string title_;
    TerminationDetector detector_;
    std::deque<Waiting> waiting_;  // thieves whose answer is still open, the longest waiting first

    Cut cut_;
    CheckpointShare noted_;         // of this locality, without the state
    std::deque<Message> deferred_;  // what came while workers were being stopped
    Liveness liveness_;
    Recording recording_;
    std::optional<Clock::time_point> next_sample_;

    bool asked_to_stop_ = false;
    bool ended_ = false;
    bool closed_ = false;  // ended, and no worker is left
    Status status_ = Status::complete;

    // Of locality 0.
    std::optional<Status> wanted_stop_;
    std::vector<std::optional<CheckpointShare>> shares_;  // of the cut under way; empty if there is none
    std::map<unsigned, CheckpointShare> arriving_;        // by sender: in pieces
    std::vector<Report> reports_;
    std::vector<std::optional<LocalityStatistics>> figures_;  // on their way; empty if none were asked for
    std::vector<LocalityStatistics> results_;
    unsigned gathered_ = 0;
    bool found_ = false;
    std::string failure_;
    const std::string none_;

    std::optional<Outcome<Search>> announced_;
};

}  // namespace scrump
