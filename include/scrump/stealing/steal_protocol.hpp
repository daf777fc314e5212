#pragma once
// How workers with a steal stack each share work: the protocols of section 3 of Olivier and Prins (2008), by name, and
// what makes them differ. Figure 3 of the paper lists them.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace scrump {

/// A protocol with its parameters.
struct StealProtocol {
    /// By the sections of the paper.
    enum class Kind : std::uint8_t {
        shared_memory,            ///< 3.1
        message_passing,          ///< 3.2
        streamlined_termination,  ///< 3.3.1: the first, with the end detected in another way
        rapid_diffusion,          ///< 3.3.2: and more than one chunk a steal
        distributed_memory,       ///< 3.3.3: and no locks
    };

    /// In the order of the kinds.
    static constexpr std::array<std::string_view, 5> names = {
        "shared-memory", "message-passing", "streamlined-termination", "rapid-diffusion", "distributed-memory"};
    /// What it is called.
    std::string_view name() const { return names[static_cast<std::size_t>(kind)]; }

    /// Who takes chunks off a stack.
    enum class Access : std::uint8_t {
        locked,      ///< the thief, under a lock
        on_request,  ///< the victim, who finds the thief's number in a variable; the thief then fetches them
        by_message,  ///< the victim, who sends them in answer to a message
    };
    /// Of this protocol.
    Access access() const {
        if (kind == Kind::distributed_memory) return Access::on_request;
        return kind == Kind::message_passing ? Access::by_message : Access::locked;
    }

    /// How the end is detected.
    enum class Termination : std::uint8_t {
        cancellable,  ///< a barrier, which everybody who releases a chunk cancels
        streamlined,  ///< a barrier, entered only when all others seem to be out of work, and left to steal
        token,        ///< a token that goes round
    };
    /// Of this protocol.
    Termination termination() const {
        if (kind == Kind::shared_memory) return Termination::cancellable;
        return kind == Kind::message_passing ? Termination::token : Termination::streamlined;
    }

    /// How many of a victim's chunks a thief gets; `available` > 0.
    std::uint64_t amount(std::uint64_t available) const {
        const bool half = kind == Kind::rapid_diffusion || kind == Kind::distributed_memory;
        return half ? std::max<std::uint64_t>(available / 2, 1) : 1;
    }

    /// When a worker parts with nodes.
    enum class Stack : std::uint8_t {
        roomy,  ///< two chunks stay with it, and as much as whole batches take, until somebody wants some of that
        paper,  ///< 3.1: from two chunks on it parts with one, and takes one back when it has no node left
    };
    /// In the order of the stacks.
    static constexpr std::array<std::string_view, 2> stack_names = {"roomy", "paper"};
    /// What this one is called.
    std::string_view stack_name() const { return stack_names[static_cast<std::size_t>(stack)]; }

    /// Whom a thief looks at first.
    enum class Probe : std::uint8_t {
        random,      ///< anybody
        near_first,  ///< all workers of its host before any other one: what section 6.2 expects more speed of
    };
    /// In the order of the probes.
    static constexpr std::array<std::string_view, 2> probe_names = {"random", "near-first"};
    /// What this one is called.
    std::string_view probe_name() const { return probe_names[static_cast<std::size_t>(probe)]; }

    static constexpr unsigned most_in_chunk = 10'000;  ///< nodes

    Kind kind = Kind::distributed_memory;  ///< which one
    unsigned chunk = 5;                    ///< nodes that move together: the paper's k
    std::uint64_t poll = 512;              ///< message passing: nodes between two looks for messages
    Stack stack = Stack::roomy;            ///< when a worker parts with nodes
    Probe probe = Probe::near_first;       ///< whom a thief looks at first

    /// Whether it is the same protocol with the same parameters.
    bool operator==(const StealProtocol&) const = default;
};

}  // namespace scrump
