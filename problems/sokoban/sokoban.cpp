#include <scrump/problems/sokoban/sokoban.hpp>

#include <cctype>
#include <cstddef>

namespace scrump::sokoban {

State Sokoban::initial() const {
    State state = {level_.keeper};
    state.insert(state.end(), level_.boxes.begin(), level_.boxes.end());
    return state;
}

// Writes the state after a step to `next`; says whether it can be made.
bool Sokoban::step(StateSpan state, Direction where, State& next) const {
    const Cell to = level_.beside(state[0], where);
    if (to == wall) return false;
    const auto boxes = state.subspan(1);
    const auto pushed = std::ranges::lower_bound(boxes, to);
    next.assign(state.begin(), state.end());
    next[0] = to;
    if (pushed == boxes.end() || *pushed != to) return true;
    const Cell beyond = level_.beside(to, where);
    if (beyond == wall || std::ranges::binary_search(boxes, beyond)) return false;
    auto at = next.begin() + 1 + (pushed - boxes.begin());
    *at = beyond;
    for (; at + 1 != next.end() && at[0] > at[1]; ++at) std::swap(at[0], at[1]);
    for (; at != next.begin() + 1 && at[-1] > at[0]; --at) std::swap(at[-1], at[0]);
    return true;
}

std::string Sokoban::to_string(StateSpan state) const {
    std::vector<std::string> rows = level_.picture;
    const auto put = [&](Cell cell, char plain, char on_goal) {
        const auto [row, column] = level_.places[cell];
        rows[row][column] = level_.goals[cell] ? on_goal : plain;
    };
    put(state[0], '@', '+');
    for (const Cell box : state.subspan(1)) put(box, '$', '*');
    std::string text;
    for (const std::string& row : rows) text += row + '\n';
    return text;
}

std::string Sokoban::moves(std::span<const State> path) const {
    static constexpr char letters[] = {'l', 'u', 'r', 'd'};
    std::string text;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const auto& neighbours = level_.neighbours[path[i - 1][0]];
        const auto where = std::ranges::find(neighbours, path[i][0]) - neighbours.begin();
        const bool pushes = !std::equal(path[i].begin() + 1, path[i].end(), path[i - 1].begin() + 1);
        const char letter = letters[where];
        text += pushes ? static_cast<char>(std::toupper(letter)) : letter;
    }
    return text;
}

}  // namespace scrump::sokoban
