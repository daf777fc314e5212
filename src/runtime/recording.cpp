#include <scrump/runtime/detail/recording.hpp>

#include <scrump/base/error.hpp>
#include <scrump/metrics/detail/counting.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <ios>
#include <span>
#include <utility>

namespace scrump::detail {
namespace {

constexpr unsigned questions = 8;
constexpr std::size_t most_in_piece = std::size_t{1} << 18U;  // events: 8 MiB

std::int64_t now() {
    return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
}

}  // namespace

Recording::Recording(std::size_t events, unsigned self, const Topology& topology) : self_(self) {
    if (events == 0) return;
    timeline_ = std::make_unique<Timeline>(events);
    if (self != 0) return;
    topology_ = topology;
    offsets_.resize(topology.size());
    questions_.resize(topology.size());
}

void Recording::compare(ClockOffset::When when, const Send& send) {
    when_ = when;
    awaited_ = 0;
    for (unsigned whom = 0; whom < topology_.size(); ++whom) {
        if (topology_.same_host(self_, whom)) continue;
        questions_[whom] = questions - 1;
        ++awaited_;
        ask(whom, send);
    }
}

void Recording::ask(unsigned whom, const Send& send) const {
    send(whom, Encoder().put(when_).put(now()).take());
}

Bytes Recording::answer(const Bytes& question) {
    return Encoder().put(question).put(now()).take();
}

void Recording::learn(unsigned from, Bytes answer, const Send& send) {
    const std::int64_t received = now();
    Decoder decoder(std::move(answer));
    Decoder question(decoder.get<Bytes>());
    const auto theirs = decoder.get<std::int64_t>();
    const auto when = question.get<ClockOffset::When>();
    offsets_[from].learn(when, question.get<std::int64_t>(), theirs, received);
    if (when != when_) return;  // a late answer of the beginning, at the end
    if (questions_[from] > 0) {
        --questions_[from];
        ask(from, send);
    } else {
        --awaited_;
    }
}

void Recording::deliver(unsigned worker, const Timeline& timeline, const std::function<void(Bytes piece)>& to) const {
    const std::vector<TimelineEvent> events = timeline.events();
    for (std::size_t at = 0; at == 0 || at < events.size(); at += most_in_piece) {
        const std::size_t size = std::min(most_in_piece, events.size() - at);
        const auto* const first = events.data() + at;
        to(Encoder().put(worker).put(timeline.dropped()).put(std::vector<TimelineEvent>(first, first + size)).take());
    }
}

void Recording::take(unsigned from, Bytes piece) {
    Decoder decoder(std::move(piece));
    const auto worker = decoder.get<unsigned>();
    const auto dropped = decoder.get<std::uint64_t>();
    const auto events = decoder.get<std::vector<TimelineEvent>>();
    const auto same = [&](const TraceLane& lane) { return lane.locality == from && lane.worker == worker; };
    auto lane = std::find_if(lanes_.begin(), lanes_.end(), same);
    if (lane == lanes_.end()) {
        lane = lanes_.insert(lane, {.locality = from, .worker = worker, .dropped = dropped});
    }
    lane->events.insert(lane->events.end(), events.begin(), events.end());
}

std::vector<TraceLane> Recording::lanes() {
    for (TraceLane& lane : lanes_) {
        const ClockOffset& offset = offsets_[lane.locality];
        lane.clock_error = offset.error();
        for (TimelineEvent& event : lane.events) event.start = offset.to_own(event.start);
    }
    const auto place = [](const TraceLane& lane) { return std::pair(lane.locality, lane.worker); };
    std::sort(lanes_.begin(), lanes_.end(),
              [&](const TraceLane& a, const TraceLane& b) { return place(a) < place(b); });
    return std::exchange(lanes_, {});
}

void TraceFile::open(const std::string& name) {
    if (!counting) throw UsageError("this build keeps no timelines: SCRUMP_COUNTERS is off");
    name_ = name;
    file_.emplace(name, std::ios::binary);
    if (!*file_) throw Error(name + ": cannot be written: " + std::strerror(errno));
    open_ = true;
}

void TraceFile::write(std::vector<TraceLane> lanes, const std::vector<LocalityStatistics>& localities,
                      MessageNames message_names, EventCount& events) {
    open_ = false;
    std::vector<std::string> titles;
    titles.reserve(localities.size());
    for (const LocalityStatistics& each : localities) titles.push_back(each.title);
    writer_ = Thread([this, &events, lanes = std::move(lanes), titles = std::move(titles),
                      message_names = std::move(message_names)] {
        try {
            const TraceCounts counts = write_trace(*file_, lanes, titles, message_names);
            file_->close();
            written_ = {.events = counts.events, .dropped = counts.dropped, .error = {}};
            if (!*file_) written_.error = name_ + ": the trace could not be written";
        } catch (const std::exception& error) {
            written_.error = name_ + ": the trace could not be written: " + error.what();
        }
        is_written_.store(true, std::memory_order_release);
        events.notify_all();
    });
}

bool TraceFile::writing() const {
    return writer_.joinable() && !is_written_.load(std::memory_order_acquire);
}

std::optional<TraceStatistics> TraceFile::take() {
    if (!writer_.joinable()) return std::nullopt;
    writer_.join();
    return std::move(written_);
}

}  // namespace scrump::detail
