#pragma once
// The text of a step that adds constraints (`pol`), under construction.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::proof {

/// The number of a constraint: those of the problem first, in order, from 1, then each that a step derives.
using Constraint = std::uint64_t;

/// A sum of constraints, which may have sums in it.
class Sum {
  public:
    void clear() {
        text_.clear();
        outer_.clear();
        empty_ = true;
    }
    std::string_view text() const { return text_; }

    /// `times` > 0.
    void add(Constraint constraint, std::uint64_t times = 1) {
        put(constraint);
        end_operand(times);
    }
    /// Adds that a variable, xV for `number` V, is at most one.
    void add_at_most_one(std::uint64_t number, std::uint64_t times = 1) {
        text_ += " ~x";
        put_digits(number);
        end_operand(times);
    }
    /// Divides what was added so far, and rounds up.
    void divide(std::uint64_t by) {
        if (by == 1) return;
        put(by);
        text_ += " d";
    }
    /// No coefficient needs to be larger than the degree.
    void saturate() { text_ += " s"; }

    /// From here on, to a sum of its own, which end() adds to this one.
    void begin() {
        outer_.push_back(empty_);
        empty_ = true;
    }
    void end() {
        const bool was_empty = outer_.back();
        outer_.pop_back();
        if (empty_) {
            empty_ = was_empty;
            return;
        }
        empty_ = was_empty;
        end_operand(1);
    }

  private:
    void put(std::uint64_t number) {
        text_ += ' ';
        put_digits(number);
    }
    void put_digits(std::uint64_t number) {
        char digits[20];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        text_.append(digits, static_cast<std::size_t>(end - digits));
    }
    void end_operand(std::uint64_t times) {
        if (times != 1) {
            put(times);
            text_ += " *";
        }
        if (!empty_) text_ += " +";
        empty_ = false;
    }

    std::string text_;
    std::vector<bool> outer_;  // whether nothing had been added to each sum around this one
    bool empty_ = true;
};

}  // namespace scrump::proof
