#pragma once
// Each worker continues with the states that it has found last, and holds a block of its oldest ones ready for others:
// those lead to most. A worker that has none left claims blocks, its own first, then those of its locality, then
// others.

#include "explorer.hpp"
#include "shared_blocks.hpp"
#include "state_stack.hpp"
#include "victims.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class DepthFirst final : public Explorer {
  public:
    DepthFirst(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    void run() override;

  private:
    void add(const StateBuffer& states, std::span<const EntryNumber> parents,
             std::span<const std::uint32_t> which) override;
    void found(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) override;
    void found_deadlock(StateWordsSpan state, EntryNumber own) override;
    std::uint64_t waiting_memory() const override { return stack_.memory(); }

    void work();
    bool expand_own();
    bool expand_newest();
    void share();
    bool refill();
    bool claim_from(unsigned locality, unsigned worker);

    SharedBlocks blocks_;
    Victims others_;  // all other workers
    StateStack stack_;
    std::vector<std::uint64_t> block_;            // of its own
    std::vector<std::uint64_t> block_of_others_;  // a claimed block
    bool counted_ = true;                         // whether it counts as a worker that has something to do
};

}  // namespace scrump::detail
