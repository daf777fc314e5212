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
#include <thread>
#include <utility>
#include <vector>

namespace scrump::python {

namespace nb = nanobind;

/// Python's lock must be held in all members.
class DiagramProgram {
  public:
    using Place = std::uint32_t;

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

    Place keep(Bdd function);
    void drop(Place place) noexcept {
        if (runs()) dropped_.push_back(place);
    }
    const Bdd& operator[](Place place) const { return kept_[place]; }

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
    std::vector<Bdd> kept_;
    std::vector<Place> free_;
    std::vector<Place> dropped_;  // places to be emptied
    std::exception_ptr stopped_;
};

/// A function that Python holds.
class HeldBdd {
  public:
    HeldBdd(std::shared_ptr<DiagramProgram> program, Bdd function)
        : program_(std::move(program)), place_(program_->keep(std::move(function))) {}
    HeldBdd(const HeldBdd&) = delete;
    HeldBdd(HeldBdd&&) noexcept = default;
    HeldBdd& operator=(const HeldBdd&) = delete;
    HeldBdd& operator=(HeldBdd&&) = delete;
    ~HeldBdd() {
        if (program_) program_->drop(place_);
    }

    /// Throws as DiagramProgram::use().
    const Bdd& get() const {
        program_->use();
        return (*program_)[place_];
    }
    /// The same; also throws UsageError if it belongs to another program.
    const Bdd& get_of(const std::shared_ptr<DiagramProgram>& program) const;
    const std::shared_ptr<DiagramProgram>& program() const { return program_; }

  private:
    std::shared_ptr<DiagramProgram> program_;
    DiagramProgram::Place place_;
};

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

/// A relation between states and next states that Python holds.
struct HeldRelation {
    HeldBdd relation;
    HeldBdd cube;
};

}  // namespace scrump::python
