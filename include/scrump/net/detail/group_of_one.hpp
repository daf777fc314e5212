#pragma once
// The group of a program that was started as a single process: no launcher, no MPI.

#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/window.hpp>

namespace scrump::detail {

class GroupOfOne : public Group {
  public:
    /// With AccessMode::messages its networks behave as if each locality had a host of its own.
    explicit GroupOfOne(AccessMode access_mode = AccessMode::direct) : access_mode_(access_mode) {}

    unsigned self() const override { return 0; }
    unsigned size() const override { return 1; }
    std::string title_of(unsigned /*rank*/) const override { return {}; }
    Bytes broadcast(Bytes bytes) override { return bytes; }
    std::unique_ptr<Network> connect(unsigned localities) override;
    const std::vector<unsigned>& processing_units() const override;
    void fail(const std::string& /*why*/, FailureKind /*kind*/) noexcept override {}
    void mark_dead(unsigned /*rank*/, const std::string& /*why*/) noexcept override {}
    void leave() override {}

  private:
    AccessMode access_mode_;
};

}  // namespace scrump::detail
