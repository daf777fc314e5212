#pragma once
// The protocols in which a part of each stack is shared: sections 3.1 and 3.3.

#include <scrump/pools/detail/steal_stack.hpp>
#include <scrump/search/detail/stack_protocol.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

class SharedStack final : public StackProtocol {
  public:
    SharedStack(const Setting& setting, OpenNodes& private_part, WorkerEndpoint& endpoint);

    void poll(std::uint64_t nodes) override;
    std::size_t stock() const override;
    bool refill() override;

  private:
    using Layout = StealStackLayout;
    using Word = Layout::Word;

    bool locks() const { return setting_.protocol.access() == StealProtocol::Access::locked; }
    bool by_one() const { return setting_.protocol.stack == StealProtocol::Stack::paper; }
    // Whether whole batches are kept while no other worker wants them.
    bool in_batches() const { return setting_.batch > 1 && !by_one(); }
    // Whether nodes are only drawn for the shared part.
    bool draws_to_share() const { return setting_.draws && !by_one(); }
    std::uint64_t enough_chunks() const;

    // The lock of a stack: held for some words only, never while nodes travel.
    class Lock;

    // --- As a victim
    void release_surplus(std::size_t nodes);
    void release_by_one(std::uint64_t nodes);
    bool wanted();
    bool release(std::uint64_t chunks);
    bool reacquire();
    void answer_request();

    // --- As a thief
    enum class Outcome { stolen, nothing, over };
    Outcome search();
    bool probe(std::span<const unsigned> victims, bool& works);
    bool steal(unsigned victim);
    std::optional<Layout::Grant> take(unsigned victim);
    std::optional<Layout::Grant> ask(unsigned victim);
    void fetch(unsigned victim, Layout::Grant grant);

    // --- The end
    bool wait_at_barrier();
    bool wait_at_cancellable_barrier();
    bool wait_at_streamlined_barrier();
    void announce(unsigned root);
    bool announced();

    static constexpr unsigned keeper = 0;             // the worker that has the common words
    static constexpr unsigned most_polls_alone = 64;  // after these nothing is wanted any more
    static constexpr std::size_t most_at_once = 8;    // victims that are probed together
    static constexpr std::uint64_t drawn_chunks = 4;  // that are shared if they must be drawn

    const Setting setting_;
    WorkerEndpoint& endpoint_;
    StealStack stack_;
    ProbeOrder order_;
    std::size_t chunk_;              // nodes in a chunk
    std::size_t release_threshold_;  // number of nodes that stay in the private part
    std::uint64_t capacity_;         // number of chunks that are enough for all thieves
    std::size_t few_;                // number of nodes that are too few to continue with if there are more
    std::uint64_t back_;             // number of chunks that are taken back at once
    Word taken_ = 0;                 // number of chunks at the last look
    unsigned polls_alone_ = 0;       // number of polls since chunks were last taken
    bool one_by_one_;                // how chunks currently move
    Word cancelled_ = 0;             // number of cancellations of the barrier before the last look around
    std::vector<Word> seen_;
    std::vector<Word> fetched_;
};

}  // namespace scrump::detail
