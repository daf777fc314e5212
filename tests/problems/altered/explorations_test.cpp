// Checkpoints of explorations that were altered, and sealed again with a right checksum: an exploration that resumes
// one refuses it with an Error that names the file, or comes to the very figures that it has without it.

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/peterson/peterson.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/philosophers/philosophers.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>
#include <scrump/problems/sokoban/sokoban.hpp>
#include <scrump/problems/sokoban/xsb.hpp>
#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <support/folder.hpp>
#include <support/sanitized.hpp>
#include <support/sealed_blocks.hpp>

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace scrump {
namespace {

/// What an exploration counts.
struct Counts {
    Status status = Status::complete;
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    std::vector<std::uint64_t> levels{};

    bool operator==(const Counts&) const = default;
};

/// A model, whatever its states are, of which all are looked at.
struct Exploration {
    std::string name;
    std::function<Counts(const ExploreOptions&)> run;
};

template <class Model>
Exploration exploration(const std::string& name, const Model& model) {
    return {
        name, [model](const ExploreOptions& options) {
            Properties<StateOf<Model>> never;
            never.goal = [&](StateView<StateOf<Model>> state) {
                if constexpr (requires { model.to_string(state); }) {
                    return model.to_string(state).empty();
                } else {
                    return false;
                }
            };
            const ExploreStatistics all = explore(model, options, never).statistics;
            return Counts{
                .states = all.states, .transitions = all.transitions, .deadlocks = all.deadlocks, .levels = all.levels};
        }};
}

petri::Net small_net() {
    petri::Net net;
    net.places = {{"free", 3}, {"busy", 0}, {"done", 0}};
    net.transitions = {{"begin", {{0, 1}}, {{1, 1}}}, {"end", {{1, 2}}, {{2, 130}}}, {"again", {{2, 65}}, {{0, 1}}}};
    return net;
}

std::vector<Exploration> explorations() {
    const std::string level = "########\n#  .   #\n# $@ $ #\n#   .  #\n########\n";
    return {exploration("puzzle", puzzle::Puzzle(2, 3)),
            exploration("sokoban", sokoban::Sokoban(sokoban::parse_xsb(level, "level").front())),
            exploration("peterson", peterson::Peterson(3)), exploration("philosophers", philosophers::Philosophers(7)),
            exploration("net", petri::Markings(small_net()))};
}

using test::number_at;
using test::put_number;
using test::StateBlocks;

/// Alters a word of a block: a bit, a byte, all of it, or by what stands elsewhere.
void alter(std::string& block, SplitMix64& random) {
    static constexpr std::uint64_t extremes[] = {0, 1, 0xff, 0xffffffff, ~std::uint64_t{0}, std::uint64_t{1} << 63};
    const auto words = static_cast<std::uint32_t>(block.size() / 8);
    if (words == 0) return;
    const std::size_t at = 8 * random.below(words);
    const std::size_t other = 8 * random.below(words);
    const std::uint64_t word = number_at(block, at);
    switch (random.below(6)) {
        case 0:
            return put_number(block, at, word ^ (std::uint64_t{1} << random.below(64)));
        case 1:
            return put_number(block, at, word ^ (std::uint64_t{1} << random.below(16)));
        case 2:
            return put_number(block, at, extremes[random.below(6)]);
        case 3:
            return put_number(block, at, number_at(block, other));
        case 4:
            put_number(block, at, number_at(block, other));
            return put_number(block, other, word);
        default:
            return put_number(block, at, random.below(2) == 0 ? word + 1 : word - 1);
    }
}

class AlteredExploration {
  public:
    explicit AlteredExploration(const Exploration& exploration)
        : exploration_(exploration),
          expected_(exploration.run({.workers = 1, .pin = false, .memory_limit = std::size_t{1} << 24U})) {
        ExploreOptions options = resuming("");
        options.level_limit = expected_.levels.size() / 2;
        options.checkpoints.file = folder_ / "whole";
        exploration.run(options);
        whole_ = test::take_apart(read_file(folder_ / "whole"));
    }

    std::size_t blocks() const { return whole_.blocks.size(); }

    /// Resumes the checkpoint with one block altered. Says whether it was refused.
    bool is_refused(std::size_t block, SplitMix64& random) {
        StateBlocks altered = whole_;
        alter(altered.blocks[block], random);
        const std::string file = test::seal(altered);
        std::ofstream(folder_ / "altered", std::ios::binary) << file;
        try {
            EXPECT_EQ(exploration_.run(resuming(folder_ / "altered")), expected_) << exploration_.name;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).find(folder_ / "altered: "), 0U) << error.what();
            return true;
        }
        return false;
    }
    Counts resumed_whole() const { return exploration_.run(resuming(folder_ / "whole")); }
    const Counts& expected() const { return expected_; }

  private:
    ExploreOptions resuming(const std::string& file) const {
        return {.workers = 1,
                .pin = false,
                .memory_limit = std::size_t{1} << 24U,
                .checkpoints = {.resume = file, .model = exploration_.name}};
    }

    const test::Folder folder_;
    const Exploration& exploration_;
    const Counts expected_;
    StateBlocks whole_;
};

TEST(AlteredExplorations, AreRefusedOrComeToTheRightCounts) {
    for (const Exploration& each : explorations()) {
        SCOPED_TRACE(each.name);
        AlteredExploration altered(each);
        ASSERT_EQ(altered.resumed_whole(), altered.expected());
        ASSERT_GE(altered.blocks(), 2U);
        constexpr unsigned often = test::sanitized ? 40 : 100;
        SplitMix64 random(std::hash<std::string>()(each.name));
        unsigned refused = 0;
        for (unsigned i = 0; i < often; ++i) refused += altered.is_refused(i % 8 == 0 ? 0 : 1, random) ? 1U : 0U;
        EXPECT_GT(refused, often / 2);
    }
}

}  // namespace
}  // namespace scrump
