#pragma once
// A model with states of any type, in the form for an exploration: words. The part that knows the user's types is
// model_of.hpp; everything else is compiled once, in the library. None of this is called for each transition, and
// expand() once for each state.

#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

/// A state as words: see state_words.hpp.
using StateWordsSpan = std::span<const std::uint64_t>;

/// The result of checking a state.
struct StateVerdict {
    FindingKind kind = FindingKind::goal;
    std::uint64_t invariant = 0;  ///< number of a violated invariant
};

class AnyModel {
  public:
    AnyModel() = default;
    AnyModel(const AnyModel&) = delete;
    AnyModel& operator=(const AnyModel&) = delete;
    virtual ~AnyModel() = default;

    /// Number of words of each state; 0: varies.
    virtual std::size_t width() const = 0;
    /// Appends the initial states.
    virtual void put_initial(StateBuffer& to) const = 0;
    /// Appends the successors of a state.
    virtual void expand(StateWordsSpan state, StateBuffer& to) const = 0;

    /// Whether new states are to be checked.
    virtual bool looks() const = 0;
    /// Checks a state; raises figures.
    virtual std::optional<StateVerdict> look(StateWordsSpan state, std::span<std::uint64_t> greatest) const = 0;
    /// Number of figures.
    virtual std::size_t figures() const = 0;
    virtual bool no_deadlocks() const = 0;

    /// Whether states are representatives of those that are alike.
    virtual bool has_symmetry() const = 0;
    /// Throws UsageError if this state, which is a representative, has another one.
    virtual void check_representative(StateWordsSpan state) const = 0;
};

/// A finding, in words.
struct FoundState {
    StateVerdict verdict;
    /// Path to the state, which is the last; only the state if no paths are kept.
    std::vector<std::vector<std::uint64_t>> path;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(verdict, path);
    }
};

}  // namespace scrump::detail
