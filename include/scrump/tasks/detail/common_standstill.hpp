#pragma once
// A worker does something while the workers of all localities stand still. What it has to know of the others their
// companions say (companion.hpp), and these see to it that they know what was done before they go on.
//
// Protocol: there is one turn, a word of the first locality, that is taken by compare-and-swap. Whoever has it wants
// something of the thread that serves its locality, one after the other: that all others are called, that they are
// asked, and that they are let go. In each of them the serving thread has all workers stand still (standstill.hpp), and
// says so once they do. When all stand, so that nothing is on its way between them any more, each is asked what its
// companion has to say; when they are let go the companion catches up first. What any worker did before is before what
// is done, and that before what they do then, by the messages. A call of the next one that has its turn may come to a
// locality before it has heard that the former one lets go: it is done after that.
//
// Where the run ends, nobody waits any more.

#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::detail {

class Standstill;

class CommonStandstill {
  public:
    /// What its companion said in each locality; nothing of the own one.
    using OfOthers = std::vector<Bytes>;
    using What = std::function<void(const OfOthers&)>;

    /// Opens an array. `own` is that of the locality.
    CommonStandstill(RemoteMemory& memory, Standstill& own);

    /// Does it, if this worker has its turn, once `call` has made all others of its locality come by; else stands
    /// still, as long as another one has. Says whether it was done. Throws what `what` throws, when all go on.
    bool alone(unsigned worker, const std::function<void()>& call, const What& what);

    // --- For the thread that serves

    enum class Wish : std::uint8_t { nothing, call, ask, wait, let_go };

    Wish wish() const { return wish_.load(std::memory_order_acquire); }
    /// What was wished is done.
    void fulfil(Wish next) { wish_.store(next, std::memory_order_release); }
    /// A locality stands still.
    void note_standing() { answers_.fetch_add(1, std::memory_order_release); }
    /// A locality was asked.
    void note_said(unsigned locality, Bytes said);

  private:
    class Turn;

    bool take_turn(RemoteAccess& words);
    void wait_for_turn(RemoteAccess& words);
    template <class Over>
    bool wait(const RemoteAccess& words, const Over& over);

    RemoteArray& turns_;
    EventCount& server_events_;
    Standstill& own_;
    std::atomic<Wish> wish_ = Wish::nothing;
    OfOthers said_;                      // the serving thread's until all have answered
    std::atomic<unsigned> answers_ = 0;  // released
};

}  // namespace scrump::detail
