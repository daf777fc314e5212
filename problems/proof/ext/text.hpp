#pragma once
// The two texts that VeriPB reads: the problem, in OPB (0-1 linear constraints), and the proof, version 3.0 of its
// format. (Bogaerts, Gocht, McCreesh and Nordström, "Certified dominance and symmetry breaking for combinatorial
// optimisation", JAIR 77, 2023; the crate veripb has the grammar.)

#include <scrump/problems/proof/ext/sum.hpp>
#include <scrump/search/result.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace scrump::proof {

/// Assembles texts and numbers and passes them on in large pieces.
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

/// Description of a proof that was written.
struct Certificate {
    std::string problem{};     ///< the file with the problem
    std::string proof{};       ///< the file with the proof
    std::uint64_t nodes = 0;   ///< number of nodes of the search, as logged
    std::uint64_t steps = 0;   ///< number of steps of the proof that derive a constraint
    std::uint64_t logged = 0;  ///< size of the workers' logs, in bytes
    std::uint64_t bytes = 0;   ///< size of the proof's file, in bytes
    double seconds = 0;        ///< time to assemble the proof after the search
};

/// An answer with its proof.
template <class T>
struct Certified : Answer<T> {
    std::optional<Certificate> certificate{};  ///< in the first process, unless the search was stopped
};

/// A proof under construction: counts the constraints, so that steps can name them.
class Proof {
  public:
    /// `given`: the number of constraints of the problem.
    Proof(std::ostream& out, std::uint64_t given) : text_(out), last_(given) {
        text_ << "pseudo-Boolean proof version 3.0\nf " << given << ";\n";
    }

    /// For the text of a step; call derived() for each step that derives a constraint.
    Text& text() { return text_; }
    /// The number of the constraint that the step just written derives.
    Constraint derived() {
        ++steps_;
        return ++last_;
    }
    Constraint last() const { return last_; }

    /// Writes the step that derives a sum.
    Constraint derive(const Sum& sum) {
        text_ << "pol" << sum.text() << ";\n";
        return derived();
    }

    /// Deletes the constraints from `first` to the one before `end`.
    void forget(Constraint first, Constraint end) {
        if (first < end) text_ << "del range " << first << ' ' << end << ";\n";
    }

    /// Deletes these constraints.
    void forget(std::span<const Constraint> constraints) {
        if (constraints.empty()) return;
        text_ << "del id";
        for (const Constraint each : constraints) text_ << ' ' << each;
        text_ << ";\n";
    }

    /// Writes the last lines; `conclusion` is the text after that word.
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
