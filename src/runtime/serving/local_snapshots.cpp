#include "local_snapshots.hpp"

#include <scrump/net/codec.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace scrump::detail {

void in_pieces(const LocalSnapshot& snapshot, const std::function<void(Bytes piece)>& send) {
    static constexpr std::size_t most = std::size_t{16} << 20U;
    const std::string_view state = snapshot.state;
    for (std::size_t at = 0; at == 0 || at < state.size(); at += most) {
        const std::string part(state.substr(at, most));
        const bool last = at + part.size() == state.size();
        send(Encoder().put(last).put(snapshot.counters).put(snapshot.pause).put(part).take());
    }
}

void LocalSnapshots::add(unsigned from, LocalSnapshot snapshot) {
    if (expecting()) snapshots_[from] = std::move(snapshot);
}

void LocalSnapshots::add_piece(unsigned from, Bytes piece) {
    Decoder pieces(std::move(piece));
    const auto last = pieces.get<bool>();
    LocalSnapshot& snapshot = arriving_[from];
    snapshot.counters = pieces.get<Counters>();
    snapshot.pause = pieces.get<std::chrono::nanoseconds>();
    snapshot.state += pieces.get<std::string>();
    if (!last) return;
    add(from, std::move(snapshot));
    arriving_.erase(from);
}

std::optional<std::vector<LocalSnapshot>> LocalSnapshots::take() {
    return take_if_whole(snapshots_);
}

}  // namespace scrump::detail
