#pragma once
// A model whatever its states are: what an exploration sees, in words. What knows the user's types is model_of.hpp; all
// else is compiled once, in the library. None of this is called for a transition, and expand() once for a state.

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

/// What is wrong with a state, or right.
struct StateVerdict {
    FindingKind kind = FindingKind::goal;
    std::uint64_t invariant = 0;  ///< of a violation: which one
};

class AnyModel {
  public:
    AnyModel() = default;
    AnyModel(const AnyModel&) = delete;
    AnyModel& operator=(const AnyModel&) = delete;
    virtual ~AnyModel() = default;

    /// How many words each state has; 0: as each needs.
    virtual std::size_t width() const = 0;
    /// Appends the states in which it begins.
    virtual void put_initial(StateBuffer& to) const = 0;
    /// Appends the successors.
    virtual void expand(StateWordsSpan state, StateBuffer& to) const = 0;

    /// Whether states are looked at when they are new.
    virtual bool looks() const = 0;
    /// Looks at one; raises figures.
    virtual std::optional<StateVerdict> look(StateWordsSpan state, std::span<std::uint64_t> greatest) const = 0;
    /// How many figures there are.
    virtual std::size_t figures() const = 0;
    virtual bool no_deadlocks() const = 0;
};

/// What was found, as words.
struct FoundState {
    StateVerdict verdict;
    std::vector<std::vector<std::uint64_t>> path;  ///< to the state, which is the last; alone if no paths are kept

    template <class Archive>
    void serialize(Archive& archive) {
        archive(verdict, path);
    }
};

}  // namespace scrump::detail
