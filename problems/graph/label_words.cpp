#include <scrump/problems/graph/label_words.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace scrump::graph {
namespace {

std::optional<std::uint64_t> number_written_as(std::string_view word) {
    if (word.empty() || (word.front() == '0' && word.size() > 1)) return std::nullopt;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size() || number >= first_label_word) return std::nullopt;
    return number;
}

/// Labels of LAD may be as large as what stands for a word.
void expect_no_number_for_a_word(const GraphFile& numbers, const GraphFile& words) {
    const auto like_a_word = [](std::uint64_t label) { return label >= first_label_word; };
    if (words.label_words.empty() || !numbers.label_words.empty()) return;
    if (std::ranges::any_of(numbers.labels, like_a_word) ||
        std::ranges::any_of(numbers.arcs.all(), like_a_word, &Arc::label))
        throw Error("a label is 2^63 or more, which does not go with labels of the other graph that are words");
}

}  // namespace

LabelWords::LabelWords(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::size_t i = 0; i < words_.size(); ++i) numbers_.emplace(words_[i], first_label_word + i);
}

std::uint64_t LabelWords::number(std::string_view word) {
    if (const auto number = number_written_as(word)) return *number;
    const auto [place, is_new] = numbers_.try_emplace(std::string(word), first_label_word + words_.size());
    if (is_new) words_.emplace_back(word);
    return place->second;
}

std::string label_text(std::uint64_t label, const std::vector<std::string>& words) {
    const bool is_word = label >= first_label_word && label - first_label_word < words.size();
    return is_word ? words[label - first_label_word] : std::to_string(label);
}

void agree_on_words(const GraphFile& one, GraphFile& other) {
    expect_no_number_for_a_word(one, other);
    expect_no_number_for_a_word(other, one);
    if (other.label_words.empty()) return;
    LabelWords all(one.label_words);
    std::vector<std::uint64_t> numbers;
    for (const std::string& word : other.label_words) numbers.push_back(all.number(word));
    for (std::uint64_t& label : other.labels)
        if (label >= first_label_word) label = numbers.at(label - first_label_word);
    other.arcs.relabel(numbers, first_label_word);
    other.label_words = all.words();
}

}  // namespace scrump::graph
