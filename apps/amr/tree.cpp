#include <apps/amr/tree.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace scrump::apps {
namespace {

class Tree {
  public:
    Tree(unsigned least_level, unsigned most_level, const std::function<bool(const Cube&)>& wanted)
        : least_level_(least_level), most_level_(most_level), wanted_(wanted) {}

    std::vector<Cube> leaves() {
        divide_wanted({});
        while (!to_balance_.empty()) {
            const Cube cube = to_balance_.back();
            to_balance_.pop_back();
            balance(cube);
        }
        collect({});
        return std::move(leaves_);
    }

  private:
    void divide(const Cube& cube) {
        if (divided_.insert(cube.code()).second) to_balance_.push_back(cube);
    }
    void divide_wanted(const Cube& cube) {
        if (cube.level >= most_level_ || (cube.level >= least_level_ && !wanted_(cube))) return;
        divide(cube);
        for (unsigned child = 0; child < 8; ++child) divide_wanted(cube.child(child));
    }
    // Beside the leaves of a divided cube there may be leaves as large as itself, but no larger ones. So the tree has
    // to have all its neighbours, which it has if their parents are divided.
    void balance(const Cube& cube) {
        if (cube.level == 0) return;
        divide(cube.parent());
        for (unsigned axis = 0; axis < 3; ++axis) {
            for (unsigned side = 0; side < 2; ++side) {
                if (cube.has_neighbour(axis, side)) divide(cube.neighbour(axis, side).parent());
            }
        }
    }
    void collect(const Cube& cube) {
        if (!divided_.contains(cube.code())) {
            leaves_.push_back(cube);
            return;
        }
        for (unsigned child = 0; child < 8; ++child) collect(cube.child(child));
    }

    const unsigned least_level_;
    const unsigned most_level_;
    const std::function<bool(const Cube&)>& wanted_;
    std::unordered_set<std::uint64_t> divided_;
    std::vector<Cube> to_balance_;
    std::vector<Cube> leaves_;
};

}  // namespace

std::uint64_t Cube::code() const {
    std::uint64_t code = 1;  // so that zeros in front count
    for (unsigned bit = level; bit > 0; --bit) {
        for (const unsigned along : place) code = code << 1 | (along >> (bit - 1) & 1);
    }
    return code;
}

Cube Cube::neighbour(unsigned axis, unsigned side) const {
    Cube other = *this;
    other.place[axis] += side == 0 ? -1U : 1U;
    return other;
}

bool crosses(const Cube& cube, double radius) {
    const double width = std::ldexp(1.0, -static_cast<int>(cube.level));
    double nearest = 0;
    double farthest = 0;
    for (const unsigned along : cube.place) {
        const double from = along * width - 0.5;
        const double to = from + width;
        const double near = from > 0 ? from : std::min(to, 0.0);  // 0 where the middle is within
        const double far = std::max(std::abs(from), std::abs(to));
        nearest += near * near;
        farthest += far * far;
    }
    return nearest <= radius * radius && radius * radius <= farthest;
}

std::vector<Cube> leaves_of_tree(unsigned least_level, unsigned most_level,
                                 const std::function<bool(const Cube&)>& wanted) {
    return Tree(least_level, most_level, wanted).leaves();
}

}  // namespace scrump::apps
