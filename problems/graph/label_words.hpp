#pragma once
// Labels that are words: graphs store labels as numbers, which must be the same for the same word in two files.

#include <scrump/problems/graph/graph_file.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrump::graph {

/// Labels from here on stand for words: the first, the second and so on of `GraphFile::label_words`.
inline constexpr std::uint64_t first_label_word = std::uint64_t{1} << 63;

/// Numbers words: a whole number below `first_label_word` in its usual notation stands for itself, other words are
/// numbered from there.
class LabelWords {
  public:
    LabelWords() = default;
    /// Starts with these words.
    explicit LabelWords(std::vector<std::string> words);

    std::uint64_t number(std::string_view word);
    const std::vector<std::string>& words() const { return words_; }

  private:
    std::vector<std::string> words_;
    std::unordered_map<std::string, std::uint64_t> numbers_;
};

/// The label as written in a file.
std::string label_text(std::uint64_t label, const std::vector<std::string>& words);

/// Renumbers the words of `other` so that words that `one` has as well have the same numbers in both.
void agree_on_words(const GraphFile& one, GraphFile& other);

}  // namespace scrump::graph
