#pragma once
// From the text of an option's value to the value, and the sentences that say what is wrong with a text: nobody should
// meet the words of the parser of options.

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// What is wrong with a value: follows the option's name and a colon.
struct BadValue : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Makes a value of the text that a user gave. Throws BadValue.
template <class Value>
using Reader = std::function<Value(const std::string&)>;

/// A whole number from `least` to `most`, in decimal whatever it begins with.
Reader<std::uint64_t> whole_number(std::uint64_t least = 0,
                                   std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A whole number with or without a minus sign, likewise.
Reader<std::int64_t> integer();

/// A finite decimal number.
Reader<double> real_number();

/// "90", "90s", "1.5m", "2h" or "250ms", and at least `least`.
Reader<std::chrono::nanoseconds> duration(std::chrono::nanoseconds least = {});

/// Anything but an empty text: a script whose variable is not set must not run for days without checkpoints, or begin
/// anew.
Reader<std::string> a_name();

/// "a,b": names with commas between them.
std::vector<std::string> read_names(const std::string& text);

/// Words and what they mean.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

[[noreturn]] void refuse_word(const std::string& text, const std::vector<std::string>& words);

/// "a|b|c": what help calls a value that is one of these.
std::string alternatives(const std::vector<std::string>& words);

/// Reads one of some words: its meaning.
template <class Value>
class OneOf {
  public:
    explicit OneOf(Choices<Value> choices) : choices_(std::move(choices)) {}

    Value operator()(const std::string& text) const {
        for (const auto& [word, meaning] : choices_)
            if (word == text) return meaning;
        refuse_word(text, words());
    }

    std::vector<std::string> words() const {
        std::vector<std::string> words;
        for (const auto& [word, meaning] : choices_) words.push_back(word);
        return words;
    }

    std::string text() const { return alternatives(words()); }

  private:
    Choices<Value> choices_;
};

template <class Value>
OneOf<Value> one_of(const Choices<Value>& choices) {
    return OneOf<Value>(choices);
}

}  // namespace scrump::cli
