#pragma once
// The local snapshots of a checkpoint on their way to locality 0. They travel in pieces: stealing is not delayed for
// long, and no transport has to carry messages that are too large for it.

#include <scrump/runtime/detail/snapshot.hpp>

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Passes the pieces of a local snapshot to `send`, one after another.
void in_pieces(const LocalSnapshot& snapshot, const std::function<void(Bytes piece)>& send);

/// For locality 0: the parts received of the current checkpoint.
class LocalSnapshots {
  public:
    /// Begins a checkpoint of this number of localities.
    void expect(unsigned localities) { snapshots_.assign(localities, std::nullopt); }
    bool expecting() const { return !snapshots_.empty(); }
    void add(unsigned from, LocalSnapshot snapshot);
    void add_piece(unsigned from, Bytes piece);
    /// All snapshots, once they are there: then nothing is expected any more.
    std::optional<std::vector<LocalSnapshot>> take();

  private:
    std::vector<std::optional<LocalSnapshot>> snapshots_;  // by sender; empty if none are expected
    std::map<unsigned, LocalSnapshot> arriving_;           // snapshots of which some pieces have come
};

/// All elements, once each is there.
template <class T>
std::optional<std::vector<T>> take_if_whole(std::vector<std::optional<T>>& parts) {
    if (parts.empty()) return std::nullopt;
    for (const auto& part : parts) {
        if (!part) return std::nullopt;
    }
    std::vector<T> all;
    all.reserve(parts.size());
    for (auto& part : parts) all.push_back(std::move(*part));
    parts.clear();
    return all;
}

}  // namespace scrump::detail
