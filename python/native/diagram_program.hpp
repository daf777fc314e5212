#pragma once
// A running program on decision diagrams that is written in Python, and the functions that Python holds.
//
// Python may release a function at any time and on any thread, and keep it longer than the program lasts. So the
// program has all of them, and Python holds places among these: a released place is emptied when the program's own
// thread works on diagrams again, and all are when the program ends.

#include "lock.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/diagrams.hpp>

#include <nanobind/nanobind.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::python {

namespace nb = nanobind;

class DiagramProgram;

/// Throws UsageError if these are two programs.
void expect_same(const std::shared_ptr<DiagramProgram>& one, const std::shared_ptr<DiagramProgram>& other);

/// The diagrams of a kind that Python holds, by their places.
template <class Kind>
class KeptDiagrams {
  public:
    using Place = std::uint32_t;

    Place keep(Kind diagram) {
        if (free_.empty()) {
            kept_.push_back(std::move(diagram));
            return static_cast<Place>(kept_.size() - 1);
        }
        const Place place = free_.back();
        free_.pop_back();
        kept_[place] = std::move(diagram);
        return place;
    }
    /// Its place is emptied later.
    void drop(Place place) noexcept { dropped_.push_back(place); }
    void empty_dropped() {
        for (const Place place : dropped_) {
            kept_[place] = Kind();
            free_.push_back(place);
        }
        dropped_.clear();
    }
    void clear() { kept_.clear(); }
    const Kind& operator[](Place place) const { return kept_[place]; }

  private:
    std::vector<Kind> kept_;
    std::vector<Place> free_;
    std::vector<Place> dropped_;
};

/// Python's lock must be held in all members.
class DiagramProgram {
  public:
    /// `options` has the limits of the program, which fast operations do not check themselves.
    explicit DiagramProgram(const TaskOptions& options);

    /// The program runs on this thread.
    void begin(Diagrams& diagrams);
    /// The program has ended: functions that are still held are invalid.
    void end();

    /// Throws UsageError if the program has ended, and on other threads than its own; throws what stopped it, if
    /// anything.
    Diagrams& use();
    bool runs() const { return diagrams_ != nullptr; }

    template <class Kind>
    KeptDiagrams<Kind>& kept() {
        return std::get<KeptDiagrams<Kind>>(kept_);
    }

    /// Works on diagrams while other threads of Python may run.
    template <class Operation>
    auto carry_out(const Operation& operation) {
        use();
        try {
            const WithoutPython others;
            return operation();
        } catch (const std::exception&) {
            throw;
        } catch (...) {  // the computation is to end
            stopped_ = std::current_exception();
        }
        raise_stopped();
    }
    /// Whether it must end, and with which status.
    std::optional<Status> is_to_end() const;
    /// Throws what stopped it, which Python must not see, if anything.
    void rethrow() const {
        if (stopped_) std::rethrow_exception(stopped_);
    }

  private:
    // As an exception that Python programs do not catch by mistake.
    [[noreturn]] static void raise_stopped();

    const std::stop_token stop_;
    const std::optional<Clock::time_point> until_;
    Diagrams* diagrams_ = nullptr;
    std::thread::id thread_;
    std::tuple<KeptDiagrams<Bdd>, KeptDiagrams<Zdd>, KeptDiagrams<Mtbdd<std::int64_t>>, KeptDiagrams<Mtbdd<double>>>
        kept_;
    std::exception_ptr stopped_;
};

/// A diagram that Python holds.
template <class Kind>
class HeldDiagram {
  public:
    HeldDiagram(std::shared_ptr<DiagramProgram> program, Kind diagram)
        : program_(std::move(program)), place_(program_->kept<Kind>().keep(std::move(diagram))) {}
    HeldDiagram(const HeldDiagram&) = delete;
    HeldDiagram(HeldDiagram&&) noexcept = default;
    HeldDiagram& operator=(const HeldDiagram&) = delete;
    HeldDiagram& operator=(HeldDiagram&&) = delete;
    ~HeldDiagram() {
        if (program_ && program_->runs()) program_->kept<Kind>().drop(place_);
    }

