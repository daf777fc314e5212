#pragma once
// The place of a state in a table, and the result of looking for it.

#include <compare>
#include <cstddef>
#include <cstdint>

namespace scrump {

/// The place of a state: 64 bits, the same in all localities, by which the state can be read again; programs may store
/// it, for example as the predecessor of another state. It is valid until the table is cleared; that of a state that
/// lies in its bucket (TableOptions::state_words is 0) also only until the table grows.
class Place {
  public:
    /// No place.
    constexpr Place() = default;
    /// The place whose as_number() this is.
    explicit constexpr Place(std::uint64_t number) : bits_(number) {}
    /// `words` is 0 for the bucket of that index; otherwise it is the number of words from that index on.
    constexpr Place(unsigned owner, std::size_t words, std::size_t index)
        : bits_(std::uint64_t{owner} << 48U | std::uint64_t{words} << 36U | index) {}

    /// Whether there is a place.
    explicit constexpr operator bool() const { return bits_ != nowhere; }
    /// The locality where the state is.
    constexpr unsigned owner() const { return static_cast<unsigned>(bits_ >> 48U); }
    /// Number of words of the state; 0 if it lies in its bucket.
    constexpr std::size_t words() const { return (bits_ >> 36U) & max_words; }
    /// Index of the bucket, or of the state's first word.
    constexpr std::size_t index() const { return bits_ & max_index; }
    /// Number to be stored or sent.
    constexpr std::uint64_t as_number() const { return bits_; }

    /// Order by locality.
    constexpr auto operator<=>(const Place&) const = default;

    /// Largest number of localities.
    static constexpr unsigned max_owners = (1U << 16U) - 1;
    /// Largest number of words of a state.
    static constexpr std::size_t max_words = (1U << 12U) - 1;
    /// Largest index in a locality.
    static constexpr std::size_t max_index = (std::size_t{1} << 36U) - 1;

  private:
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

    std::uint64_t bits_ = nowhere;
};

/// Outcome of find_or_put() or find().
enum class TableOutcome : std::uint8_t {
    found,     ///< the state was already there
    inserted,  ///< the state was not there, and is now
    absent,    ///< the state is not there: of find() alone
    full,      ///< the state is not there, and there is no room within reach; also if the run ends before that is known
};

/// The outcome, with the place of a state that was found or inserted.
struct TableResult {
    TableOutcome outcome = TableOutcome::full;  ///< outcome
    Place place{};                              ///< place of the state
};

}  // namespace scrump
