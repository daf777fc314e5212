#pragma once
// One process's membership among those of a simulated machine.

#include "simulated_world.hpp"

#include <scrump/net/detail/group.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

class SimulatedGroup final : public Group {
  public:
    SimulatedGroup(SimulatedWorld& world, unsigned self) : world_(world), self_(self) {}
    ~SimulatedGroup() override;

    unsigned self() const override { return self_; }
    unsigned size() const override { return world_.size(); }
    std::string title_of(unsigned rank) const override { return world_.title_of(rank); }
    Bytes broadcast(Bytes bytes) override;
    std::unique_ptr<Network> connect(unsigned localities) override;
    const std::vector<unsigned>& processing_units() const override { return world_.processing_units(); }
    void fail(const std::string& why, FailureKind kind) noexcept override;
    void mark_dead(unsigned rank, const std::string& why) noexcept override;
    bool has_lost_one() const override { return world_.lost().has_value(); }
    bool is_reporter() const override { return self_ == (world_.lost() == 0U ? 1U : 0U); }
    void leave() override;

  private:
    std::string said_by_this(const std::string& why) const;

    SimulatedWorld& world_;
    const unsigned self_;
    std::size_t broadcasts_ = 0;
    std::size_t runs_ = 0;
    bool failure_told_ = false;  // whether the caller knows of it
    bool left_ = false;
};

}  // namespace scrump::detail
