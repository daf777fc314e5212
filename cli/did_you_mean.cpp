#include "did_you_mean.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace scrump::cli {
namespace {

// How many characters have to be put in, left out, replaced or swapped with their neighbours to make one of the other.
std::size_t distance(const std::string& one, const std::string& other) {
    std::vector<std::vector<std::size_t>> table(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i) {
        for (std::size_t j = 0; j <= other.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = table[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if (swapped) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    return table[one.size()][other.size()];
}

// Empty if there is none.
std::string nearest(const std::string& word, std::span<const std::string> known) {
    std::string best;
    std::size_t least = word.size() / 4 + 2;  // more than this are no slips
    for (const std::string& name : known) {
        const std::size_t far = name.starts_with(word) ? 1 : distance(word, name);
        if (far >= least) continue;
        best = name;
        least = far;
    }
    return best;
}

}  // namespace

std::string meant(const std::string& word, std::span<const std::string> known) {
    const std::string name = nearest(word, known);
    return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace scrump::cli
