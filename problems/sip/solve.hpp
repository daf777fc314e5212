#pragma once
// Solves subgraph isomorphism: finds one mapping or proves that none exists, counts all, or lists all.

#include <scrump/problems/sip/problem.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/restarts.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace scrump::sip {

/// Finds a mapping of the pattern into the target, or proves that none exists. Throws Error as Problem::check(),
/// UsageError as search.hpp.
Answer<std::optional<Mapping>> find(const Problem& problem, const SearchOptions& options = {});

/// What find_with_restarts() found.
struct RestartedMapping : Answer<std::optional<Mapping>> {
    RestartStatistics restarts{};  ///< what restarts cost, and did
};

/// As find(), by a search with restarts (search/restarting_search.hpp): it does not depend on the choices near the
/// root, but a node takes longer. Throws as decide_with_restarts().
RestartedMapping find_with_restarts(const Problem& problem, const SearchOptions& options = {},
                                    const Restarts& restarts = {});

/// Counts the mappings; if the run was stopped, those found so far. Throws as find(), and Error if there are 2^64 or
/// more.
EnumerationResult<std::uint64_t> count(const Problem& problem, const SearchOptions& options = {});

/// Mappings of one pattern, stored one after another.
class Mappings {
  public:
    explicit Mappings(std::size_t pattern_size = 0) : pattern_size_(pattern_size) {}

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// The target vertex of each pattern vertex.
    std::span<const std::uint32_t> operator[](std::size_t index) const {
        return std::span(images_).subspan(index * pattern_size_, pattern_size_);
    }

    /// Whether all are mappings of a pattern into a target of these sizes.
    bool are_of(std::size_t pattern_size, std::size_t target_size) const;

    void add(std::span<const std::uint32_t> mapping);
    void add(const Mappings& others);

    /// Sorts by the image of the first pattern vertex, then of the second, and so on.
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

/// Finds all mappings, sorted; if the run was stopped, those found so far. Each was checked. Takes four bytes for each
/// image, and twice that while they are sorted. Throws as find().
EnumerationResult<Mappings> all(const Problem& problem, const SearchOptions& options = {});

/// Called with a mapping; returns whether to continue.
using Tell = std::function<bool(std::span<const std::uint32_t> mapping)>;

/// Calls `tell` with all mappings as they are found, in no reliable order, and keeps none: one call at a time, from the
/// threads that search. After the first `false` no more calls are made, and the search ends with the status
/// `cancelled`. Returns the number of calls. Each mapping was checked. Of several processes each reports its own
/// mappings. Throws as find(), and rethrows what `tell` throws.
EnumerationResult<std::uint64_t> each(const Problem& problem, const Tell& tell, const SearchOptions& options = {});

}  // namespace scrump::sip
