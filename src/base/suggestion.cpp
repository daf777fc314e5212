#include <scrump/base/suggestion.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace scrump {
namespace {

// How many characters have to be put in, left out, replaced or swapped with their neighbours to make one of the other.
std::size_t distance(std::string_view one, std::string_view other) {
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

// The one with the fewest slips; options have dashes, which are none.
std::string nearest(std::string_view word, std::span<const std::string> known) {
    const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
    std::string best;
    std::size_t allowed = letters < 3 ? 0 : letters < 8 ? 1 : 2;
    for (const std::string& name : known) {
        const std::size_t slips = letters > 0 && name.starts_with(word) ? 0 : distance(word, name);
        if (slips > allowed || (slips == allowed && !best.empty())) continue;
        best = name;
        allowed = slips;
    }
    return best;
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string name = nearest(word, known);
    return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace scrump
