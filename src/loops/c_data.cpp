#include "c_data.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/data.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

using Range = ChunkRule::Range;

// Bytes of stolen iterations, and of their results, as far as these are known.
struct StolenBytes {
    std::uint64_t count = 0;
    Bytes data{};
    Bytes results{};
};

StolenBytes& bytes_of(const StolenData& stolen) {
    return *static_cast<StolenBytes*>(stolen.data.get());
}

// Data with a given number of bytes for each iteration, wherever these lie.
class Plain : public CData {
  public:
    explicit Plain(std::size_t bytes) : bytes_(bytes) {}

    LoopPart part(std::uint64_t size) override {
        LoopPart made;
        made.size = size;
        made.pack = [this](Range range, const StolenData* stolen) {
            if (stolen == nullptr) return data(range);
            StolenBytes& bytes = bytes_of(*stolen);
            return extract(bytes.data, bytes.count, range);
        };
        made.unpack = [this](Range range, Bytes bytes) {
            expect_size(bytes.size(), static_cast<std::size_t>(range.size()) * bytes_);
            StolenBytes stolen{.count = range.size(), .data = std::move(bytes)};
            stolen.results.resize(stolen.data.size());
            return StolenData{.data = std::make_shared<StolenBytes>(std::move(stolen)), .first = range.first};
        };
        made.results = [this](Range range, const StolenData& stolen) {
            StolenBytes& bytes = bytes_of(stolen);
            return extract(bytes.results, bytes.count, range);
        };
        made.put = [this](Range range, const Bytes& bytes) { put_results(range, bytes); };
        made.keep = [](unsigned, Range, const StolenData&) {};
        return made;
    }

    std::uint64_t room(std::uint64_t own) const override { return own; }

    std::uint64_t bring(const StolenData& stolen, Range place) override {
        const Range here{0, place.size()};
        own_data_ = data(here);
        own_results_ = results(here);
        StolenBytes& bytes = bytes_of(stolen);
        put_data(here, extract(bytes.data, bytes.count, place));
        return 0;
    }
    void take_back(const StolenData& stolen, Range place) override {
        const Range here{0, place.size()};
        StolenBytes& bytes = bytes_of(stolen);
        insert(results(here), bytes.results, bytes.count, place);
        put_data(here, own_data_);
        put_results(here, own_results_);
    }
    void* objects(const StolenData* /*stolen*/) override { return base(); }

  protected:
    virtual void* base() = 0;
    virtual Bytes data(Range range) = 0;
    virtual Bytes results(Range range) = 0;
    virtual void put_data(Range range, const Bytes& bytes) = 0;
    virtual void put_results(Range range, const Bytes& bytes) = 0;
    /// Consecutive iterations in the form in which they travel.
    virtual Bytes extract(Bytes& all, std::uint64_t count, Range place) = 0;
    virtual void insert(const Bytes& some, Bytes& all, std::uint64_t count, Range place) = 0;

    const std::size_t bytes_;  // of one iteration

  private:
    Bytes own_data_;  // while something stolen is in their place
    Bytes own_results_;
};

class Array final : public Plain {
  public:
    Array(void* data, void* results, ElementLayout element)
        : Plain(element.size()),
          data_(static_cast<char*>(data)),
          results_(results != nullptr ? static_cast<char*>(results) : data_),
          element_(std::move(element)),
          dense_(element_.is_dense()) {}

  private:
    void* base() override { return data_; }
    Bytes data(Range range) override { return gather(data_, range); }
    Bytes results(Range range) override { return gather(results_, range); }
    void put_data(Range range, const Bytes& bytes) override { scatter(bytes, data_, range); }
    void put_results(Range range, const Bytes& bytes) override {
        expect_size(bytes.size(), length(range));
        scatter(bytes, results_, range);
    }
    Bytes extract(Bytes& all, std::uint64_t /*count*/, Range place) override {
        return all.substr(offset(place), length(place));
    }
    void insert(const Bytes& some, Bytes& all, std::uint64_t /*count*/, Range place) override {
        all.replace(offset(place), length(place), some);
    }
    // As they travel: one directly behind the other.
    std::size_t offset(Range range) const { return static_cast<std::size_t>(range.first) * bytes_; }
    std::size_t length(Range range) const { return static_cast<std::size_t>(range.size()) * bytes_; }

    Bytes gather(const char* array, Range range) const {
        if (dense_) return Bytes(array + offset(range), length(range));
        Bytes bytes(length(range), '\0');
        char* to = bytes.data();
        for_each_run(range, [&](std::ptrdiff_t place, std::size_t size) { to = std::copy_n(array + place, size, to); });
        return bytes;
    }
    void scatter(const Bytes& bytes, char* array, Range range) const {
        if (dense_) {
            bytes.copy(array + offset(range), length(range));
            return;
        }
        const char* from = bytes.data();
        for_each_run(range, [&](std::ptrdiff_t place, std::size_t size) {
            std::copy_n(from, size, array + place);
            from += size;
        });
    }
    template <class Action>
    void for_each_run(Range range, const Action& action) const {
        for (std::uint64_t i = range.first; i < range.last; ++i) {
            const std::ptrdiff_t begin = static_cast<std::ptrdiff_t>(i) * element_.extent;
            for (const ElementLayout::Run& run : element_.runs) action(begin + run.offset, run.size);
        }
    }

    char* const data_;
    char* const results_;
    const ElementLayout element_;
    const bool dense_;
};

class Cube final : public Plain {
  public:
    // Along the last axis an iteration is as many bytes as an element has.
    Cube(char* data, std::array<std::size_t, 3> extents, std::size_t element, unsigned axis)
        : Plain(extents[0] * extents[1] * extents[2] * element / std::max<std::size_t>(extents[axis], 1)),
          data_(data),
          extents_{extents[0], extents[1], extents[2] * element},
          axis_(axis),
          steps_(axis == 2 ? element : 1) {}

