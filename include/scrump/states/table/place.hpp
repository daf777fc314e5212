#pragma once
// Where a state is in a table, and what came of looking for it.

#include <compare>
#include <cstddef>
#include <cstdint>

namespace scrump {

/// Where a state is: 64 bits, the same in all localities, by which it can be read again and which programs may keep,
/// say as the predecessor of another state. It holds until the table is cleared; that of a state that lies in its
/// bucket (TableOptions::state_words is 0) until the table grows, too.
class Place {
  public:
    /// Nowhere.
    constexpr Place() = default;
    /// Of what as_number() gave.
    explicit constexpr Place(std::uint64_t number) : bits_(number) {}
    /// `words` is 0 for the bucket of that index, else how many there are from that word on.
    constexpr Place(unsigned owner, std::size_t words, std::size_t index)
        : bits_(std::uint64_t{owner} << 48U | std::uint64_t{words} << 36U | index) {}

    /// Whether it is one.
    explicit constexpr operator bool() const { return bits_ != nowhere; }
    /// The locality where the state is.
    constexpr unsigned owner() const { return static_cast<unsigned>(bits_ >> 48U); }
    /// How many words a state has that does not lie in its bucket.
    constexpr std::size_t words() const { return (bits_ >> 36U) & most_words; }
    /// Of the bucket, or of the state's first word.
    constexpr std::size_t index() const { return bits_ & most_index; }
    /// To be kept or sent.
    constexpr std::uint64_t as_number() const { return bits_; }

    /// In the order of the localities.
    constexpr auto operator<=>(const Place&) const = default;

    /// What there is room for.
    static constexpr unsigned most_owners = (1U << 16U) - 1;
    /// Of a state.
    static constexpr std::size_t most_words = (1U << 12U) - 1;
    /// In a locality.
    static constexpr std::size_t most_index = (std::size_t{1} << 36U) - 1;

  private:
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

    std::uint64_t bits_ = nowhere;
};

/// What came of find_or_put() or find().
enum class TableOutcome : std::uint8_t {
    found,     ///< it is there already
    inserted,  ///< it was not, and is now
    absent,    ///< it is not there: of find() alone
    full,      ///< it is not there, and there is no room within reach; also where the run ends before that is known
};

/// With where the state is, if it is found or inserted.
struct TableResult {
    TableOutcome outcome = TableOutcome::full;  ///< what came of it
    Place place{};                              ///< where the state is
};

}  // namespace scrump
