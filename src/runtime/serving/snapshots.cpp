#include "snapshots.hpp"

#include <scrump/runtime/detail/safepoint.hpp>

#include <utility>

namespace scrump::detail {

Snapshots::Snapshots(MessageDispatcher& messages, Locality& home, const Traffic& traffic)
    : messages_(messages), home_(home), traffic_(traffic), snapshot_(messages.self(), messages.size()) {
    // What comes while workers are being stopped would get into a state that is half noted.
    messages.hold_while([this] { return snapshot_.stopping(); });
    messages.handle(marker, [this](auto, unsigned from, Bytes payload) {
        if (ended_) return;
        if (!snapshot_.under_way()) enter(Decoder(std::move(payload)).get<Marker>());
        snapshot_.marker_from(from);
    });
    messages.handle(local_snapshot,
                    [this](auto, unsigned from, Bytes piece) { delivered_.add_piece(from, std::move(piece)); });
}

void Snapshots::begin(bool last) {
    delivered_.expect(messages_.size());
    enter({.last = last});
}

void Snapshots::enter(Marker with) {
    snapshot_.begin(with);
    home_.call_together();
}

bool Snapshots::on_time(Clock::time_point) {
    if (!snapshot_.under_way()) return false;
    bool busy = false;
    if (snapshot_.stopping()) {
        if (!home_.safepoint().all_here()) return false;
        noted_.counters = home_.counters();
        noted_.counters.steals_tried += traffic_.steals_tried;
        noted_.counters.steals_won += traffic_.steals_won;
        snapshot_.note(home_.state());
        messages_.broadcast(marker, Encoder().put(snapshot_.marker()).take());
        noted_.pause = snapshot_.last() ? Clock::duration::zero() : home_.safepoint().resume();
        busy = true;
    }
    if (!snapshot_.whole()) return busy;
    noted_.state = snapshot_.take();
    deliver(std::move(noted_));
    return true;
}

void Snapshots::deliver(LocalSnapshot snapshot) {
    if (messages_.self() == 0) return delivered_.add(0, std::move(snapshot));
    in_pieces(snapshot, [this](Bytes piece) { messages_.send(0, local_snapshot, std::move(piece)); });
}

void Snapshots::on_end(bool /*complete*/) {
    ended_ = true;
    snapshot_.abandon();
}

}  // namespace scrump::detail
