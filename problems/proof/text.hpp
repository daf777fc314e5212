#pragma once
// The two texts that VeriPB reads: the problem, in OPB (0-1 linear constraints), and the proof, version 3.0 of its
// format. (Bogaerts, Gocht, McCreesh and Nordström, "Certified dominance and symmetry breaking for combinatorial
// optimisation", JAIR 77, 2023; the crate veripb has the grammar.)

#include <charconv>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace scrump::proof {

/// The number of a constraint: those of the problem first, in order, from 1, then each that a step derives.
using Constraint = std::uint64_t;

/// Puts texts and numbers together and hands them on in large pieces.
class Text {
  public:
    explicit Text(std::ostream& out) : out_(out) { buffer_.reserve(piece + 4096); }
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    ~Text() { flush(); }

    Text& operator<<(std::string_view text) {
        if (buffer_.size() >= piece) flush();
        buffer_ += text;
        return *this;
    }
    Text& operator<<(char letter) {
        buffer_ += letter;
        return *this;
    }
    Text& operator<<(std::uint64_t number) {
        char digits[20];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
    }

  private:
    static constexpr std::size_t piece = std::size_t{1} << 16U;

    void flush() {
        out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        buffer_.clear();
    }

    std::ostream& out_;
    std::string buffer_;
};

/// A proof that was written.
struct Certificate {
    std::string problem{};     ///< the file with the problem
    std::string proof{};       ///< the file with the proof
    std::uint64_t nodes = 0;   ///< of the search, as logged
    std::uint64_t steps = 0;   ///< of the proof that derive a constraint
    std::uint64_t logged = 0;  ///< bytes that the workers wrote meanwhile
    std::uint64_t bytes = 0;   ///< of the proof's file
    double seconds = 0;        ///< to put it together after the search
};

/// A proof in the making: counts the constraints, so that steps can name them.
class Proof {
  public:
    /// `given`: the constraints of the problem.
    Proof(std::ostream& out, std::uint64_t given) : text_(out), last_(given) {
        text_ << "pseudo-Boolean proof version 3.0\nf " << given << ";\n";
    }

    /// For the text of a step; each that derives a constraint is to be counted by derived().
    Text& text() { return text_; }
    /// The number of the constraint that the step just written derives.
    Constraint derived() {
        ++steps_;
        return ++last_;
    }
    Constraint last() const { return last_; }

    /// Forgets the constraints from `first` to the one before `end`.
    void forget(Constraint first, Constraint end) {
        if (first < end) text_ << "del range " << first << ' ' << end << ";\n";
    }

    /// Forgets these.
    void forget(std::span<const Constraint> constraints) {
        if (constraints.empty()) return;
        text_ << "del id";
        for (const Constraint each : constraints) text_ << ' ' << each;
        text_ << ";\n";
    }

    /// The last lines; `conclusion` is all that comes after that word.
    void conclude(std::string_view conclusion) {
        text_ << "output NONE;\nconclusion " << conclusion << ";\nend pseudo-Boolean proof;\n";
    }

    std::uint64_t steps() const { return steps_; }

  private:
    Text text_;
    Constraint last_;
    std::uint64_t steps_ = 0;
};

}  // namespace scrump::proof
