#pragma once
// The log record of a node of a subgraph search, as numbers of 16 bits: the conclusions there, in order, each with its
// reasons, so that the proof (proof.hpp) needs nothing else from the search.
//
// The images that vertices got and the Hall sets that were used, from the root to the node, are its trail; reasons are
// given as places in it, counted from 0.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace scrump::sip {

/// The conclusion that vertex `p` may only go to some images, as earlier events excluded all others.
struct Narrowed {
    std::size_t p = 0;
    std::span<const std::uint16_t> because{};  ///< reasons: places in the trail, ascending
};

/// Vertices that may only go to as many images, or to fewer.
struct HallSet {
    std::vector<Narrowed> vertices{};
    std::span<const std::uint16_t> images{};
};

/// The entries of a record. The last is `branched`, `nothing_left` or `too_few`.
enum class Told : std::uint16_t {
    end,           ///< end of the record
    image,         ///< a vertex had one image left, and got it: an event of the trail
    hall_set,      ///< others may not go to these images: an event of the trail
    nothing_left,  ///< a vertex has no image left
    too_few,       ///< a set of vertices has fewer images than vertices
    branched,      ///< the children are the images that a vertex has left
};

/// Appends a number to a record.
inline void put(std::vector<std::uint16_t>& record, std::size_t number) {
    record.push_back(static_cast<std::uint16_t>(number));
}
inline void put(std::vector<std::uint16_t>& record, Told what) {
    put(record, static_cast<std::size_t>(what));
}

/// Reads a record. Throws std::logic_error if it ends too soon.
class RecordReader {
  public:
    explicit RecordReader(std::span<const std::uint16_t> numbers) : left_(numbers) {}

    Told what() { return left_.empty() ? Told::end : static_cast<Told>(number()); }
    std::size_t number() { return numbers(1)[0]; }
    Narrowed narrowed() {
        const std::size_t p = number();
        return {p, numbers(number())};
    }
    HallSet hall_set() {
        HallSet set;
        const std::size_t vertices = number();
        const std::size_t images = number();
        for (std::size_t i = 0; i < vertices; ++i) set.vertices.push_back(narrowed());
        set.images = numbers(images);
        return set;
    }

  private:
    std::span<const std::uint16_t> numbers(std::size_t count) {
        if (count > left_.size()) throw std::logic_error("the log of a search breaks off; this is a defect of Scrump");
        const auto first = left_.first(count);
        left_ = left_.subspan(count);
        return first;
    }

    std::span<const std::uint16_t> left_;
};

}  // namespace scrump::sip
