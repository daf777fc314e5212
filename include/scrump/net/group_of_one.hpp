#pragma once
// The group of a program that was started as a single process: no launcher, no MPI.

#include <scrump/net/group.hpp>
#include <scrump/net/window.hpp>

namespace scrump {

class GroupOfOne : public Group {
  public:
    /// With Reach::messages its networks behave as if each locality had a host of its own.
    explicit GroupOfOne(Reach reach = Reach::direct) : reach_(reach) {}

    unsigned self() const override { return 0; }
    unsigned size() const override { return 1; }
    std::string title_of(unsigned /*rank*/) const override { return {}; }
    Bytes broadcast(Bytes bytes) override { return bytes; }
    std::unique_ptr<Network> connect(unsigned localities) override;
    const std::vector<unsigned>& places() const override;
    void fail(const std::string& /*why*/) noexcept override {}
    void lose(unsigned /*rank*/, const std::string& /*why*/) noexcept override {}
    void leave() override {}

  private:
    Reach reach_;
};

}  // namespace scrump
