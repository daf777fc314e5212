// Stealing between localities step by step, on one thread: the victim acts while the thief looks for its answer.

#include <scrump/tasks/detail/private_deque.hpp>
#include <scrump/tasks/detail/remote_stealing.hpp>

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/same_page.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/tasks.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/ext/companion.hpp>

#include "tasks/no_owner.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

using namespace detail;

std::string doubled(const std::string& text) {
    return text + text;
}
int negated(int number) {
    return -number;
}

// Three localities of one worker, each with a deque.
class RemoteStealingSteps : public testing::Test {
  protected:
    static constexpr std::size_t capacity = 100;

    struct Locality {
        Locality(Transport& transport, EventCount& events, const Settings& settings)
            : memory(transport, 1, events), stealing(memory, false), worker(stealing, 0, settings) {}

        RemoteMemory memory;
        LocalityStealing stealing;
        RemoteStealing worker;
        PrivateDeque deque{no_owner(), capacity};
        Descriptor* top = deque.first();

        template <auto function, class Argument>
        Descriptor& spawn(Argument argument) {
            Call<Named<function>, Argument>::store(*top, Named<function>(), std::move(argument));
            return *top++;
        }
        bool answer() { return worker.answer(deque, top - 1); }
    };

    RemoteStealingSteps() {
        for (unsigned index = 0; index < 3; ++index)
            localities_.push_back(std::make_unique<Locality>(network_.endpoint(index), network_.events(), settings_));
        victim().worker.open();
    }

    Locality& victim() { return *localities_[0]; }
    Locality& thief() { return *localities_[1]; }
    Locality& other() { return *localities_[2]; }

    // While it looks, `meanwhile` is done once.
    std::optional<RemoteTask> steal(const std::function<void()>& meanwhile, bool over = false) {
        bool done = false;
        return thief().worker.steal(0, [&] {
            if (!std::exchange(done, true)) meanwhile();
            return over;
        });
    }
    std::uint64_t round_trips(Locality& of) {
        LocalityStatistics figures;
        of.worker.add_to(figures);
        return figures.traffic.round_trips;
    }
    // What is on its way between all localities is taken in. Returns how many messages there were.
    std::size_t deliver_messages() {
        std::size_t messages = 0;
        for (const auto& from : localities_) {
            for (auto& [to, message] : from->stealing.messages.take_outgoing().messages) {
                LocalityStealing& stealing = localities_[to]->stealing;
                RemoteCells::announce(stealing.array, stealing.messages.deliver(message));
                ++messages;
            }
        }
        return messages;
    }
    // What the thief makes of it.
    void run(const RemoteTask& stolen, Locality& by) {
        Descriptor task{};
        stolen.call->steps().unpack(task, stolen.arguments);
        task.execute(task, Fate::run, std::bit_cast<Fork>(by.top));  // which these functions do not take
        by.worker.bring_back(stolen, task);
    }

    InProcessNetwork network_{3};
    Settings settings_{.workers = 1, .localities = 3};
    std::vector<std::unique_ptr<Locality>> localities_;
};

TEST_F(RemoteStealingSteps, ATaskGoesAsBytesAndItsResultComesBack) {
    Descriptor& task = victim().spawn<negated>(7);
    victim().spawn<negated>(8);
    const auto stolen = steal([&] { EXPECT_TRUE(victim().answer()); });
    ASSERT_TRUE(stolen);
    EXPECT_EQ(stolen->owner, 0U);
    EXPECT_TRUE(victim().deque.is_stolen(&task));
    EXPECT_TRUE(RemoteStealing::is_remote(task.thief));
    EXPECT_EQ(RemoteStealing::worker_of(task.thief), 1U);
    EXPECT_FALSE(victim().worker.has_ended(task));
    run(*stolen, thief());
    EXPECT_TRUE(victim().worker.has_ended(task));
    EXPECT_EQ(task.get(), Descriptor::State::done);
    EXPECT_EQ(task.take<int>(), -7);
    EXPECT_EQ(round_trips(thief()), 2U);
    EXPECT_EQ(deliver_messages(), 0U);
}

// Of tasks that refer to nothing.
class NothingToTranslate final : public Translator {
  public:
    bool is_worth_sending(unsigned /*worker*/, const References& /*arguments*/) override { return worth_sending; }
    Bytes pack_arguments(unsigned /*worker*/, unsigned /*thief*/, const References& /*arguments*/) override {
        return {};
    }
    void unpack_arguments(unsigned /*worker*/, unsigned /*victim*/, Bytes /*data*/,
                          const References& /*arguments*/) override {}
    Bytes pack_result(unsigned /*worker*/, unsigned /*victim*/, const References& /*result*/) override { return {}; }
    void unpack_result(unsigned /*worker*/, unsigned /*thief*/, Bytes /*data*/, const References& /*result*/) override {
    }
    void note_failure(unsigned /*worker*/, unsigned /*thief*/) override {}
    void hold(unsigned /*worker*/, const References& /*arguments*/) override {}
    void release(unsigned /*worker*/, std::size_t /*arguments*/) override {}

