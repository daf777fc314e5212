#include "pieces.hpp"

#include "loop_shape.hpp"

#include <algorithm>
#include <cmath>

namespace scrump::detail {

Pieces::Pieces(const LoopOptions& options, std::uint64_t iterations, unsigned workers, unsigned locality_workers)
    : options_(options), stealing_(options.stealing), workers_(workers), locality_workers_(locality_workers) {
    // So that what cannot be is refused before there is anything to divide. SimAS may choose anew for each piece.
    const auto depends = [&](const Technique& technique) {
        const bool itself = rule_for(technique, iterations)->depends() == ChunkRule::Depends::progress;
        return itself || (!technique.own && technique.kind == Technique::Kind::simas);
    };
    depends_on_progress_ = depends(options.technique);
    if (stealing_.amount.technique) depends_on_progress_ |= depends(*stealing_.amount.technique);
}

std::unique_ptr<ChunkRule> Pieces::rule_for(const Technique& technique, std::uint64_t iterations) const {
    return technique.rule_of_part(shape_for(technique, options_, iterations, workers_), locality_workers_);
}

void Pieces::add(Piece piece) {
    const std::uint64_t whole = piece.range.size();
    if (whole == 0) return;
    Divided divided{
        .piece = std::move(piece), .whole = whole, .rule = rule_for(options_.technique, whole), .steal_rule = nullptr};
    if (stealing_.amount.technique) divided.steal_rule = rule_for(*stealing_.amount.technique, whole);
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

std::optional<Pieces::Taken> Pieces::give(ThiefWorkers thief, double now, std::span<const WorkerProgress> workers,
                                          std::uint64_t kept) {
    const std::uint64_t all = left();
    if (all <= kept) return std::nullopt;
    // Of the largest piece.
    const auto largest =
        std::ranges::max_element(pieces_, {}, [](const Divided& each) { return each.piece.range.size(); });
    const std::uint64_t size = std::max({amount(*largest, thief, now, workers), stealing_.least, std::uint64_t{1}});
    ++largest->steals;
    return split(largest, std::min(size, all - kept), false);
}

std::uint64_t Pieces::amount(const Divided& from, ThiefWorkers thief, double now,
                             std::span<const WorkerProgress> workers) const {
    const std::uint64_t left = from.piece.range.size();
    if (from.steal_rule == nullptr)
        return static_cast<std::uint64_t>(std::ceil(stealing_.amount.ratio * static_cast<double>(left)));
    // As if all that is gone had been handed out by it.
    std::uint64_t sum = 0;
    for (unsigned worker = thief.first; worker < thief.first + thief.count; ++worker) {
        sum += std::min(left, from.steal_rule->size({.step = from.steals,
                                                     .scheduled = from.whole - left,
                                                     .worker = worker,
                                                     .now = now,
                                                     .workers = workers}));
    }
    return (sum + thief.count - 1) / thief.count;
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
