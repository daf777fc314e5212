#pragma once
// A worker does something while the workers of all localities stand still. Their companions (companion.hpp) provide the
// data that it needs from the others, and inform those before they continue.
//
// Protocol: there is one turn, a word of the first locality, that is taken by compare-and-swap. The worker that has it
// makes requests to the thread that serves its locality, one after the other: that all others are called, that they are
// asked, and that they are released. For each of them the serving thread makes all workers stand still
// (standstill.hpp), and reports once they do. When all stand still, so that nothing is on its way between them any
// more, each companion is asked for its data; when they are released the companion catches up first. Everything that
// any worker did before happens before the action, and that before everything that they do afterwards, by the messages.
// A call of the next worker that has its turn may come to a locality before it has heard that the previous one releases
// it: it is handled after that.
//
// When the run ends, no worker waits any more.

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
    /// Data of the companions of the other localities; empty for the own one.
    using OfOthers = std::vector<Bytes>;
    using What = std::function<void(const OfOthers&)>;

    /// Opens an array. `own` is the standstill of the locality.
    CommonStandstill(RemoteMemory& memory, Standstill& own);

    /// Carries out `what`, if this worker has its turn, once `call` has made all others of its locality come; otherwise
    /// stands still while another one has it. Returns whether it was done. Rethrows what `what` throws, when all
    /// continue.
    bool alone(unsigned worker, const std::function<void()>& call, const What& what);

    // --- For the thread that serves

    enum class Wish : std::uint8_t { nothing, call, ask, wait, let_go };

    Wish wish() const { return wish_.load(std::memory_order_acquire); }
    /// The request was carried out.
    void fulfil(Wish next) { wish_.store(next, std::memory_order_release); }
    /// A locality stands still.
    void note_standing() { answers_.fetch_add(1, std::memory_order_release); }
    /// The companion of a locality was asked.
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
    OfOthers said_;                      // used by the serving thread until all have answered
    std::atomic<unsigned> answers_ = 0;  // released
};

}  // namespace scrump::detail
