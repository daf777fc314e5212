// Goes on from checkpoints of explorations that are sealed again after they were altered, so that what is altered is
// what the models would see: they are refused, with an Error, or the exploration comes to the figures that it has
// without them; nothing else.
//
// The first byte of an input chooses the model, each four bytes after it alter a word: its place in two bytes, what to
// do, and with which value.

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/peterson/peterson.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>
#include <scrump/problems/sokoban/sokoban.hpp>
#include <scrump/problems/sokoban/xsb.hpp>
#include <scrump/states.hpp>

#include "../tests/support/sealed_blocks.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using scrump::ExploreOptions;
using scrump::test::StateBlocks;

/// States, transitions, deadlocks.
using Figures = std::array<std::uint64_t, 3>;

/// A model whatever its states are, and a checkpoint of half of its levels.
struct Stopped {
    std::function<Figures(const ExploreOptions&)> run;
    Figures figures;
    StateBlocks checkpoint;
};

ExploreOptions options() {
    return {.workers = 1, .pin = false, .memory_limit = std::size_t{1} << 22U, .checkpoints = {.model = "fuzz"}};
}

template <class Model>
Stopped stop(const Model& model) {
    Stopped stopped;
    stopped.run = [model](const ExploreOptions& how) {
        // Looks at each state, as whoever looks for something does.
        scrump::Properties<scrump::StateOf<Model>> never;
        never.goal = [&](scrump::StateView<scrump::StateOf<Model>> state) { return model.to_string(state).empty(); };
        const scrump::ExploreStatistics all = scrump::explore(model, how, never).statistics;
        return Figures{all.states, all.transitions, all.deadlocks};
    };
    const std::size_t levels = scrump::explore(model, options()).statistics.levels.size();
    stopped.figures = stopped.run(options());
    const std::string file = std::filesystem::temp_directory_path() / ("scrump-fuzz-" + std::to_string(::getpid()));
    ExploreOptions half = options();
    half.level_limit = levels / 2;
    half.checkpoints.file = file;
    stopped.run(half);
    stopped.checkpoint = scrump::test::take_apart(scrump::read_file(file));
    std::filesystem::remove(file);
    return stopped;
}

const std::vector<Stopped>& explorations() {
    static const std::vector<Stopped> all = [] {
        scrump::petri::Net net;
        net.places = {{"free", 3}, {"busy", 0}, {"done", 0}};
        net.transitions = {
            {"begin", {{0, 1}}, {{1, 1}}}, {"end", {{1, 2}}, {{2, 130}}}, {"again", {{2, 65}}, {{0, 1}}}};
        const std::string level = "#######\n#  . .#\n# $@$ #\n#######\n";
        return std::vector<Stopped>{stop(scrump::puzzle::Puzzle(2, 3)), stop(scrump::peterson::Peterson(2)),
                                    stop(scrump::sokoban::Sokoban(scrump::sokoban::parse_level(level, "level", 1))),
                                    stop(scrump::petri::Markings(net))};
    }();
    return all;
}

void alter(StateBlocks& parts, const std::uint8_t* how) {
    std::string& block = parts.blocks[how[2] % 16 == 0 ? 0 : parts.blocks.size() - 1];
    const std::size_t words = block.size() / 8;
    if (words == 0) return;
    const std::size_t at = 8 * ((how[0] + 256U * how[1]) % words);
    const std::uint64_t word = scrump::test::number_at(block, at);
    const std::uint64_t value = how[3];
    switch (how[2] / 16 % 5) {
        case 0:
            return scrump::test::put_number(block, at, word ^ (std::uint64_t{1} << value % 64));
        case 1:
            return scrump::test::put_number(block, at, value < 128 ? value : value - 256);
        case 2:
            return scrump::test::put_number(block, at, word + value - 128);
        case 3:
            return scrump::test::put_number(block, at, scrump::test::number_at(block, 8 * (value % words)));
        default:
            return scrump::test::put_number(block, at, word ^ value << 8 * (how[0] % 8U));
    }
}

/// A file that is in memory alone.
class Sealed {
  public:
    explicit Sealed(const std::string& bytes) : descriptor_(::memfd_create("checkpoint", 0)) {
        if (descriptor_ < 0 || ::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            std::abort();
    }
    Sealed(const Sealed&) = delete;
    Sealed& operator=(const Sealed&) = delete;
    ~Sealed() { ::close(descriptor_); }

    std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Stopped& exploration = explorations()[data[0] % explorations().size()];
    StateBlocks checkpoint = exploration.checkpoint;
    for (std::size_t at = 1; at + 4 <= size; at += 4) alter(checkpoint, data + at);
    const Sealed file(scrump::test::seal(checkpoint));
    ExploreOptions again = options();
    again.checkpoints.resume = file.name();
    try {
        if (exploration.run(again) != exploration.figures) std::abort();
    } catch (const scrump::Error& error) {
        if (!std::string(error.what()).starts_with(file.name() + ": ")) std::abort();
    }
    return 0;
}
