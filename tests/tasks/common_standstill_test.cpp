// A worker does something while the workers of all localities stand still, in localities of one process.

#include "tasks/companion.hpp"

#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace scrump {
namespace {

using detail::CommonStandstill;
using test::AtHand;
using test::SmallCompanion;

// What tasks of all localities do, which get no pointers along: of the test that runs.
struct Observed {
    static constexpr unsigned most_localities = 4;

    std::atomic<std::uint64_t> steps = 0;
    std::array<std::atomic<std::uint64_t>, most_localities> by_locality{};
    std::atomic<std::uint64_t> times = 0;
    bool disturbed = false;               // written by who is alone
    std::atomic<std::uint64_t> told = 0;  // what it tells others
    std::atomic<std::uint64_t> wrong = 0;
};
Observed* observed = nullptr;

// Says which locality's it is, and learns what was told.
class ObservedCompanion final : public detail::Companion {
  public:
    explicit ObservedCompanion(detail::TaskLocality& home)
        : small_(home), locality_(home.remote_memory().transport().self()) {}

    void* context(unsigned worker) override { return small_.context(worker); }
    Bytes standing() override { return Encoder().put(locality_).take(); }
    void catch_up() override { known = observed->told; }

    unsigned locality() const { return locality_; }

    std::uint64_t known = 0;

  private:
    SmallCompanion small_;
    unsigned locality_;
};

class CommonStandstillOfTasks : public testing::Test {
  protected:
    void SetUp() override { observed = &observed_; }
    void TearDown() override { observed = nullptr; }

    detail::TasksOutcome run(TaskOptions options, const std::function<void(Fork)>& first) {
        companions().clear();
        options.pin = false;
        return detail::run_first_task(options, {.call = first}, [](detail::TaskLocality& home) {
            auto made = std::make_unique<ObservedCompanion>(home);
            companions()[&home] = made.get();
            return made;
        });
    }

  public:
    static std::map<const detail::TaskLocality*, ObservedCompanion*>& companions() {
        static std::map<const detail::TaskLocality*, ObservedCompanion*> all;
        return all;
    }

  protected:
    Observed observed_;
};

// Nobody makes a step meanwhile; all others are heard, and will hear what is told.
void be_alone(AtHand& here) {
    const unsigned self = CommonStandstillOfTasks::companions().at(&here.home)->locality();
    const auto look = [&](const CommonStandstill::OfOthers& of_others) {
        const std::uint64_t before = observed->steps;
        for (int time = 0; time < 3; ++time) std::this_thread::yield();
        observed->disturbed = observed->disturbed || observed->steps != before;
        for (unsigned locality = 0; locality < of_others.size(); ++locality) {
            const bool right = locality == self ? of_others[locality].empty()
                                                : Decoder(of_others[locality]).get<unsigned>() == locality;
            if (!right) ++observed->wrong;
        }
        ++observed->times;
        ++observed->told;
        CommonStandstillOfTasks::companions().at(&here.home)->catch_up();
    };
    while (!here.home.alone_among_all(here.worker, look))
        if (here.home.ending()) return;
}

long fib_with_common_stops(Fork fork, int n, std::uint64_t every) {
    AtHand& here = test::at_hand(fork);
    const ObservedCompanion& companion = *CommonStandstillOfTasks::companions().at(&here.home);
    ++observed->by_locality[companion.locality()];
    if (companion.known != observed->told) ++observed->wrong;
    if (++observed->steps % every == 0) be_alone(here);
    if (n < 2) return n;
    auto first = fork.spawn<fib_with_common_stops>(n - 1, every);
    const long second = fork.call<fib_with_common_stops>(n - 2, every);
    const long sum = fork.sync(first) + second;
    if (companion.known != observed->told) ++observed->wrong;
    return sum;
}

TEST_F(CommonStandstillOfTasks, NoTaskOfAnyLocalityMakesProgressMeanwhile) {
    for (const unsigned localities : {2U, 3U}) {
        for (const unsigned workers : {1U, 2U}) {
            std::uint64_t elsewhere = 0;
            while (elsewhere < 100) {
                Observed now;
                observed = &now;
                const auto outcome = run({.workers = workers, .localities = localities}, [&](Fork fork) {
                    EXPECT_EQ(fork.call<fib_with_common_stops>(15, std::uint64_t{50}), 610);
                });
                EXPECT_EQ(outcome.status, Status::complete);
                EXPECT_FALSE(now.disturbed);
                EXPECT_EQ(now.wrong, 0U);
                EXPECT_EQ(now.times, now.steps / 50);
                for (unsigned other = 1; other < localities; ++other) elsewhere += now.by_locality[other];
            }
        }
    }
}

// All want it, all the time.
TEST_F(CommonStandstillOfTasks, SeveralThatWantItHaveItOneAfterTheOther) {
    std::uint64_t elsewhere = 0;
    while (elsewhere < 20) {
        Observed now;
        observed = &now;
        run({.workers = 2, .localities = 3},
            [&](Fork fork) { EXPECT_EQ(fork.call<fib_with_common_stops>(9, std::uint64_t{1}), 34); });
        EXPECT_FALSE(now.disturbed);
        EXPECT_EQ(now.wrong, 0U);
        EXPECT_EQ(now.times, 109U);  // calls of fib(9)
        elsewhere += now.by_locality[1] + now.by_locality[2];
    }
}

TEST_F(CommonStandstillOfTasks, LocalitiesThatHaveNothingToDoStandStillToo) {
    run({.workers = 2, .localities = 3}, [&](Fork fork) {
        for (int time = 0; time < 50; ++time) be_alone(test::at_hand(fork));
    });
    EXPECT_EQ(observed_.times, 50U);
    EXPECT_EQ(observed_.wrong, 0U);
}

TEST_F(CommonStandstillOfTasks, AnExceptionOfWhatIsDoneLetsAllGoOn) {
    run({.workers = 2, .localities = 2}, [&](Fork fork) {
        AtHand& here = test::at_hand(fork);
        for (int time = 0; time < 3; ++time) {
            EXPECT_THROW(here.home.alone_among_all(here.worker,
                                                   [](const auto& /*of_others*/) { throw std::range_error("in it"); }),
                         std::range_error);
        }
        be_alone(here);
    });
    EXPECT_EQ(observed_.times, 1U);
}

// Who is alone, who waits for that, and who stands still: none of them waits for the end.
TEST_F(CommonStandstillOfTasks, ARunEndsWhereverItIsThen) {
    for (std::uint64_t round = 0; round < 40; ++round) {
        Observed now;
        observed = &now;
        std::stop_source stop;
        const auto outcome =
            run({.workers = 2, .localities = 2 + static_cast<unsigned>(round % 2), .stop = stop.get_token()},
                [&](Fork fork) {
                    std::thread stops([&] {
                        while (now.times < round) std::this_thread::yield();
                        stop.request_stop();
                    });
                    try {
                        while (true) fork.call<fib_with_common_stops>(8, 1 + round % 5);
                    } catch (...) {
                        stops.join();
                        throw;
                    }
                });
        EXPECT_EQ(outcome.status, Status::cancelled);
    }
}

}  // namespace
}  // namespace scrump
