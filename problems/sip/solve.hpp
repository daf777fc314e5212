#pragma once
// Subgraph isomorphism solved: one mapping found or shown not to exist, all counted, or all listed.

#include <scrump/problems/sip/problem.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace scrump::sip {

struct Found {
    Status status = Status::complete;  ///< complete without a mapping: proved that there is none
    std::optional<Mapping> mapping;    ///< it was checked
    Statistics statistics;             ///< its seconds include comparing the two graphs before the search
};

/// A mapping of the pattern into the target, or the proof that there is none. Throws Error as Problem::check(),
/// UsageError as search.hpp.
Found find(const Problem& problem, const SearchOptions& options = {});

/// The number of mappings; of a run that was stopped, of those that it came across. Throws as find(), and Error if
/// there are 2^64 or more.
EnumerationResult<std::uint64_t> count(const Problem& problem, const SearchOptions& options = {});

/// Mappings of one pattern, one behind the other in memory.
class Mappings {
  public:
    explicit Mappings(std::size_t pattern_size = 0) : pattern_size_(pattern_size) {}

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// The target vertex of each pattern vertex.
    std::span<const std::uint32_t> operator[](std::size_t index) const {
        return std::span(images_).subspan(index * pattern_size_, pattern_size_);
    }

    /// Whether all are of a pattern and into a target of so many vertices.
    bool are_of(std::size_t pattern_size, std::size_t target_size) const;

    void add(std::span<const std::uint32_t> mapping);
    void add(const Mappings& others);

    /// By the image of the first pattern vertex, then of the second, and so on.
    void sort();

    template <class Archive>
    void serialize(Archive& archive) {
        archive(pattern_size_, size_, images_);
    }

  private:
    std::size_t pattern_size_;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> images_;
};

/// All mappings, sorted; of a run that was stopped, those that it came across. Each was checked. Takes four bytes for
/// each image, and twice that while they are sorted. Throws as find().
EnumerationResult<Mappings> all(const Problem& problem, const SearchOptions& options = {});

/// Is told of a mapping; says whether to go on.
using Tell = std::function<bool(std::span<const std::uint32_t> mapping)>;

/// Tells of all mappings as they are found, in no order that could be relied on, and keeps none: one call at a time,
/// from the threads that search. After the first `false` no more is told, and the search ends with the status
/// `cancelled`. Answers how many were told. Each was checked. Of several processes each tells of its own. Throws as
/// find(), and what `tell` throws.
EnumerationResult<std::uint64_t> each(const Problem& problem, const Tell& tell, const SearchOptions& options = {});

}  // namespace scrump::sip