    /// Throws as DiagramProgram::use().
    const Kind& get() const {
        program_->use();
        return program_->kept<Kind>()[place_];
    }
    /// The same; also throws UsageError if it belongs to another program.
    const Kind& get_of(const std::shared_ptr<DiagramProgram>& program) const {
        expect_same(program, program_);
        return get();
    }
    const std::shared_ptr<DiagramProgram>& program() const { return program_; }

  private:
    std::shared_ptr<DiagramProgram> program_;
    typename KeptDiagrams<Kind>::Place place_;
};

using HeldBdd = HeldDiagram<Bdd>;
using HeldZdd = HeldDiagram<Zdd>;

/// An operation on one diagram, or its result.
template <class Kind, class Operation>
auto asked(const HeldDiagram<Kind>& held, const Operation& operation) {
    const Kind& diagram = held.get();
    return held.program()->carry_out([&] { return operation(diagram); });
}

/// The diagram that an operation on one makes.
template <class Kind, class Operation>
auto yielded(const HeldDiagram<Kind>& held, const Operation& operation) {
    auto made = asked(held, operation);
    return HeldDiagram<decltype(made)>(held.program(), std::move(made));
}

/// The diagram that an operation on two makes.
template <class Kind, class Other, class Operation>
auto yielded(const HeldDiagram<Kind>& held, const HeldDiagram<Other>& with, const Operation& operation) {
    const Other& other = with.get_of(held.program());
    return yielded(held, [&](const Kind& diagram) { return operation(diagram, other); });
}

/// The diagram that a program makes.
template <class Operation>
auto yielded(const std::shared_ptr<DiagramProgram>& program, const Operation& operation) {
    Diagrams& diagrams = program->use();
    auto made = program->carry_out([&] { return operation(diagrams); });
    return HeldDiagram<decltype(made)>(program, std::move(made));
}

/// Declares what diagrams of all kinds have.
template <class Kind>
void declare_comparisons(nb::class_<HeldDiagram<Kind>>& diagram) {
    using Held = HeldDiagram<Kind>;
    diagram
        .def(
            "__eq__", [](const Held& it, const Held& other) { return it.get() == other.get_of(it.program()); },
            nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"),
            "Whether both are the same; takes no time.")
        .def(
            "__ne__", [](const Held& it, const Held& other) { return !(it.get() == other.get_of(it.program())); },
            nb::is_operator(), nb::sig("def __ne__(self, arg: object, /) -> bool"))
        .def(
            "id", [](const Held& it) { return it.get().id(); },
            "A number that no other diagram of this kind has while this one is held.")
        .def(
            "nodes", [](const Held& it) { return asked(it, [](const Kind& all) { return all.nodes(); }); },
            "Number of nodes of the diagram, without constants.");
    diagram.attr("__hash__") = nb::none();  // equal diagrams are held by several objects
}

/// A value of Python as a T. `what` names it in errors. Throws TypeError for anything else.
template <class T>
const T& expect(nb::handle given, const char* what) {
    const T* found = nullptr;
    if (nb::try_cast(given, found) && found != nullptr) return *found;
    throw nb::type_error((std::string(nb::repr(given).c_str()) + " is not a " + what).c_str());
}

/// A function given by Python. Throws TypeError for anything else.
const HeldBdd& function_of(nb::handle given);
/// Variables given by Python: numbers, in any order. Throws UsageError for any other value.
std::vector<unsigned> variables_of(nb::handle given);
/// The cube of exactly these variables; or a cube itself. Throws UsageError for a function that is not a cube.
Bdd cube_of(const std::shared_ptr<DiagramProgram>& program, nb::handle given);

/// Declares DiagramProgram and run_diagrams.
void declare_diagram_program(nb::module_& module);
/// Declares Bdd and TransitionRelation.
void declare_bdd(nb::module_& module);
/// Declares Zdd.
void declare_zdd(nb::module_& module);
/// Declares both kinds of functions to numbers, and how a program makes them.
void declare_mtbdds(nb::module_& module, nb::class_<DiagramProgram>& program);

/// A relation between states and next states that Python holds.
struct HeldRelation {
    HeldBdd relation;
    HeldBdd cube;
};

}  // namespace scrump::python
