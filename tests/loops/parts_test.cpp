// Loops over data of which each locality has a part, on localities in this process.

#include <scrump/loops.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

LoopOptions options_for(unsigned localities, unsigned workers = 1) {
    return {.costs = {.mean = 1e-6, .sigma = 1e-6, .overhead = 1e-7},
            .workers = workers,
            .localities = localities,
            .pin = false,
            .stealing = {.checked = true}};
}

// So many numbers for each locality, all different.
std::vector<std::vector<std::uint64_t>> numbers(const std::vector<std::size_t>& sizes) {
    std::vector<std::vector<std::uint64_t>> all;
    std::uint64_t next = 1;
    for (const std::size_t size : sizes) {
        all.emplace_back(size);
        for (std::uint64_t& each : all.back()) each = next++;
    }
    return all;
}

std::vector<LoopElements<std::uint64_t>> views(std::vector<std::vector<std::uint64_t>>& data) {
    std::vector<LoopElements<std::uint64_t>> all;
    for (auto& each : data) all.emplace_back(each);
    return all;
}

// Where chunks wait until so many localities have one each.
class Meeting {
  public:
    explicit Meeting(unsigned all) : all_(all) {}

    void wait(LoopChunk& chunk) {
        {
            const std::lock_guard lock(mutex_);
            here_.insert(chunk.locality());
            count_ = static_cast<unsigned>(here_.size());
        }
        while (count_ < all_ && chunk.go_on()) std::this_thread::yield();
    }

  private:
    const unsigned all_;
    std::mutex mutex_;
    std::set<unsigned> here_;  // guarded by the mutex
    std::atomic<unsigned> count_ = 0;
};

std::uint64_t f(std::uint64_t x) {
    return x * x + 7;
}

const std::vector<const char*> orders = {"off",
                                         "decentralised",
                                         "coordinator",
                                         "coordinator:victims=laws",
                                         "coordinator:victims=nlaws",
                                         "coordinator:victims=nlaws,divisor=4",
                                         "coordinator:steals=0"};

