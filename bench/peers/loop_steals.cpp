// scrump_loop_steals: what it takes to steal 1 MiB of data with an iteration, or to get it by a bare message; for two
// processes. Prints the thief's median, in JSON.
//
// What is timed, by the thief alone: from the end of one stolen iteration's body, which does nothing, to the beginning
// of the next one's, whose data are there then. That is all of a steal: finding that there is nothing left to do, the
// request, the victim's answer, the data packed, sent and unpacked, and the worker woken. Figures of the runtime each
// leave something of that out. Process 0 has all data, process 1 none, and what is stolen stays there, so that
// data go one way only. The victim's worker sleeps in its iterations, or computes (`--victim busy`): then it shares its
// core with the thread that answers.
//
// The bare message: MPI_Send of 8 bytes, MPI_Send of 1 MiB in return, both processes waiting hard. As in the loop, each
// comes from another part of the sender's memory and goes to memory of its own that was not touched before; with
// `--into one` all go to the same place.

#include <scrump/loops.hpp>
#include <scrump/runtime/session.hpp>

#include <mpi.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace scrump::loop_steals {
namespace {

using Clock = std::chrono::steady_clock;
using Block = std::array<double, (1U << 20U) / sizeof(double)>;

enum class Victim : std::uint8_t { sleeping, busy };
enum class Into : std::uint8_t { own, one };

struct Options {
    bool bare = false;
    unsigned blocks = 256;
    Victim victim = Victim::sleeping;
    Into into = Into::own;
};

// What the thief saw. The first few are left out: everything is done for the first time there.
class Times {
  public:
    void add(Clock::duration time) { seconds_.push_back(std::chrono::duration<double>(time).count()); }
    void print() {
        constexpr std::size_t first_few = 8;
        seconds_.erase(seconds_.begin(),
                       seconds_.begin() + static_cast<std::ptrdiff_t>(std::min(first_few, seconds_.size())));
        if (seconds_.empty()) throw Error("nothing was stolen");
        std::ranges::sort(seconds_);
        const nlohmann::ordered_json json = {{"steals", seconds_.size()},
                                             {"least", seconds_.front()},
                                             {"median", seconds_[seconds_.size() / 2]},
                                             {"greatest", seconds_.back()}};
        std::printf("%s\n", json.dump().c_str());
    }

  private:
    std::vector<double> seconds_;
};

// Each block begins with its number: what is checked of it.
std::vector<Block> numbered_blocks(unsigned count) {
    std::vector<Block> blocks(count);
    for (unsigned i = 0; i < count; ++i) blocks[i].fill(i);
    return blocks;
}

void expect_number(const Block& block, std::uint64_t number) {
    if (block.front() != static_cast<double>(number) || block.back() != static_cast<double>(number))
        throw Error("block " + std::to_string(number) + " did not arrive as it was sent");
}

void hold_up(Victim victim) {
    constexpr std::chrono::milliseconds iteration(20);
    if (victim == Victim::sleeping) return std::this_thread::sleep_for(iteration);
    const Clock::time_point until = Clock::now() + iteration;
    while (Clock::now() < until) {
    }
}

int steal(Session& session, const Options& options) {
    constexpr unsigned victim = 0;
    const bool has_data = session.self() == victim;
    std::vector<Block> own = numbered_blocks(has_data ? options.blocks : 0);
    Times times;
    Clock::time_point last{};
    const auto body = [&](std::span<Block> blocks, LoopChunk& chunk) {
        if (has_data) return hold_up(options.victim);
        const Clock::time_point now = Clock::now();
        expect_number(blocks.front(), chunk.first());
        if (last != Clock::time_point{}) times.add(now - last);
        last = Clock::now();
    };
    const LoopStealing one_each{.amount = {.technique = Technique::parse("ss")}, .results_go_home = false};
    const auto result =
        distributed_loop({.technique = Technique::parse("ss"), .workers = 1, .session = &session, .stealing = one_each},
                         LoopElements<Block>(own), body);
    if (!has_data) times.print();
    return 0;
}

void serve(const Options& options) {
    const std::vector<Block> blocks = numbered_blocks(options.blocks);
    for (const Block& block : blocks) {
        std::uint64_t request = 0;
        MPI_Recv(&request, 1, MPI_UINT64_T, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(block.data(), static_cast<int>(sizeof(block)), MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    }
}

void ask(const Options& options) {
    const std::size_t places = options.into == Into::own ? options.blocks : 1;
    // Not touched: pages come when something is written there, as with what a thief allocates.
    const std::unique_ptr<Block[]> blocks(new Block[places]);
    Times times;
    for (std::uint64_t i = 0; i < options.blocks; ++i) {
        Block& block = blocks[i % places];
        const Clock::time_point began = Clock::now();
        MPI_Send(&i, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(block.data(), static_cast<int>(sizeof(block)), MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        times.add(Clock::now() - began);
        expect_number(block, i);
    }
    times.print();
}

int send_bare(const Options& options) {
    MPI_Init(nullptr, nullptr);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 2) rank == 0 ? serve(options) : ask(options);
    MPI_Finalize();
    return size == 2 ? 0 : 2;
}

int run(int argc, char** argv) {
    CLI::App app{"Steals of 1 MiB of data with an iteration, for two processes"};
    Options options;
    app.add_flag("--bare", options.bare, "The same bytes by MPI alone");
    app.add_option("--blocks", options.blocks, "How many there are")->check(CLI::Range(16U, 4096U));
    app.add_option("--victim", options.victim, "What its worker does: sleeping or busy")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, Victim>{{"sleeping", Victim::sleeping}, {"busy", Victim::busy}}));
    app.add_option("--into", options.into, "Where bare messages go: own, each to memory of its own, or one")
        ->transform(CLI::CheckedTransformer(std::map<std::string, Into>{{"own", Into::own}, {"one", Into::one}}));
    CLI11_PARSE(app, argc, argv);
    if (options.bare) return send_bare(options);
    return run_in_session([&](Session& session) { return steal(session, options); });
}

}  // namespace
}  // namespace scrump::loop_steals

int main(int argc, char** argv) {
    return scrump::loop_steals::run(argc, argv);
}
