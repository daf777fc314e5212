// scrump_remote: how long operations on another locality's words take, and how many there are a second. Alone: on
// another locality of the process; as one of two processes: on the words of the second. See bench/README.md.

#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "options.hpp"
#include "sampling.hpp"

namespace scrump::remote_bench {
namespace {

using Word = RemoteHandle::Word;

constexpr std::size_t words = 1024;
constexpr std::size_t many = 64;

// Asks for operations, `ask(i)` for the i-th, with so many under way.
template <class Ask>
void keep_outstanding(std::size_t operations, unsigned outstanding, const Ask& ask) {
    std::vector<RemoteHandle> handles(outstanding);
    std::size_t next = 0;
    for (std::size_t i = 0; i < operations; ++i) {
        handles[next].wait();
        handles[next] = ask(i);
        if (++next == outstanding) next = 0;
    }
    for (RemoteHandle& handle : handles) handle.wait();
}

// One at a time needs no room for handles.
template <class Ask>
void one_by_one(std::size_t operations, const Ask& ask) {
    for (std::size_t i = 0; i < operations; ++i) ask(i).wait();
}

// Times all operations on the words of `owner`.
class Measurement {
  public:
    Measurement(const Options& options, std::string way, const SpmdWorker& self, unsigned owner)
        : options_(options), way_(std::move(way)), array_(*self.arrays.front()), owner_(owner) {}

    std::vector<Row> run() {
        for (const unsigned outstanding : options_.outstanding) {
            outstanding_ = outstanding;
            time("get", [this](std::size_t i) { return array_.get(owner_, i % words); });
            time("put", [this](std::size_t i) { return array_.put(owner_, i % words, i); });
            time("fetch_add", [this](std::size_t i) { return array_.fetch_add(owner_, i % words, 1); });
            time_swaps();
            std::vector<Word> to(many * outstanding);
            time("get of 64", [&](std::size_t i) {
                return array_.get(owner_, i * many % words, std::span(to).subspan(i % outstanding_ * many, many));
            });
            const std::array<Word, many> from{};
            time("put of 64", [&](std::size_t i) { return array_.put(owner_, i * many % words, from); });
        }
        return rows_;
    }

  private:
    template <class Ask>
    void time(const char* operation, const Ask& ask) {
        rows_.push_back(sample({.way = way_, .operation = operation, .outstanding = outstanding_, .nanoseconds = {}},
                               options_.sampling, [&](std::size_t operations) {
                                   if (outstanding_ == 1) return one_by_one(operations, ask);
                                   keep_outstanding(operations, outstanding_, ask);
                               }));
    }

    // Each succeeds: it expects what the last one at its word desired.
    void time_swaps() {
        const std::vector<Word> zeros(words);
        array_.put(owner_, 0, zeros).wait();
        std::size_t swaps = 0;
        time("compare_and_swap", [&](std::size_t) {
            const Word seen = swaps / words;
            return array_.compare_and_swap(owner_, swaps++ % words, seen, seen + 1);
        });
    }

    const Options& options_;
    const std::string way_;
    RemoteAccess& array_;
    const unsigned owner_;
    unsigned outstanding_ = 1;
    std::vector<Row> rows_;
};

std::string name_of_way(const SpmdWorker& self, const Session& session, unsigned owner) {
    const std::string where = session.size() == 1 ? "one process" : "two processes";
    return where + (self.arrays.front()->direct(owner) != nullptr ? ", direct" : ", messages");
}

int run(Session& session, const Options& options) {
    const Settings settings{
        .workers = 1, .localities = session.size() == 1 ? 2U : 1U, .session = &session, .pin = false};
    run_on_all_workers(settings, {{"timed", words}}, [&](const SpmdWorker& self) {
        if (self.locality != 0) return;
        const unsigned owner = 1;
        options.print(Measurement(options, name_of_way(self, session, owner), self, owner).run());
    });
    return 0;
}

}  // namespace
}  // namespace scrump::remote_bench

int main(int argc, char** argv) {
    CLI::App app{"Remote memory: nanoseconds an operation and operations a second"};
    scrump::remote_bench::Options options;
    options.declare(app);
    CLI11_PARSE(app, argc, argv);
    return scrump::run_in_session(
        [&](scrump::Session& session) { return scrump::remote_bench::run(session, options); });
}