TEST(Parts, EachElementIsWorkedOnOnceUnderEveryTechniqueAndOrder) {
    for (const std::string& technique : Technique::names()) {
        for (const char* const order : orders) {
            for (const std::vector<std::size_t>& sizes :
                 {std::vector<std::size_t>{100, 3, 0}, {0, 0, 57}, {0, 0}, {1}, {40, 40, 40, 40}}) {
                auto data = numbers(sizes);
                auto right = data;
                for (auto& part : right) std::ranges::transform(part, part.begin(), f);
                LoopOptions options = options_for(static_cast<unsigned>(sizes.size()));
                options.technique = Technique::parse(technique == "block-cyclic" ? "block-cyclic:size=3" : technique);
                options.stealing.order = StealOrder::parse(order);
                const auto result =
                    distributed_loop(options, views(data), [](std::uint64_t& element) { element = f(element); });
                EXPECT_EQ(result.status, Status::complete);
                ASSERT_EQ(data, right) << technique << " " << order;
                EXPECT_EQ(result.statistics.iterations, std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
                EXPECT_EQ(result.statistics.transfers.size(), sizes.size());
                EXPECT_TRUE(result.kept.empty());
            }
        }
    }
}

// Iterations end only when each of the localities that may steal runs one, though one alone has a part: so all must
// have stolen.
TEST(Parts, GenericBodiesGetSingleElements) {
    std::vector<double> data(100, 3.0);
    distributed_loop(options_for(1, 2), LoopElements<double>(data), [](auto& x) { x = x * x; });
    EXPECT_EQ(data, std::vector<double>(100, 9.0));
    distributed_loop(options_for(1, 2), LoopElements<double>(data),
                     [](auto& x, auto i) { x = static_cast<double>(i); });
    EXPECT_EQ(data[99], 99.0);
    std::vector<int> out(100);
    distributed_loop(options_for(1, 2), LoopElementsInto<double, int>(data, out),
                     [](const auto& from, auto& to) { to = static_cast<int>(from) + 1; });
    EXPECT_EQ(out[99], 100);
}

TEST(Parts, LocalitiesThatHaveNothingSteal) {
    for (const char* const order : orders) {
        // With nLAWS by four, 2 and 3 can only steal from each other.
        if (std::string(order) == "off" || std::string(order).find("divisor") != std::string::npos) continue;
        const bool first_takes_part = std::string(order).find("steals=0") == std::string::npos;
        for (const unsigned rich : {0U, 2U}) {
            if (rich == 0 && !first_takes_part) continue;
            std::vector<std::size_t> sizes(4);
            sizes[rich] = 64;
            auto data = numbers(sizes);
            auto right = data;
            for (auto& part : right) std::ranges::transform(part, part.begin(), f);
            LoopOptions options = options_for(4);
            options.technique = Technique::parse("ss");
            options.stealing.order = StealOrder::parse(order);
            // Under nLAWS some can only steal from who has stolen.
            Meeting meeting(first_takes_part ? 4 : 3);
            const auto result =
                distributed_loop(options, views(data), [&](std::span<std::uint64_t> elements, LoopChunk& chunk) {
                    meeting.wait(chunk);
                    for (std::uint64_t& element : elements) element = f(element);
                });
            EXPECT_EQ(data, right) << order;
            EXPECT_GT(result.statistics.stolen(), 0U) << order;
            for (unsigned locality = 0; locality < 4; ++locality) {
                const LoopTransfers& transfers = result.statistics.transfers[locality];
                const bool takes_part = locality != 0 || first_takes_part;
                EXPECT_EQ(result.statistics.shares[locality].iterations > 0, takes_part) << order << locality;
                if (locality == rich) continue;
                EXPECT_EQ(transfers.won > 0, takes_part) << order << locality;
                EXPECT_EQ(transfers.iterations > 0, takes_part) << order << locality;
            }
            EXPECT_GT(result.statistics.transfers[rich].sent, 0U);
        }
    }
}

// What stays with the thief: its own copies have the results, and the owner's data are as they were.
// The last iteration waits until it was told that all others were run, in both localities.
TEST(Parts, ProgressIsThatOfAllLocalities) {
    auto data = numbers({40, 60});
    LoopOptions options = options_for(2);
    options.technique = Technique::parse("ss");
    options.stealing.order = StealOrder::parse("off");
    options.progress_interval = std::chrono::milliseconds(1);
    std::atomic<bool> told = false;
    options.progress = [&](const LoopProgress& progress) {
        told = progress.iterations == 99 && progress.expected == 100 && progress.workers == 2;
    };
    const auto result = distributed_loop(options, views(data), [&](std::uint64_t& element) {
        while (element == 100 && !told) std::this_thread::yield();
        element = 0;
    });
    EXPECT_EQ(result.statistics.iterations, 100U);
}

TEST(Parts, AChunkThatWasToldNotToGoOnHasNotRun) {
    auto data = numbers({100});
    std::stop_source stop;
    LoopOptions options = options_for(1);
    options.stop = stop.get_token();
    const auto result = distributed_loop(options, views(data), [&](std::span<std::uint64_t>, LoopChunk& chunk) {
        stop.request_stop();
        while (chunk.go_on()) std::this_thread::yield();
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.statistics.iterations, 0U);
}

TEST(Parts, ResultsMayStayWithTheThief) {
    auto data = numbers({32, 0});
    const auto before = data;
    LoopOptions options = options_for(2);
    options.technique = Technique::parse("ss");
    options.stealing.results_go_home = false;
    Meeting meeting(2);
    const auto result =
        distributed_loop(options, views(data), [&](std::span<std::uint64_t> elements, LoopChunk& chunk) {
            meeting.wait(chunk);
            for (std::uint64_t& element : elements) element = f(element);
        });
    EXPECT_FALSE(result.kept.empty());
    std::set<std::uint64_t> kept;
    for (const auto& piece : result.kept) {
        EXPECT_EQ(piece.owner, 0U);
        const std::span<std::uint64_t> elements = piece.elements();
        ASSERT_EQ(elements.size(), piece.range.size());
        for (std::uint64_t i = piece.range.first; i < piece.range.last; ++i) {
            EXPECT_EQ(elements[i - piece.range.first], f(before[0][i]));
            EXPECT_TRUE(kept.insert(i).second);
        }
    }
    for (std::uint64_t i = 0; i < 32; ++i) EXPECT_EQ(data[0][i], kept.contains(i) ? before[0][i] : f(before[0][i]));
    EXPECT_EQ(kept.size(), result.statistics.stolen());
}

// Has one locality wait until another one has run something of its part: then data have travelled, and come back.
template <class Data, class Body>
auto with_a_thief(const std::vector<Data>& parts, const Body& body) {
    LoopOptions options = options_for(static_cast<unsigned>(parts.size()));
    options.technique = Technique::parse("ss");
    std::atomic<bool> stolen = false;
    const auto result = distributed_loop(options, parts, [&](auto& elements, LoopChunk& chunk) {
        if (chunk.locality() != chunk.owner()) stolen = true;
        while (!stolen) std::this_thread::yield();
        body(elements, chunk);
    });
    EXPECT_GT(result.statistics.stolen(), 0U);
    return result;
}

TEST(Parts, OnlyWhatIsReadTravelsToAThiefAndOnlyWhatIsWrittenBack) {
    const std::vector<int> in = {1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<double> out(8);
    std::vector<double> none;
    using Data = LoopElementsInto<int, double>;
    with_a_thief<Data>({Data(in, out), Data({}, none)}, [](Data::Both& both, LoopChunk&) {
        for (std::size_t i = 0; i < both.in.size(); ++i) both.out[i] = both.in[i] / 2.0;
    });
    EXPECT_EQ(out, (std::vector<double>{0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4}));
    EXPECT_THROW(Data(in, none), UsageError);
}

TEST(Parts, SlabsTravelAlongAnyAxis) {
    for (const unsigned axis : {0U, 1U, 2U}) {
        std::vector<int> cube(3 * 4 * 5);
        std::iota(cube.begin(), cube.end(), 0);
        std::vector<int> none;
        std::array<std::size_t, 3> empty = {3, 4, 5};
        empty[axis] = 0;
        with_a_thief<LoopSlabs<int>>({LoopSlabs<int>(cube, {3, 4, 5}, axis), LoopSlabs<int>(none, empty, axis)},
                                     [&](Slab<int>& slab, LoopChunk& chunk) {
                                         EXPECT_EQ(slab.extents[axis], chunk.size());
                                         for (std::size_t x = 0; x < slab.extents[0]; ++x)
                                             for (std::size_t y = 0; y < slab.extents[1]; ++y)
                                                 for (std::size_t z = 0; z < slab.extents[2]; ++z)
                                                     slab(x, y, z) = 10 * slab(x, y, z) + static_cast<int>(axis);
                                     });
        for (std::size_t i = 0; i < cube.size(); ++i)
            EXPECT_EQ(cube[i], 10 * static_cast<int>(i) + static_cast<int>(axis));
    }
    std::vector<int> cube(7);
    EXPECT_THROW(LoopSlabs<int>(cube, {1, 2, 3}, 0), UsageError);
    EXPECT_THROW(LoopSlabs<int>(cube, {1, 1, 7}, 3), UsageError);
}

TEST(Parts, ObjectsTravelByTheCodec) {
    std::vector<std::string> words = {"a", "bb", "", "dddd", "e"};
    std::vector<std::string> none;
    with_a_thief<LoopObjects<std::string>>({LoopObjects<std::string>(words), LoopObjects<std::string>(none)},
                                           [](std::span<std::string>& some, LoopChunk&) {
                                               for (std::string& word : some) word += word + "!";
                                           });
    EXPECT_EQ(words, (std::vector<std::string>{"aa!", "bbbb!", "!", "dddddddd!", "ee!"}));
}

// Data that arrive as something else.
struct Damaged : LoopElements<int> {
    using LoopElements<int>::LoopElements;
    Bytes pack(ChunkRule::Range range) const { return LoopElements<int>::pack(range) + "!"; }
    struct Stolen {
        std::vector<int> elements;
        Damaged view() { return Damaged(elements); }
    };
    Stolen unpack(std::uint64_t count, const Bytes& bytes) const {
        LoopElements<int>::unpack(count, bytes);
        return {std::vector<int>(count)};
    }
};

TEST(Parts, DataOfAnotherSizeEndTheLoop) {
    std::vector<int> one(100);
    std::vector<int> none;
    LoopOptions options = options_for(2);
    options.technique = Technique::parse("ss");
    try {
        distributed_loop(options, std::vector<Damaged>{Damaged(one), Damaged(none)},
                         [](std::span<int>, LoopChunk& chunk) {
                             while (chunk.go_on()) std::this_thread::yield();
                         });
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("bytes instead of"), std::string::npos) << error.what();
    }
}

TEST(Parts, WhatTheBodyThrowsIsThrown) {
    for (const char* const order : orders) {
        auto data = numbers({1000, 0, 10});
        LoopOptions options = options_for(3, 2);
        options.stealing.order = StealOrder::parse(order);
        EXPECT_THROW(distributed_loop(options, views(data),
                                      [](std::uint64_t& element) {
                                          if (element == 500) throw std::runtime_error("five hundred");
                                      }),
                     std::runtime_error)
            << order;
    }
}

TEST(Parts, SaysWhatItCannotDo) {
    auto data = numbers({10, 10});
    const auto nothing = [](std::uint64_t&) {};
    EXPECT_THROW(distributed_loop(options_for(3), views(data), nothing), UsageError);
    EXPECT_THROW(distributed_loop(options_for(0), std::vector<LoopElements<int>>{}, [](int&) {}), UsageError);
    LoopOptions options = options_for(2);
    options.stealing.amount.ratio = 0;
    EXPECT_THROW(distributed_loop(options, views(data), nothing), UsageError);
    options.stealing.amount.ratio = 1.5;
    EXPECT_THROW(distributed_loop(options, views(data), nothing), UsageError);
}

}  // namespace
}  // namespace scrump
