#pragma once
// The data of a loop, of which each locality has a part, as a loop needs them to send some of them to a thief, and to
// bring back the results. Each type here is a view; programs may have others (LoopData).

#include <scrump/base/error.hpp>
#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/detail/received_elements.hpp>
#include <scrump/net/codec.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// A view of a locality's data. Each locality counts its iterations from 0. `pack` returns the data that a thief needs
/// for some iterations; `unpack` makes a part of the thief's own from these (its iterations count from 0, too), whose
/// `view()` is again such a view. There `results` returns the results, which `put` stores at their origin. Large bytes
/// are sent without a copy if they were made with `room_for_more`. A body gets the result of `elements` for a chunk,
/// and the LoopChunk& if it takes one; or, if there is a `call(body, elements, place, index)` that takes the body, the
/// arguments that this passes for one iteration.
template <class D>
concept LoopData = requires(const D& data, ChunkRule::Range range, Bytes bytes) {
    { data.size() } -> std::convertible_to<std::uint64_t>;
    data.elements(range);
    { data.pack(range) } -> std::same_as<Bytes>;
    { data.results(range) } -> std::same_as<Bytes>;
    data.put(range, bytes);
    data.unpack(range.first, bytes);
    { data.unpack(range.first, bytes).view() } -> std::same_as<D>;
};

namespace detail {

template <class T>
std::span<T> part_of(std::span<T> all, ChunkRule::Range range) {
    return all.subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.size()));
}
template <class T>
void append_bytes(Bytes& to, std::span<T> values) {
    to.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
template <class T>
Bytes bytes_of(std::span<T> values) {
    Bytes bytes;
    bytes.reserve(values.size_bytes() + room_for_more);
    append_bytes(bytes, values);
    return bytes;
}
template <class T>
void copy_bytes(const Bytes& from, std::span<T> to) {
    expect_size(from.size(), to.size_bytes());
    if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
}

}  // namespace detail

/// Elements of an array, one per iteration, that the body changes in place. Its body gets a std::span<T> of a chunk's
/// elements, or one element at a time as `T&`, with its number if it takes one.
template <class T>
requires std::is_trivially_copyable_v<T>
class LoopElements {
  public:
    /// A view of this locality's elements.
    explicit LoopElements(std::span<T> own) : own_(own) {}

    /// The data at a thief.
    class Stolen {
      public:
        /// Makes the data of `count` elements.
        Stolen(std::size_t count, Bytes bytes) : elements_(count, std::move(bytes)) {}
        /// The view that the thief's workers use.
        LoopElements view() { return LoopElements(elements_.elements()); }

      private:
        detail::ReceivedElements<T> elements_;
    };

    /// See LoopData.
    std::uint64_t size() const { return own_.size(); }
    /// See LoopData.
    std::span<T> elements(ChunkRule::Range range) const { return detail::part_of(own_, range); }
    /// See LoopData.
    Bytes pack(ChunkRule::Range range) const { return detail::bytes_of(elements(range)); }
    /// See LoopData.
    Bytes results(ChunkRule::Range range) const { return pack(range); }
    /// See LoopData.
    void put(ChunkRule::Range range, const Bytes& results) const { detail::copy_bytes(results, elements(range)); }
    /// See LoopData.
    Stolen unpack(std::uint64_t count, Bytes bytes) const {
        return Stolen(static_cast<std::size_t>(count), std::move(bytes));
    }

    /// Calls a body for one element, number `index` of its owner.
    template <class Body>
    requires(std::invocable<const Body&, T&> ||
             std::invocable<const Body&, T&, std::uint64_t>) static void call(const Body& body, std::span<T> elements,
                                                                              std::size_t place, std::uint64_t index) {
        if constexpr (std::invocable<const Body&, T&, std::uint64_t>) {
            body(elements[place], index);
        } else {
            body(elements[place]);
        }
    }

  private:
    std::span<T> own_;
};

