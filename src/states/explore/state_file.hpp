#pragma once
// The states of an exploration in a file, at the end of a level, from which it can be resumed: all of them in the order
// in which they were found, those of the last level at the end, each with the one from which it was found.
//
//     8 bytes   "SCRUMPST"
//     u32       version of the format: 1
//     u32       0x01020304, in the byte order of the machine, as all numbers
//     blocks    u64 length in bytes, the bytes, u64 checksum of these
//
// The first block is the header; the others are states: the number of the previous one on its path, counted from 0, or
// 2^64 - 1 for initial ones, which come first; if states have different numbers of words, that number; and the words.
//
// That of an exploration on disk begins with "SCRUMPSD". It has no numbers of previous states, and within a level
// states are in the order of their records (state_records.hpp).

#include <scrump/net/codec.hpp>
#include <scrump/states/explore/detail/any_model.hpp>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

struct StateFileHeader {
    std::string model{};                  ///< name given by the user
    std::uint64_t width = 1;              ///< number of words of each state; 0: varies
    std::vector<std::uint64_t> levels{};  ///< number of states of each level; the last one is not expanded
    std::uint64_t transitions = 0;        ///< number of transitions from those before
    std::uint64_t deadlocks = 0;          ///< likewise

    std::uint64_t states() const;
    std::uint64_t waiting() const { return levels.empty() ? 0 : levels.back(); }

    /// What is wrong if the model has these transitions and deadlocks.
    std::string mismatch(std::uint64_t model_transitions, std::uint64_t model_deadlocks) const;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(model, width, levels, transitions, deadlocks);
    }
};

/// What stands in the file with each state.
enum class StateFileKind : std::uint8_t {
    with_parents,  ///< the one from which it was found
    of_levels,     ///< nothing: the states of each level are sorted
};

/// The parent of an initial state.
inline constexpr std::uint64_t no_parent = ~std::uint64_t{0};

class StateFileWriter {
  public:
    StateFileWriter(std::ostream& to, const StateFileHeader& header, StateFileKind kind = StateFileKind::with_parents);

    /// Without parents, that of the state is left out.
    void add(std::uint64_t parent, StateWordsSpan state);
    /// To be called at the end.
    void finish() {
        if (!block_.empty()) write_block();
    }

  private:
    void write_block();

    std::ostream& to_;
    const StateFileKind kind_;
    const std::uint64_t width_;
    std::vector<std::uint64_t> block_;
};

class StateFileReader {
  public:
    /// Throws Error that names the file if it cannot be read, is not such a file, or is damaged: here or in next().
    explicit StateFileReader(const std::string& path, StateFileKind kind = StateFileKind::with_parents);
    /// The same for data from elsewhere: their size in bytes, and a name for messages.
    StateFileReader(std::unique_ptr<std::istream> from, std::uint64_t size, std::string name,
                    StateFileKind kind = StateFileKind::with_parents);

    const StateFileHeader& header() const { return header_; }
    /// The next state, whose words are valid until the next call. Returns false when all were read.
    bool next(std::uint64_t& parent, StateWordsSpan& state);

    /// Fails unless it is of this model, whose states have this width.
    void check(const std::string& model, std::size_t width) const;
    [[noreturn]] void fail(const std::string& what) const;

  private:
    void check_beginning(const std::string& beginning) const;
    std::string read_block();
    std::uint64_t read_number();

    const std::string name_;
    const StateFileKind kind_;
    std::unique_ptr<std::istream> from_;
    std::uint64_t left_;  // in bytes
    StateFileHeader header_;
    std::vector<std::uint64_t> block_;
    std::size_t at_ = 0;
    std::uint64_t read_ = 0;  // number of states
};

}  // namespace scrump::detail
