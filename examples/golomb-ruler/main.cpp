// Optimal Golomb rulers: marks on the shortest ruler such that no two pairs of them are the same distance apart.
// Usage: golomb-ruler [MARKS]. With several processes: mpirun -n 4 golomb-ruler 12
#include <bitset>
#include <cstdio>
#include <limits>
#include <scrump/base/signals.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <string>
#include <vector>

constexpr int longest = 255;  // the largest known optimal ruler has 28 marks and length 585
using Distances = std::bitset<longest + 1>;

// A ruler is built from its left end; a child has one more mark at its right.
struct Ruler {
    Distances used;       // between any two marks
    Distances from_last;  // from the last mark to those before it
    int length = 0;
    int marks = 1;
    unsigned char at[32] = {};  // positions of the marks
};

class AddMark {
  public:
    using Space = int;  // the number of marks
    using Node = Ruler;
    static constexpr int unfinished = std::numeric_limits<int>::max();

    AddMark(const int& marks, const Ruler& parent, int to_beat)
        : parent_(&parent), longest_gap_(longest - parent.length) {
        if (parent.marks == marks) {
            longest_gap_ = 0;
            return;
        }
        // The marks after the next one need at least the smallest distances that are still unused.
        const int rest = smallest_unused(parent, marks - parent.marks - 1);
        longest_gap_ = std::min(longest_gap_, std::min(to_beat, longest + 1) - 1 - rest - parent.length);
    }

    bool next(Ruler& child) {
        while (++gap_ <= longest_gap_) {
            if (parent_->used.test(static_cast<std::size_t>(gap_))) continue;
            // The distances to earlier marks all grow by the gap, and the gap itself is one more.
            Distances from_last = parent_->from_last << static_cast<std::size_t>(gap_);
            from_last.set(static_cast<std::size_t>(gap_));
            if ((from_last & parent_->used).any()) continue;
            child = *parent_;
            child.from_last = from_last;
            child.used |= from_last;
            child.length += gap_;
            child.at[child.marks++] = static_cast<unsigned char>(child.length);
            return true;
        }
        gap_ = longest_gap_;
        return false;
    }

    static int objective(const int& marks, const Ruler& ruler) {
        return ruler.marks == marks ? ruler.length : unfinished;
    }
    static int bound(const int& marks, const Ruler& ruler) {
        return ruler.length + smallest_unused(ruler, marks - ruler.marks);
    }

  private:
    // The sum of the `count` smallest unused distances: future gaps are all different and all new.
    static int smallest_unused(const Ruler& ruler, int count) {
        int sum = 0;
        for (int distance = 1; count > 0; ++distance) {
            if (distance <= longest && ruler.used.test(static_cast<std::size_t>(distance))) continue;
            sum += distance;
            --count;
        }
        return sum;
    }

    const Ruler* parent_;
    int longest_gap_;
    int gap_ = 0;
};

int main(int argc, char** argv) {
    const int marks = argc > 1 ? std::atoi(argv[1]) : 10;
    if (argc > 2 || marks < 2 || marks > 18) {
        std::fprintf(stderr, "usage: golomb-ruler [MARKS], from 2 to 18\n");
        return 2;
    }
    return scrump::run_in_session([&](scrump::Session& session) {
        scrump::SearchOptions options{.session = &session};
        options.stop = scrump::stop_on_signals();  // Ctrl-C: shows the best ruler so far
        const auto best = scrump::minimise<AddMark>(marks, {}, options);
        if (!session.first()) return 0;
        if (!best.node) {
            std::printf("no ruler yet (%s)\n", scrump::name(best.status));
            return 0;
        }
        std::printf("%d marks on a length of %d:", marks, best.objective);
        for (int mark = 0; mark < marks; ++mark) std::printf(" %d", best.node->at[mark]);
        std::printf(" (%s, %lu nodes, %.3f s)\n", scrump::name(best.status), best.statistics.total.nodes,
                    best.statistics.seconds);
        return 0;
    });
}
