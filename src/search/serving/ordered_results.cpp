#include "ordered_results.hpp"

#include <utility>

namespace scrump::detail {

OrderedResults::OrderedResults(MessageDispatcher& messages, SearchLocality& home, Termination& termination,
                               Snapshots& snapshots)
    : messages_(messages), home_(home), termination_(termination), snapshots_(snapshots) {
    messages.handle(result, [this](auto, unsigned from, Bytes finished) { take(from, std::move(finished)); });
}

// An ordered task that was executed here is finished where the order is kept. The owner has counted it as its own work
// all the time, so the message is work for the owner.
bool OrderedResults::on_time(Clock::time_point) {
    for (Bytes& finished : home_.take_finished()) {
        termination_.sent_work();
        messages_.send(0, result, std::move(finished));
    }
    return false;
}

void OrderedResults::take(unsigned from, Bytes finished) {
    termination_.received_work();
    if (snapshots_.crosses(from)) snapshots_.add(home_.state_of_finished(finished));
    if (!ended_) {
        home_.receive_finished(std::move(finished));
    } else if (!complete_) {
        home_.commit_finished(std::move(finished));
    }
}

}  // namespace scrump::detail
