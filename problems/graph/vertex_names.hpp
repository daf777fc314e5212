#pragma once
// The names of a graph's vertices in a file: numbers from 0 or from 1, numbers with gaps, or words.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::graph {

class VertexNames {
  public:
    /// Consecutive whole numbers from `first` on.
    explicit VertexNames(std::uint64_t first = 1) : names_(first) {}

    /// A number for each vertex.
    explicit VertexNames(std::vector<std::uint64_t> numbers) : names_(std::move(numbers)) {}

    /// A word for each vertex.
    explicit VertexNames(std::vector<std::string> words) : names_(std::move(words)) {}

    /// The number of `vertex` in the file; none if the file has words.
    std::optional<std::uint64_t> number(std::size_t vertex) const {
        if (const auto* const first = std::get_if<std::uint64_t>(&names_)) return *first + vertex;
        if (const auto* const numbers = std::get_if<std::vector<std::uint64_t>>(&names_)) return (*numbers)[vertex];
        return std::nullopt;
    }

    std::string name(std::size_t vertex) const {
        if (const auto* const words = std::get_if<std::vector<std::string>>(&names_)) return (*words)[vertex];
        return std::to_string(*number(vertex));
    }

    /// Whether the names are consecutive whole numbers.
    bool in_sequence() const { return std::holds_alternative<std::uint64_t>(names_); }

    bool operator==(const VertexNames&) const = default;

  private:
    std::variant<std::uint64_t, std::vector<std::uint64_t>, std::vector<std::string>> names_;
};

}  // namespace scrump::graph