  private:
    LoopSlabs<char> own() const { return {std::span(data_, extents_[0] * extents_[1] * extents_[2]), extents_, axis_}; }
    LoopSlabs<char> stolen(Bytes& all, std::uint64_t count) const {
        std::array<std::size_t, 3> extents = extents_;
        extents[axis_] = static_cast<std::size_t>(count * steps_);
        return {std::span(all.data(), all.size()), extents, axis_};
    }
    Range scaled(Range range) const { return {range.first * steps_, range.last * steps_}; }

    void* base() override { return data_; }
    Bytes data(Range range) override { return own().pack(scaled(range)); }
    Bytes results(Range range) override { return data(range); }
    void put_data(Range range, const Bytes& bytes) override { own().put(scaled(range), bytes); }
    void put_results(Range range, const Bytes& bytes) override { put_data(range, bytes); }
    Bytes extract(Bytes& all, std::uint64_t count, Range place) override {
        return stolen(all, count).pack(scaled(place));
    }
    void insert(const Bytes& some, Bytes& all, std::uint64_t count, Range place) override {
        stolen(all, count).put(scaled(place), some);
    }

    char* const data_;
    const std::array<std::size_t, 3> extents_;  // the last one in bytes
    const unsigned axis_;
    const std::uint64_t steps_;  // of that axis for an iteration
};

// A thief's objects are where the program made them.
class Objects final : public CData {
  public:
    Objects(void* data, CMap to_bytes, CMap from_bytes) : data_(data), to_bytes_(to_bytes), from_bytes_(from_bytes) {}

    LoopPart part(std::uint64_t size) override {
        LoopPart made;
        made.size = size;
        made.pack = [this](Range range, const StolenData* stolen) { return bytes(objects(stolen), range); };
        made.unpack = [this](Range range, Bytes bytes) {
            void* made_objects = nullptr;
            make({0, range.size()}, bytes, made_objects);
            if (made_objects == nullptr) throw Error("nMap has made no objects of the bytes of stolen iterations");
            return StolenData{.data = std::shared_ptr<void>(made_objects, [](void*) {}), .first = range.first};
        };
        made.results = [this](Range range, const StolenData& stolen) { return bytes(stolen.data.get(), range); };
        made.put = [this](Range range, Bytes bytes) {
            void* own = data_;
            make(range, bytes, own);
        };
        made.keep = [](unsigned, Range, const StolenData&) {};
        return made;
    }
    std::uint64_t room(std::uint64_t /*own*/) const override { return 0; }  // any number
    std::uint64_t bring(const StolenData& /*stolen*/, Range place) override { return place.first; }
    void take_back(const StolenData& /*stolen*/, Range /*place*/) override {}
    void* objects(const StolenData* stolen) override { return stolen == nullptr ? data_ : stolen->data.get(); }

  private:
    // Room for a handle of any MPI's type, which nobody looks at.
    using AnyType = std::array<void*, 2>;

    Bytes bytes(void* objects, Range range) {
        AnyType type{};
        void* out = nullptr;
        int length = 0;
        to_bytes_(objects, static_cast<int>(range.first), static_cast<int>(range.last), static_cast<void*>(&type), &out,
                  &length);
        if (out == nullptr || length < 0) throw Error("dMap has made no bytes of a chunk's objects");
        return Bytes(static_cast<const char*>(out), static_cast<std::size_t>(length));
    }
    void make(Range range, Bytes& bytes, void*& objects) {
        AnyType type{};
        int length = static_cast<int>(bytes.size());
        from_bytes_(bytes.data(), static_cast<int>(range.first), static_cast<int>(range.last),
                    static_cast<void*>(&type), &objects, &length);
    }

    void* const data_;
    const CMap to_bytes_;
    const CMap from_bytes_;
};

}  // namespace

std::unique_ptr<CData> make_array(void* data, void* results, const ElementLayout& element) {
    if (element.extent <= 0 && !element.runs.empty()) {
        throw UsageError("the extent of the datatype of the data is " + std::to_string(element.extent) +
                         " bytes: expected a positive one, for the element of the next iteration lies behind it");
    }
    return std::make_unique<Array>(data, results, element);
}

std::unique_ptr<CData> make_cube(void* data, int x, int y, int z, const ElementLayout& element, int axis) {
    if (x < 0 || y < 0 || z < 0) throw UsageError("an extent of the cube is negative: expected at least 0");
    if (axis < 0 || axis > 2) throw UsageError("the axes of a cube are 0, 1 and 2, not " + std::to_string(axis));
    const auto reaches_beyond = [&](const ElementLayout::Run& run) {
        return run.offset < 0 || run.offset + static_cast<std::ptrdiff_t>(run.size) > element.extent;
    };
    if (std::ranges::any_of(element.runs, reaches_beyond)) {
        throw UsageError("the datatype of a cube has bytes beyond its extent of " + std::to_string(element.extent) +
                         " bytes: expected elements that lie one behind the other");
    }
    return std::make_unique<Cube>(
        static_cast<char*>(data),
        std::array{static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z)},
        static_cast<std::size_t>(element.extent), static_cast<unsigned>(axis));
}

std::unique_ptr<CData> make_objects(void* data, CMap to_bytes, CMap from_bytes) {
    if (to_bytes == nullptr || from_bytes == nullptr) throw UsageError("objects need a dMap and an nMap");
    return std::make_unique<Objects>(data, to_bytes, from_bytes);
}

}  // namespace scrump::detail