    bool worth_sending = false;
};

TEST_F(RemoteStealingSteps, ARequestStaysUntilThereIsATaskWorthAJourney) {
    NothingToTranslate translator;
    victim().stealing.translator = &translator;
    Descriptor& small = victim().spawn<negated>(7);
    Descriptor& large = victim().spawn<negated>(8);
    const auto stolen = steal([&] {
        EXPECT_FALSE(victim().answer());
        EXPECT_TRUE(victim().worker.is_asked());
        translator.worth_sending = true;
        victim().spawn<negated>(9);
        EXPECT_TRUE(victim().answer());
        EXPECT_FALSE(victim().worker.is_asked());
    });
    ASSERT_TRUE(stolen);
    EXPECT_TRUE(small.claim());
    EXPECT_EQ(large.get(), Descriptor::State::given);
    EXPECT_EQ(RemoteStealing::worker_of(large.thief), 1U);
}

TEST_F(RemoteStealingSteps, WhatHasNoRoomInACellGoesAsAMessage) {
    for (const std::size_t size : {1U, 20U, 40U, 41U, 5000U}) {
        Descriptor& task = victim().spawn<doubled>(std::string(size, 'a'));
        victim().spawn<negated>(8);
        std::size_t messages = 0;
        const auto stolen = steal([&] {
            EXPECT_TRUE(victim().answer());
            messages += deliver_messages();
        });
        ASSERT_TRUE(stolen) << size;
        run(*stolen, thief());
        EXPECT_EQ(messages, size > 40 ? 1U : 0U);  // with eight bytes that say how long the text is
        EXPECT_EQ(victim().worker.has_ended(task), size <= 20);
        EXPECT_EQ(deliver_messages(), size > 20 ? 1U : 0U);
        EXPECT_TRUE(victim().worker.has_ended(task));
        EXPECT_EQ(task.take<std::string>(), std::string(2 * size, 'a'));
        victim().deque.leave(&task);
        victim().top = &task;
    }
}

TEST_F(RemoteStealingSteps, AThiefThatIsRefusedKnowsIt) {
    victim().spawn<negated>(7);  // which is the last
    bool asked = false;
    EXPECT_FALSE(steal([&] {
        asked = victim().worker.is_asked();
        EXPECT_FALSE(victim().answer());
    }));
    EXPECT_TRUE(asked);
    EXPECT_EQ(round_trips(thief()), 2U);
    EXPECT_FALSE(steal([&] { victim().worker.close(); }));
    EXPECT_EQ(round_trips(thief()), 4U);
}

// Thieves of the victim's own locality may take the task that it saw, and leave it one that cannot travel.
TEST_F(RemoteStealingSteps, WhatCannotTravelAfterAllIsLeftToItsOwner) {
    struct Overtaken final : TaskDeque {
        using TaskDeque::TaskDeque;
        Descriptor* oldest(const Descriptor* /*below*/) const override { return first() + 1; }
        TakenTasks take(const Descriptor* /*below*/, const StealAmount& /*amount*/) override {
            return {.first = bottom_++, .count = 1};
        }
    } deque(no_owner(), capacity);
    const auto stays = [](int number) { return number; };
    Call<decltype(stays), int>::store(*deque.first(), stays, 7);
    Call<Named<negated>, int>::store(*(deque.first() + 1), Named<negated>(), 8);
    EXPECT_FALSE(steal([&] { EXPECT_FALSE(victim().worker.answer(deque, deque.first() + 2)); }));
    EXPECT_TRUE(deque.first()->claim()) << "its owner runs it";
}

TEST_F(RemoteStealingSteps, WhoHasNothingIsNotAsked) {
    victim().worker.close();
    EXPECT_FALSE(steal([] { ADD_FAILURE() << "waits for an answer"; }));
    EXPECT_EQ(round_trips(thief()), 1U);
    victim().worker.open();
    EXPECT_FALSE(victim().worker.is_asked());
}

TEST_F(RemoteStealingSteps, OneThiefAtATime) {
    EXPECT_FALSE(steal([&] {
        EXPECT_FALSE(other().worker.steal(0, [] {
            ADD_FAILURE() << "waits for an answer";
            return true;
        }));
        victim().answer();
    }));
}

TEST_F(RemoteStealingSteps, AVictimOfThisHostIsToldThatItIsAsked) {
    EXPECT_FALSE(steal([&] {
        EXPECT_EQ(thief().stealing.messages.take_outgoing().to_notify, std::vector<unsigned>{0});
        EXPECT_TRUE(RemoteCells::is_asked(victim().stealing.array, 0));
        victim().answer();
        EXPECT_FALSE(RemoteCells::is_asked(victim().stealing.array, 0));
    }));
}

TEST_F(RemoteStealingSteps, ARequestThatIsTakenBackIsNotAnswered) {
    EXPECT_FALSE(steal([] {}, true));
    EXPECT_FALSE(victim().worker.is_asked());
    EXPECT_EQ(round_trips(thief()), 2U);
}

