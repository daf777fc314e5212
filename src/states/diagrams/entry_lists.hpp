#pragma once
// The entries of a state vector that a set or a relation is about, as the formats sylvan and ldd list them.

#include "file_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::detail {

/// Reads lists of entries of a state vector that has this number of them.
class EntryLists {
  public:
    EntryLists(FileBytes& file, std::size_t entries) : file_(file), entries_(entries) {}

    /// A list, which its length precedes.
    std::vector<std::uint32_t> list() { return list(length()); }

    /// A relation of which the entries that it reads and writes are known; the lengths of both lists precede these.
    template <class Relation>
    Relation relation() {
        Relation relation;
        const std::size_t read = length();
        const std::size_t written = length();
        relation.read = list(read);
        relation.written = list(written);
        return relation;
    }

  private:
    std::size_t length() { return file_.count<std::int32_t>("entries", sizeof(std::int32_t)); }

    std::vector<std::uint32_t> list(std::size_t length) {
        std::vector<std::uint32_t> list;
        for (std::size_t i = 0; i < length; ++i) {
            const std::size_t at = file_.at();
            const auto entry = file_.number<std::uint32_t>("the numbers of entries");
            if (entry >= entries_ || (!list.empty() && entry <= list.back()))
                file_.fail(at, "expected the numbers of entries, ascending, found " + std::to_string(entry));
            list.push_back(entry);
        }
        return list;
    }

    FileBytes& file_;
    const std::size_t entries_;
};

}  // namespace scrump::detail
