#include "serving_side.hpp"

#include "../worker_layout.hpp"

#include <scrump/base/detail/platform.hpp>

#include <utility>

namespace scrump::detail {

ServingSide::ServingSide(Locality& home, Transport& transport, Thief& thief, std::string title, Clock::time_point now)
    : home_(home),
      thief_(thief),
      title_(std::move(title)),
      messages_(transport, thief.traffic()),
      keep_alive_(messages_, home.settings().dead_after, now),
      agreement_(messages_),
      end_(messages_, home,
           {.ends =
                [this](Status status) {
                    for (Component* const each : while_running_) each->on_end(status == Status::complete);
                },
            .closes =
                [this] {
                    for (Component* const each : while_running_) each->on_close();
                    trace_.deliver();
                },
            .own = [this] { return own_statistics(Clock::now()); }}),
      termination_(messages_, agreement_, [this] { end_.stop_all(Status::complete); }),
      statistics_(
          messages_, home, [this] { return own_statistics(Clock::now()); }, now),
      trace_(messages_, home, transport.topology()),
      snapshots_(messages_, home, thief.traffic()),
      endpoints_(messages_, home.endpoints()),
      stealing_(messages_, home, thief, termination_, snapshots_),
      of_client_(home.components({.messages = messages_,
                                  .agreement = agreement_,
                                  .termination = termination_,
                                  .snapshots = snapshots_,
                                  .stealing = stealing_})) {
    thief_.record_in(trace_.timeline());
    while_running_.push_back(&statistics_);
    // The client's reports are sent before the run ends because of them.
    for (const auto& each : of_client_) while_running_.push_back(each.get());
    while_running_.insert(while_running_.end(),
                          {&end_, &home_.remote_memory(), &endpoints_, &snapshots_, &stealing_, &termination_});
}

bool ServingSide::serve(Clock::time_point now) {
    thief_.look(now);
    bool busy = messages_.receive(now);
    keep_alive_.on_time(now);
    if (end_.ended()) return busy | end_.on_time(now);
    // Checked first: a locality that ended early wanted the end before it had no work left.
    termination_.look(home_.passive());
    for (Component* const each : while_running_) {
        busy |= each->on_time(now);
        if (end_.ended()) return true;
    }
    return busy;
}

std::optional<Clock::time_point> ServingSide::deadline() const {
    std::optional<Clock::time_point> first = keep_alive_.deadline();
    if (end_.ended()) return first;
    for (const Component* const each : while_running_) {
        const std::optional<Clock::time_point> next = each->deadline();
        if (next && (!first || *next < *first)) first = next;
    }
    return first;
}

bool ServingSide::awaits_reply() const {
    if (end_.ended()) return false;
    for (const Component* const each : while_running_) {
        if (each->awaits_reply()) return true;
    }
    return false;
}

LocalityStatistics ServingSide::own_statistics(Clock::time_point now) const {
    LocalityStatistics own = home_.statistics(now, end_.closed());
    own.title = title_;
    own.host = Platform::current().host_name();
    own.processors = usable_processors(home_.settings());
    own.traffic += thief_.traffic();
    if (const std::optional<Assessment> target = thief_.target()) {
        own.target_score = target->score;
        own.target_delay = target->delay;
    }
    if (end_.closed()) {
        own.stolen_from.insert(thief_.stolen_from().begin(), thief_.stolen_from().end());
        own.targets = thief_.targets();
    }
    return own;
}

}  // namespace scrump::detail