TEST_F(RemoteStealingSteps, WhatIsGivenWhileARequestIsTakenBackIsTaken) {
    victim().spawn<negated>(7);
    victim().spawn<negated>(8);
    EXPECT_TRUE(steal([&] { EXPECT_TRUE(victim().answer()); }, true));
}

TEST_F(RemoteStealingSteps, AThiefIsPatientAndThenAsksSomebodyElse) {
    EXPECT_FALSE(steal([] {}));
    EXPECT_FALSE(victim().worker.is_asked());
}

TEST_F(RemoteStealingSteps, NoMoreIsGivenThanThereAreResultCells) {
    for (unsigned i = 0; i < RemoteCells::result_slots + 2; ++i) victim().spawn<negated>(1);
    std::vector<RemoteTask> stolen;
    for (unsigned i = 0; i < RemoteCells::result_slots; ++i) {
        auto next = steal([&] { EXPECT_TRUE(victim().answer()); });
        ASSERT_TRUE(next);
        stolen.push_back(std::move(*next));
    }
    EXPECT_FALSE(steal([&] { EXPECT_FALSE(victim().answer()); }));
    // A result that has come is taken out of its cell, which is emptied before it is given again.
    run(stolen[5], thief());
    EXPECT_TRUE(steal([&] { EXPECT_TRUE(victim().answer()); }));
    Descriptor* const first = victim().deque.first();
    EXPECT_TRUE(first[5].finished());
    EXPECT_EQ(first[5].take<int>(), -1);
    EXPECT_FALSE(victim().worker.has_ended(first[4]));
    EXPECT_FALSE(victim().worker.has_ended(first[RemoteCells::result_slots]));
}

TEST_F(RemoteStealingSteps, WhereTheRunEndsNobodyWaits) {
    Descriptor& task = victim().spawn<negated>(7);
    victim().spawn<negated>(8);
    ASSERT_TRUE(steal([&] { victim().answer(); }));
    EXPECT_FALSE(steal([&] { thief().memory.end(); }));
    EXPECT_FALSE(victim().worker.has_ended(task));
    victim().memory.end();
    EXPECT_TRUE(victim().worker.has_ended(task));
    ASSERT_EQ(task.get(), Descriptor::State::failed);
    EXPECT_THROW(std::rethrow_exception(task.take<std::exception_ptr>()), Abandoned);
}

// Two localities on one host and one on another, of two workers each.
TEST(RemoteVictims, ThoseNearbyAreNamedFirst) {
    InProcessNetwork network({{{.host = 0}, {.host = 0}, {.host = 1}}});
    const Settings settings{.workers = 2, .localities = 3, .policy = Policy{.kind = Policy::Kind::hierarchical}};
    std::vector<std::unique_ptr<RemoteMemory>> memories;
    std::vector<std::unique_ptr<LocalityStealing>> stealing;
    for (unsigned index = 0; index < 3; ++index) {
        memories.push_back(std::make_unique<RemoteMemory>(network.endpoint(index), 2, network.events()));
        stealing.push_back(std::make_unique<LocalityStealing>(*memories.back(), false));
    }
    RemoteStealing second(*stealing[0], 1, settings);
    EXPECT_EQ(second.size(), 6U);
    const auto next = [&] { return second.choose().value(); };
    EXPECT_EQ(next(), 0U);
    EXPECT_TRUE(second.is_here(0));
    EXPECT_EQ(std::set({next(), next()}), (std::set{2U, 3U}));
    EXPECT_FALSE(second.is_here(2));
    EXPECT_EQ(std::set({next(), next()}), (std::set{4U, 5U}));
    EXPECT_EQ(next(), 0U);
}

// Two localities of two workers each, all in one memory.
TEST(RemoteCellsTest, AThiefRaisesTheBoundaryOfTheWorkerThatItAsks) {
    InProcessNetwork network(2);
    RemoteMemory victims(network.endpoint(0), 2, network.events());
    RemoteMemory thieves(network.endpoint(1), 2, network.events());
    LocalityStealing there(victims, true);
    LocalityStealing here(thieves, true);
    RemoteCells other(there.array, there.messages, 0, 2);
    RemoteCells victim(there.array, there.messages, 1, 2);
    RemoteCells thief(here.array, here.messages, 2, 2);
    const auto boundary = [](RemoteCells& of) { return *static_cast<const RemoteCells::Word*>(of.page()); };
    for (RemoteCells* const each : {&other, &victim})
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(each->page()) % page_size(), 0U);
    victim.open();
    ASSERT_TRUE(thief.ask(1));
    EXPECT_EQ(boundary(victim), 0U) << "it does not lie there";
    EXPECT_EQ(here.messages.take_outgoing().to_notify, std::vector<unsigned>{0});
    ASSERT_TRUE(thief.withdraw(1));
    victim.boundary_is_in_page();
    ASSERT_TRUE(thief.ask(1));
    EXPECT_EQ(boundary(victim), StealBoundary::raised);
    EXPECT_EQ(boundary(other), 0U);
    EXPECT_TRUE(here.messages.take_outgoing().to_notify.empty());
}

}  // namespace
}  // namespace scrump::test
