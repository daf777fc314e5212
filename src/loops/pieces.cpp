#include "pieces.hpp"

#include <algorithm>
#include <cmath>

namespace scrump::detail {

Pieces::Pieces(Technique technique, const LoopStealing& stealing, LoopShape shape)
    : technique_(std::move(technique)),
      stealing_(stealing),
      shape_(std::move(shape)),
      // So that what cannot be is refused before there is anything to divide.
      depends_on_progress_(technique_.rule(shape_)->depends() == ChunkRule::Depends::progress) {
    if (stealing_.amount.technique) static_cast<void>(stealing_.amount.technique->rule(shape_));
}

void Pieces::add(Piece piece) {
    const std::uint64_t whole = piece.range.size();
    if (whole == 0) return;
    LoopShape shape = shape_;
    shape.iterations = whole;
    Divided divided{.piece = std::move(piece), .whole = whole, .rule = technique_.rule(shape), .steal_rule = nullptr};
    if (stealing_.amount.technique) divided.steal_rule = stealing_.amount.technique->rule(shape);
    pieces_.push_back(std::move(divided));
}

std::uint64_t Pieces::left() const {
    std::uint64_t sum = 0;
    for (const Divided& each : pieces_) sum += each.piece.range.size();
    return sum;
}

std::optional<Pieces::Taken> Pieces::take(unsigned worker, double now, std::span<const WorkerProgress> workers) {
    if (pieces_.empty()) return std::nullopt;
    Divided& first = pieces_.front();
    std::uint64_t size = 0;
    if (first.rule->depends() == ChunkRule::Depends::assigned) {
        // All of it is the locality's own; taken in small parts, so that others may still get some.
        static constexpr std::uint64_t usual_parts = 256;
        size = stealing_.least > 0 ? stealing_.least : first.whole / usual_parts;
    } else {
        size = first.rule->size({.step = first.chunks,
                                 .scheduled = first.whole - first.piece.range.size(),
                                 .worker = worker,
                                 .now = now,
                                 .workers = workers});
    }
    ++first.chunks;
    return split(pieces_.begin(), std::max<std::uint64_t>(size, 1), true);
}

std::optional<Pieces::Taken> Pieces::give() {
    if (pieces_.empty()) return std::nullopt;
    // Of the largest piece.
    const auto largest =
        std::ranges::max_element(pieces_, {}, [](const Divided& each) { return each.piece.range.size(); });
    const std::uint64_t size = std::max({amount(*largest), stealing_.least, std::uint64_t{1}});
    ++largest->steals;
    return split(largest, size, false);
}

std::uint64_t Pieces::amount(Divided& from) const {
    const std::uint64_t left = from.piece.range.size();
    if (from.steal_rule == nullptr)
        return static_cast<std::uint64_t>(std::ceil(stealing_.amount.ratio * static_cast<double>(left)));
    // As if all that is gone had been handed out by it. The thief is anybody: its weight is not known here.
    const std::vector<WorkerProgress> nobody(shape_.workers);
    return from.steal_rule->size(
        {.step = from.steals, .scheduled = from.whole - left, .worker = 0, .now = 0, .workers = nobody});
}

Pieces::Taken Pieces::split(std::deque<Divided>::iterator from, std::uint64_t size, bool front) {
    ChunkRule::Range& left = from->piece.range;
    Taken taken{.piece = from->piece};
    size = std::min(size, left.size());
    if (front) {
        taken.piece.range.last = left.first += size;
    } else {
        taken.piece.range.first = left.last -= size;
    }
    taken.last = left.size() == 0;
    if (taken.last) pieces_.erase(from);
    return taken;
}

}  // namespace scrump::detail
