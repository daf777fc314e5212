#include "sifting.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace scrump::detail {
namespace {

// A block is named by its first variable; its place is its number from the top.
class VariableSifting {
  public:
    using Place = LevelledNodes::Place;

    VariableSifting(LevelledNodes& nodes, const ReorderOptions& options, std::uint32_t block)
        : nodes_(nodes), options_(options), block_(block), blocks_(nodes.variables() / block) {}

    void operator()() {
        std::uint64_t before = 0;
        do {
            before = nodes_.size();
            sift_all();
        } while (options_.converge && nodes_.size() < before && has_swaps());
    }

  private:
    bool has_swaps() const { return nodes_.swaps() < options_.max_swaps; }
    std::uint32_t block_at(Place place) const { return nodes_.variable_at(place * block_); }
    Place place_of(std::uint32_t block) const { return nodes_.place_of(block) / block_; }
    std::uint64_t size_at(Place place) const {
        std::uint64_t nodes = 0;
        for (std::uint32_t each = 0; each < block_; ++each)
            nodes += nodes_.size_of(nodes_.variable_at(place * block_ + each));
        return nodes;
    }
    bool interact(Place one, Place other) const {
        for (std::uint32_t i = 0; i < block_; ++i)
            for (std::uint32_t j = 0; j < block_; ++j)
                if (nodes_.interact(nodes_.variable_at(one * block_ + i), nodes_.variable_at(other * block_ + j)))
                    return true;
        return false;
    }

    // The largest first.
    void sift_all() {
        struct Sized {
            std::uint32_t block;
            std::uint64_t nodes;
        };
        std::vector<Sized> blocks;
        for (Place place = 0; place < blocks_; ++place) blocks.push_back({block_at(place), size_at(place)});
        std::ranges::stable_sort(blocks, std::ranges::greater(), &Sized::nodes);
        for (const Sized& each : blocks) {
            if (!has_swaps()) return;
            if (each.nodes > 0) sift_one(place_of(each.block));
        }
    }

    void sift_one(Place start) {
        at_ = best_ = start;
        fewest_ = nodes_.size();
        const bool down_first = blocks_ - 1 - start < start;
        if (down_first) {
            move_down();
            move_up();
        } else {
            move_up();
            move_down();
        }
        while (at_ < best_) exchange(at_++);
        while (at_ > best_) exchange(--at_);
    }

    // Blocks that it passes may lose all their nodes, those above it none.
    void move_down() {
        std::uint64_t losable = 0;
        for (Place below = at_ + 1; below < blocks_; ++below)
            if (interact(at_, below)) losable += size_at(below);
        while (at_ + 1 < blocks_ && nodes_.size() < fewest_ + losable) {
            if (interact(at_, at_ + 1)) losable -= size_at(at_ + 1);
            exchange(at_++);
            if (!note_size()) return;
        }
    }

    // Blocks that it has passed keep their nodes from then on, and those below it keep them all the time.
    void move_up() {
        std::uint64_t kept = nodes_.size() - size_at(at_);
        for (Place above = 0; above < at_; ++above)
            if (interact(at_, above)) kept -= size_at(above);
        while (at_ > 0 && kept < fewest_) {
            exchange(--at_);
            if (interact(at_, at_ + 1)) kept += size_at(at_ + 1);
            if (!note_size()) return;
        }
    }

    // Whether it may move on.
    bool note_size() {
        if (nodes_.size() < fewest_) {
            fewest_ = nodes_.size();
            best_ = at_;
        }
        return static_cast<double>(nodes_.size()) <= options_.max_growth * static_cast<double>(fewest_);
    }

    // The block at a place, and the next one.
    void exchange(Place upper) {
        for (Place each = (upper + 1) * block_; each < (upper + 2) * block_; ++each)
            for (Place way = 1; way <= block_; ++way) nodes_.swap(each - way);
    }

    LevelledNodes& nodes_;
    const ReorderOptions& options_;
    const std::uint32_t block_;
    const Place blocks_;
    Place at_ = 0;              // of the block that is sifted
    Place best_ = 0;            // place where there were fewest nodes
    std::uint64_t fewest_ = 0;  // and their number
};

}  // namespace

void sift(LevelledNodes& nodes, const ReorderOptions& options, std::uint32_t block) {
    if (nodes.variables() > 0) VariableSifting(nodes, options, block)();
}

void arrange(LevelledNodes& nodes, std::span<const std::uint32_t> variables) {
    for (LevelledNodes::Place place = 0; place < variables.size(); ++place)
        for (LevelledNodes::Place at = nodes.place_of(variables[place]); at > place; --at) nodes.swap(at - 1);
}

}  // namespace scrump::detail
