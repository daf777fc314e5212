#include <scrump/tasks/detail/common_standstill.hpp>

#include <scrump/tasks/detail/standstill.hpp>

#include "../runtime/wait_until.hpp"

#include <utility>

namespace scrump::detail {
namespace {

// The array's word, in the first locality, and what is in it.
constexpr std::size_t turn = 0;
constexpr RemoteArray::Word nobodys = 0;
constexpr RemoteArray::Word somebodys = 1;

}  // namespace

// Lets all others go, and gives the turn back, in any case.
class CommonStandstill::Turn {
  public:
    Turn(CommonStandstill& standstill, RemoteAccess& words) : standstill_(standstill), words_(words) {
        standstill_.said_.assign(words_.owners(), {});
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
        want(Wish::let_go);
        standstill_.wait(words_, [this] { return standstill_.wish() == Wish::nothing; });
        words_.put(0, turn, nobodys);
    }

    void call_others() { want_answers(Wish::call); }
    /// Says whether all others have come to stand still: not if the run ends.
    bool wait_for_others() { return wait_for_answers(); }
    /// While they do: the same for their answers.
    bool hear_others() {
        want_answers(Wish::ask);
        return wait_for_answers();
    }

  private:
    void want_answers(Wish wish) {
        standstill_.answers_.store(0, std::memory_order_relaxed);
        want(wish);
    }
    bool wait_for_answers() {
        const auto all = [this] { return standstill_.answers_.load(std::memory_order_acquire) == words_.owners() - 1; };
        return standstill_.wait(words_, all);
    }
    void want(Wish wish) {
        standstill_.wish_.store(wish, std::memory_order_release);
        standstill_.server_events_.notify_all();
    }

    CommonStandstill& standstill_;
    RemoteAccess& words_;
};

CommonStandstill::CommonStandstill(RemoteMemory& memory, Standstill& own)
    : turns_(memory.open("turn to have all workers stand still", 1)),
      server_events_(memory.server_events()),
      own_(own) {}

bool CommonStandstill::alone(unsigned worker, const std::function<void()>& call, const What& what) {
    RemoteAccess& words = turns_.access(worker);
    if (!take_turn(words)) {
        wait_for_turn(words);
        return false;
    }
    Turn mine(*this, words);
    mine.call_others();
    bool done = false;
    const auto with_all = [&] {
        if (!mine.wait_for_others() || !mine.hear_others()) return;
        what(said_);
        done = true;
    };
    // Until the one before has let the workers of this locality go.
    while (!own_.alone(call, with_all)) {
    }
    return done;
}

bool CommonStandstill::take_turn(RemoteAccess& words) {
    RemoteHandle before = words.compare_and_swap(0, turn, nobodys, somebodys);
    return before.wait() == nobodys && before.done();
}

void CommonStandstill::wait_for_turn(RemoteAccess& words) {
    wait(words, [&] {
        if (own_.wanted()) own_.stand();
        return words.get(0, turn).wait() == nobodys;
    });
}

// Says whether it came to that: not if the run has ended before.
template <class Over>
bool CommonStandstill::wait(const RemoteAccess& words, const Over& over) {
    for (unsigned round = 0; !over(); ++round) {
        if (words.ending()) return false;
        pause(round);
    }
    return true;
}

void CommonStandstill::note_said(unsigned locality, Bytes said) {
    said_[locality] = std::move(said);
    answers_.fetch_add(1, std::memory_order_release);
}

}  // namespace scrump::detail
