#pragma once
// Models that others have compiled: shared objects that speak LTSmin's interface PINS (Blom, van de Pol, Weber, LTSmin:
// distributed and symbolic reachability, CAV 2010), and those that SpinS makes of Promela and DiVinE 2 of DVE for
// LTSmin. A state is a vector of whole numbers, its slots.
//
// Loading a model runs code of its file, and so does exploring it. Functions of the first kind of models call functions
// of their host: a program that loads them has to export those (-rdynamic, or ENABLE_EXPORTS in CMake).

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::pins {

namespace detail {
struct Host;
struct TransitionInfo;
}  // namespace detail

/// The numbers in the slots, slot by slot, seven bits per byte, the lowest first (LEB128), and 2n or -2n - 1 for the
/// number n: a byte for each small number.
using State = std::vector<std::uint8_t>;
using StateSpan = std::span<const std::uint8_t>;

/// Whether the contents of a file are those of an object in ELF.
bool begins_as_elf(std::string_view contents);
/// Whether they are those of a compiled model that could be loaded here.
bool is_model(std::string_view contents);

/// Transitions of one group, or with one of these labels.
struct TransitionSet {
    /// A value of a label of edges.
    struct Labelled {
        std::size_t label = 0;   ///< number of the label
        std::int32_t value = 0;  ///< its value
    };

    std::optional<int> group{};
    std::vector<Labelled> labelled{};
};

/// A compiled model. Its functions are called by several threads at once.
class Model {
  public:
    /// Loads the file and runs its initialisation. It stays loaded until the process ends. Throws Error, with the name
    /// of the file, if it is not a compiled model of this machine, cannot be loaded, or does not say what it has to.
    explicit Model(const std::string& file);

    /// The name that it gives itself; may be empty.
    const std::string& name() const { return name_; }
    /// What it speaks: "PINS", "SpinS" or "DiVinE".
    const char* interface() const { return interface_; }
    /// A digest of the file, by which processes see that they have loaded the same.
    const std::string& digest() const { return digest_; }
    /// Names of the slots of a state, of the groups of transitions by number, and of the labels of states and edges.
    const std::vector<std::string>& slots() const { return slots_; }
    std::size_t groups() const;
    const std::vector<std::string>& state_labels() const { return state_labels_; }
    const std::vector<std::string>& edge_labels() const { return edge_labels_; }

    State initial() const;
    /// Yields the states after one transition. Throws Error if the model stops or changes the names of its values.
    template <class Yield>
    void successors(StateSpan state, const Yield& yield) const {
        for_each_transition(state, [&](StateSpan next, const detail::TransitionInfo* /*info*/) { yield(next); });
    }

    /// The transitions that are called so: `group 3`, or those with a label whose value has this text. Throws
    /// UsageError if there are none.
    TransitionSet transitions_named(std::string_view name) const;
    /// Whether one of these transitions leaves a state.
    bool is_enabled(const TransitionSet& transitions, StateSpan state) const;
    /// Whether one of them leads from one state to the other.
    bool leads(const TransitionSet& transitions, StateSpan from, StateSpan to) const;

    /// Value of a label of states, by number.
    std::int32_t label(std::size_t label, StateSpan state) const;
    /// Number of the label with that name. Throws UsageError if there is none.
    std::size_t label_named(std::string_view name) const;

    /// The number of a value of a slot that the model shows by that text, as to_string() does; none if it is a number,
    /// or not known at the start.
    std::optional<std::int32_t> value_named(std::size_t slot, std::string_view text) const;
    /// The numbers in the slots. Throws Error for bytes that are not a state of this model.
    std::vector<std::int32_t> values(StateSpan state) const;
    static State state_of(std::span<const std::int32_t> values);
    /// One line: "turn=1, a=waiting".
    std::string to_string(StateSpan state) const;
    /// The labels of a transition that leads from one state to the other, or its group; empty if there is none.
    std::string step_between(StateSpan from, StateSpan to) const;

  private:
    using Take = std::function<void(StateSpan next, const detail::TransitionInfo* info)>;
    void for_each_transition(StateSpan state, const Take& take) const;
    bool is_in(const TransitionSet& transitions, const detail::TransitionInfo* info) const;
    std::optional<std::int32_t> value_named_in(int type, std::string_view text) const;
    void check() const;

    detail::Host* host_;
    std::string name_;
    const char* interface_ = "";
    std::string file_;
    std::string digest_;
    std::vector<std::string> slots_;
    std::vector<std::string> state_labels_;
    std::vector<std::string> edge_labels_;
};

}  // namespace scrump::pins
