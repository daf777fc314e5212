#include "shares.hpp"

#include <scrump/net/codec.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace scrump {

void in_pieces(const CheckpointShare& share, const std::function<void(Bytes piece)>& send) {
    static constexpr std::size_t most = std::size_t{16} << 20U;
    const std::string_view state = share.state;
    for (std::size_t at = 0; at == 0 || at < state.size(); at += most) {
        const std::string part(state.substr(at, most));
        const bool last = at + part.size() == state.size();
        send(Encoder().put(last).put(share.counters).put(share.pause).put(part).take());
    }
}

void Shares::add(unsigned from, CheckpointShare share) {
    if (expecting()) shares_[from] = std::move(share);
}

void Shares::add_piece(unsigned from, Bytes piece) {
    Decoder pieces(std::move(piece));
    const auto last = pieces.get<bool>();
    CheckpointShare& share = arriving_[from];
    share.counters = pieces.get<Counters>();
    share.pause = pieces.get<std::chrono::nanoseconds>();
    share.state += pieces.get<std::string>();
    if (!last) return;
    add(from, std::move(share));
    arriving_.erase(from);
}

std::optional<std::vector<CheckpointShare>> Shares::take() {
    return take_if_whole(shares_);
}

}  // namespace scrump