/// Elements of one array that are read, and of another one, of the same length, that is written. Only the first travels
/// to a thief, only the second back. Its body gets both spans of a chunk, as a Both, or `(const T&, R&)`, with a number
/// if it takes one.
template <class T, class R>
requires(std::is_trivially_copyable_v<T>&& std::is_trivially_copyable_v<R>) class LoopElementsInto {
  public:
    /// A view of this locality's elements. Throws UsageError if the spans differ in length.
    LoopElementsInto(std::span<const T> in, std::span<R> out) : in_(in), out_(out) {
        if (in.size() != out.size()) throw UsageError("a loop reads as many elements as it writes");
    }

    /// Elements of a chunk.
    struct Both {
        std::span<const T> in;  ///< elements to be read
        std::span<R> out;       ///< elements to be written
    };

    /// The data at a thief.
    class Stolen {
      public:
        /// Makes the data of `count` elements.
        Stolen(std::size_t count, Bytes bytes) : in_(count, std::move(bytes)), out_(count) {}
        /// The view that the thief's workers use.
        LoopElementsInto view() { return LoopElementsInto(in_.elements(), out_); }

      private:
        detail::ReceivedElements<T> in_;
        std::vector<R> out_;
    };

    /// See LoopData.
    std::uint64_t size() const { return in_.size(); }
    /// See LoopData.
    Both elements(ChunkRule::Range range) const { return {detail::part_of(in_, range), detail::part_of(out_, range)}; }
    /// See LoopData.
    Bytes pack(ChunkRule::Range range) const { return detail::bytes_of(detail::part_of(in_, range)); }
    /// See LoopData.
    Bytes results(ChunkRule::Range range) const { return detail::bytes_of(detail::part_of(out_, range)); }
    /// See LoopData.
    void put(ChunkRule::Range range, const Bytes& results) const {
        detail::copy_bytes(results, detail::part_of(out_, range));
    }
    /// See LoopData.
    Stolen unpack(std::uint64_t count, Bytes bytes) const {
        return Stolen(static_cast<std::size_t>(count), std::move(bytes));
    }

    /// Calls a body for one element, number `index` of its owner.
    template <class Body>
    requires(std::invocable<const Body&, const T&, R&> ||
             std::invocable<const Body&, const T&, R&, std::uint64_t>) static void call(const Body& body,
                                                                                        const Both& elements,
                                                                                        std::size_t place,
                                                                                        std::uint64_t index) {
        if constexpr (std::invocable<const Body&, const T&, R&, std::uint64_t>) {
            body(elements.in[place], elements.out[place], index);
        } else {
            body(elements.in[place], elements.out[place]);
        }
    }

  private:
    std::span<const T> in_;
    std::span<R> out_;
};

/// Some slices of a three-dimensional array, whose last index moves fastest. Positions count from 0 up to but not
/// including `extents`: along the axis of a loop from the first slice, `LoopChunk::first()` in the owner's array, along
/// the others as in that array. A thief has these slices alone.
template <class T>
struct Slab {
    T* first = nullptr;                    ///< element (0, 0, 0)
    std::array<std::size_t, 3> extents{};  ///< length of each axis
    std::array<std::size_t, 3> strides{};  ///< distance between neighbours along each axis, in elements

    /// Element at a position.
    T& operator()(std::size_t x, std::size_t y, std::size_t z) const {
        return first[x * strides[0] + y * strides[1] + z * strides[2]];
    }
};

/// A three-dimensional array, last index fastest, whose slices along one axis are the iterations, changed in place. Its
/// body gets a Slab<T> of a chunk's slices, or one slice at a time, with its number if it takes one.
template <class T>
requires std::is_trivially_copyable_v<T>
class LoopSlabs {
  public:
    /// A view of this locality's array. Throws UsageError if the number of its elements is not that of the extents, or
    /// if the axis does not exist.
    LoopSlabs(std::span<T> own, std::array<std::size_t, 3> extents, unsigned axis)
        : own_(own), extents_(extents), axis_(axis) {
        if (axis > 2) throw UsageError("the axes of an array are 0, 1 and 2, not " + std::to_string(axis));
        if (extents[0] * extents[1] * extents[2] != own.size())
            throw UsageError("the extents of an array do not match its number of elements");
    }

    /// The data at a thief.
    class Stolen {
      public:
        /// Makes a copy of the slices, without their surroundings.
        Stolen(std::array<std::size_t, 3> extents, unsigned axis, Bytes bytes)
            : elements_(extents[0] * extents[1] * extents[2], std::move(bytes)), extents_(extents), axis_(axis) {}
        /// The view that the thief's workers use.
        LoopSlabs view() { return LoopSlabs(elements_.elements(), extents_, axis_); }

      private:
        detail::ReceivedElements<T> elements_;
        std::array<std::size_t, 3> extents_;
        unsigned axis_;
    };

