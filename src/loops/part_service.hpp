#pragma once
// What serves a locality in a loop over parts besides the runtime's components: takes results home, and, where a
// coordinator chooses victims, carries its protocol (section 4.1 of Shatri (2023)): a thief asks the coordinator (STL),
// which relays that to a victim (STL), which sends the chunk to the thief (WRK), or a rejection to the coordinator
// (REJ). The paper's end of work (TRM) is the runtime's: its termination detector knows of every chunk and result under
// way.

#include "coordinator.hpp"
#include "part_locality.hpp"

#include "../runtime/serving/serving_side.hpp"

#include <scrump/net/topology.hpp>
#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>

#include <cstdint>
#include <optional>

namespace scrump::detail {

class PartService final : public Component {
  public:
    PartService(const ServingParts& parts, PartLocality& home, const Topology& topology, std::uint64_t seed);

    bool on_time(Clock::time_point now) override;
    bool awaits_reply() const override { return asked_; }
    void on_end(bool /*complete*/) override { ended_ = true; }

  private:
    static constexpr Tag results{"loop-results"};
    static constexpr Tag request{"loop-steal"};
    static constexpr Tag relay{"loop-relay"};
    static constexpr Tag rejection{"loop-reject"};
    static constexpr Tag work{"loop-work"};
    static constexpr Tag grant{"loop-granted"};

    struct Rejection {
        unsigned thief;
        unsigned victim;
        std::uint64_t received;
    };
    struct Grant {
        unsigned thief;
        std::uint64_t number;
    };

    /// With what this locality has to tell of its workers' progress.
    template <class... Words>
    Bytes with_news(const Words&... words);
    /// Takes that in; what is left.
    Decoder without_news(Bytes message);

    bool send_results();
    bool ask();
    bool relay_requests();
    void give(const Coordinator::Relay& asked);
    void reject(const Coordinator::Relay& asked);
    void take(Bytes chunk);
    template <class Action>
    void guarded(const Action& action);

    bool is_coordinator() const { return coordinator_.has_value(); }

    MessageDispatcher& messages_;
    PartLocality& home_;
    Termination& termination_;
    std::optional<Coordinator> coordinator_;
    const bool asks_;             // a coordinator
    bool asked_ = false;          // and was not answered yet
    std::uint64_t received_ = 0;  // chunks
    bool ended_ = false;
};

}  // namespace scrump::detail
