// Goes on from checkpoints that are sealed again after they were altered, so that what is altered is what the searches
// see: the nodes and answers of several problems. They may be refused, with an Error, or searched; nothing else.
//
// The first byte of an input chooses the problem, each four bytes after it alter its state: an offset of two bytes,
// what to do, and with which value.

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/knapsack/detail/generator.hpp>
#include <scrump/problems/semigroups/detail/generator.hpp>
#include <scrump/problems/sip/detail/generator.hpp>
#include <scrump/problems/tsp/detail/generator.hpp>
#include <scrump/search.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using scrump::Bytes;
using scrump::SearchOptions;

/// A search that was stopped, and the checkpoint that it left.
struct Stopped {
    std::function<void(const SearchOptions&)> run;
    scrump::detail::CheckpointFile checkpoint;
};

SearchOptions options() {
    return {.skeleton = scrump::Skeleton::sequential(), .pin = false, .node_limit = 40};
}

Stopped stop(std::function<void(const SearchOptions&)> run) {
    const std::string file = std::filesystem::temp_directory_path() / ("scrump-fuzz-" + std::to_string(::getpid()));
    SearchOptions first = options();
    first.checkpoints = {.file = file, .problem = "fuzz"};
    run(first);
    const Bytes bytes = scrump::read_file(file);
    std::filesystem::remove(file);
    return {std::move(run), scrump::detail::unpack(bytes, file)};
}

Stopped knapsack() {
    scrump::knapsack::Instance instance;
    scrump::SplitMix64 random(2);
    for (int i = 0; i < 40; ++i) {
        const auto weight = static_cast<std::int64_t>(1 + random.below(1000));
        instance.items.push_back({weight + 100, weight});
        instance.capacity += weight / 2;
    }
    const auto space = std::make_shared<scrump::knapsack::Space>(instance, 4);
    return stop([space](const SearchOptions& options) {
        scrump::maximise<scrump::knapsack::Generator>(*space, {}, options, {.start = scrump::knapsack::Node{}});
    });
}

Stopped semigroups() {
    return stop([](const SearchOptions& given) {
        using G = scrump::semigroups::Generator<2, scrump::semigroups::Portable>;
        SearchOptions options = given;
        options.depth_limit = scrump::semigroups::max_genus(2);
        scrump::enumerate<G>({}, G::root({}), scrump::CountPerDepth{}, options);
    });
}

Stopped subgraphs(scrump::sip::Goal goal) {
    scrump::sip::Problem problem;
    scrump::SplitMix64 random(3);
    const auto make = [&](std::size_t vertices, std::uint32_t percent) {
        scrump::graph::Graph graph(vertices);
        for (std::size_t a = 0; a < vertices; ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (random.below(100) < percent) graph.add_edge(a, b);
        return scrump::sip::LabelledGraph(graph);
    };
    problem.pattern = make(7, 30);
    problem.target = make(14, 50);
    const auto space = std::make_shared<scrump::sip::Space>(problem, goal);
    return stop([space](const SearchOptions& options) {
        scrump::enumerate<scrump::sip::Generator>(*space, space->root(), scrump::CountNodes{}, options);
    });
}

Stopped tours() {
    const auto instance = std::make_shared<scrump::tsp::Instance>(12);
    scrump::SplitMix64 random(4);
    for (std::size_t a = 0; a < 12; ++a)
        for (std::size_t b = 0; b < a; ++b) instance->set_distance(a, b, random.below(100));
    const auto space = std::make_shared<scrump::tsp::Space>(*instance);
    return stop([instance, space](const SearchOptions& given) {
        SearchOptions options = given;
        options.node_limit = 4;
        scrump::minimise<scrump::tsp::Generator>(*space, root(*space), options);
    });
}

const std::vector<Stopped>& searches() {
    static const std::vector<Stopped> all = {knapsack(), semigroups(), subgraphs(scrump::sip::Goal::see),
                                             subgraphs(scrump::sip::Goal::count), tours()};
    return all;
}

void alter(Bytes& state, const std::uint8_t* how) {
    if (state.empty()) return;
    const std::size_t at = (how[0] + 256U * how[1]) % state.size();
    const auto value = static_cast<char>(how[3]);
    switch (how[2] % 6) {
        case 0:
            state[at] = value;
            break;
        case 1:
            state[at] = static_cast<char>(state[at] ^ value);
            break;
        case 2:
            state[at] = static_cast<char>(state[at] + value);
            break;
        case 3:
            state.resize(at);
            break;
        case 4:
            state.replace(at, std::min<std::size_t>(state.size() - at, 8), 8, value);
            break;
        default:
            state += state.substr(at);
    }
}

/// A file that is in memory alone.
class Sealed {
  public:
    explicit Sealed(const Bytes& bytes) : descriptor_(::memfd_create("checkpoint", 0)) {
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
    const Stopped& search = searches()[data[0] % searches().size()];
    scrump::detail::CheckpointFile checkpoint = search.checkpoint;
    for (std::size_t at = 1; at + 4 <= size; at += 4) alter(checkpoint.parts.front(), data + at);
    const Sealed file(scrump::detail::pack(checkpoint));
    SearchOptions again = options();
    again.checkpoints = {.resume = file.name(), .problem = "fuzz"};
    try {
        search.run(again);
    } catch (const scrump::Error&) {
    }
    return 0;
}