    /// See LoopData.
    std::uint64_t size() const { return extents_[axis_]; }
    /// See LoopData.
    Slab<T> elements(ChunkRule::Range range) const {
        Slab<T> slab{own_.data(), extents_, {extents_[1] * extents_[2], extents_[2], 1}};
        slab.first += static_cast<std::size_t>(range.first) * slab.strides[axis_];
        slab.extents[axis_] = static_cast<std::size_t>(range.size());
        return slab;
    }
    /// See LoopData.
    Bytes pack(ChunkRule::Range range) const {
        Bytes bytes;
        const Slab<T> slab = elements(range);
        bytes.reserve(slab.extents[0] * slab.extents[1] * slab.extents[2] * sizeof(T) + room_for_more);
        for_each_row(slab, [&](std::span<T> row) { detail::append_bytes(bytes, row); });
        return bytes;
    }
    /// See LoopData.
    Bytes results(ChunkRule::Range range) const { return pack(range); }
    /// See LoopData.
    void put(ChunkRule::Range range, const Bytes& results) const {
        const Slab<T> slab = elements(range);
        detail::expect_size(results.size(), slab.extents[0] * slab.extents[1] * slab.extents[2] * sizeof(T));
        const char* from = results.data();
        for_each_row(slab, [&](std::span<T> row) {
            if (!row.empty()) std::memcpy(row.data(), from, row.size_bytes());
            from += row.size_bytes();
        });
    }
    /// See LoopData.
    Stolen unpack(std::uint64_t count, Bytes bytes) const {
        std::array<std::size_t, 3> extents = extents_;
        extents[axis_] = static_cast<std::size_t>(count);
        return Stolen(extents, axis_, std::move(bytes));
    }

    /// Calls a body for one slice, number `index` of its owner.
    template <class Body>
    requires(std::invocable<const Body&, const Slab<T>&, std::uint64_t>) void call(const Body& body, Slab<T> slab,
                                                                                   std::size_t place,
                                                                                   std::uint64_t index) const {
        slab.first += place * slab.strides[axis_];
        slab.extents[axis_] = 1;
        body(slab, index);
    }

  private:
    template <class Action>
    static void for_each_row(const Slab<T>& slab, const Action& action) {
        for (std::size_t x = 0; x < slab.extents[0]; ++x) {
            for (std::size_t y = 0; y < slab.extents[1]; ++y) action(std::span<T>(&slab(x, y, 0), slab.extents[2]));
        }
    }

    std::span<T> own_;
    std::array<std::size_t, 3> extents_;
    unsigned axis_;
};

/// Objects of any type that can travel (net/codec.hpp), one per iteration, changed in place. Its body gets a
/// std::span<T> of a chunk's objects, or one at a time as `T&`, with its number if it takes one.
template <Transferable T>
class LoopObjects {
  public:
    /// A view of this locality's objects.
    explicit LoopObjects(std::span<T> own) : own_(own) {}

    /// The data at a thief.
    class Stolen {
      public:
        /// Makes the data of these objects.
        explicit Stolen(std::vector<T> objects) : objects_(std::move(objects)) {}
        /// The view that the thief's workers use.
        LoopObjects view() { return LoopObjects(objects_); }

      private:
        std::vector<T> objects_;
    };

    /// See LoopData.
    std::uint64_t size() const { return own_.size(); }
    /// See LoopData.
    std::span<T> elements(ChunkRule::Range range) const { return detail::part_of(own_, range); }
    /// See LoopData.
    Bytes pack(ChunkRule::Range range) const {
        Encoder to;
        for (const T& object : elements(range)) to.put(object);
        return to.take();
    }
    /// See LoopData.
    Bytes results(ChunkRule::Range range) const { return pack(range); }
    /// See LoopData.
    void put(ChunkRule::Range range, Bytes results) const {
        Decoder from(std::move(results));
        for (T& object : elements(range)) object = from.get<T>();
        detail::expect_size(from.left(), 0);
    }
    /// See LoopData.
    Stolen unpack(std::uint64_t count, Bytes bytes) const {
        std::vector<T> objects(static_cast<std::size_t>(count));
        LoopObjects(objects).put({0, count}, std::move(bytes));
        return Stolen(std::move(objects));
    }

    /// Calls a body for one object, number `index` of its owner.
    template <class Body>
    requires(std::invocable<const Body&, T&> ||
             std::invocable<const Body&, T&, std::uint64_t>) static void call(const Body& body, std::span<T> objects,
                                                                              std::size_t place, std::uint64_t index) {
        if constexpr (std::invocable<const Body&, T&, std::uint64_t>) {
            body(objects[place], index);
        } else {
            body(objects[place]);
        }
    }

  private:
    std::span<T> own_;
};

}  // namespace scrump
