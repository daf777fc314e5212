#pragma once
// How workers that have a steal stack each share work: the protocols of section 3 of Olivier and Prins (2008), by name,
// and their differences. Figure 3 of the paper lists them.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace scrump {

/// A protocol with its parameters.
struct StealProtocol {
    /// The protocols, by the sections of the paper.
    enum class Kind : std::uint8_t {
        shared_memory,            ///< 3.1
        message_passing,          ///< 3.2
        streamlined_termination,  ///< 3.3.1: the first, with another detection of the end
        rapid_diffusion,          ///< 3.3.2: in addition, more than one chunk per steal
        distributed_memory,       ///< 3.3.3: in addition, no locks
    };

    /// Names, in the order of the kinds.
    static constexpr std::array<std::string_view, 5> names = {
        "shared-memory", "message-passing", "streamlined-termination", "rapid-diffusion", "distributed-memory"};
    /// Name of this protocol.
    std::string_view name() const { return names[static_cast<std::size_t>(kind)]; }

    /// How chunks are taken off a stack.
    enum class Access : std::uint8_t {
        locked,      ///< by the thief, under a lock
        on_request,  ///< by the victim, which finds the thief's number in a variable; the thief then fetches them
        by_message,  ///< by the victim, which sends them in answer to a message
    };
    /// How this protocol takes chunks.
    Access access() const {
        if (kind == Kind::distributed_memory) return Access::on_request;
        return kind == Kind::message_passing ? Access::by_message : Access::locked;
    }

    /// How the end is detected.
    enum class Termination : std::uint8_t {
        cancellable,  ///< by a barrier, which every worker that releases a chunk cancels
        streamlined,  ///< by a barrier, entered only when all others seem to be out of work, and left to steal
        token,        ///< by a token that goes round
    };
    /// How this protocol detects the end.
    Termination termination() const {
        if (kind == Kind::shared_memory) return Termination::cancellable;
        return kind == Kind::message_passing ? Termination::token : Termination::streamlined;
    }

    /// Number of a victim's chunks that a thief gets; `available` > 0.
    std::uint64_t amount(std::uint64_t available) const {
        const bool half = kind == Kind::rapid_diffusion || kind == Kind::distributed_memory;
        return half ? std::max<std::uint64_t>(available / 2, 1) : 1;
    }

    /// When a worker shares nodes.
    enum class Stack : std::uint8_t {
        roomy,  ///< it keeps two chunks, plus the size of whole batches, until another worker wants some of that
        paper,  ///< 3.1: from two chunks on it shares one, and takes one back when it has no nodes left
    };
    /// Names, in the order of the stacks.
    static constexpr std::array<std::string_view, 2> stack_names = {"roomy", "paper"};
    /// Name of this protocol's stack.
    std::string_view stack_name() const { return stack_names[static_cast<std::size_t>(stack)]; }

    /// Order in which a thief looks at victims.
    enum class Probe : std::uint8_t {
        random,      ///< random order
        near_first,  ///< all workers of its host before any other one: section 6.2 expects more speed of that
    };
    /// Names, in the order of the probes.
    static constexpr std::array<std::string_view, 2> probe_names = {"random", "near-first"};
    /// Name of this protocol's probe order.
    std::string_view probe_name() const { return probe_names[static_cast<std::size_t>(probe)]; }

    static constexpr unsigned max_in_chunk = 10'000;  ///< largest number of nodes in a chunk

    Kind kind = Kind::distributed_memory;  ///< kind of protocol
    unsigned chunk = 5;                    ///< number of nodes that move together: the paper's k
    std::uint64_t poll = 512;              ///< message passing: number of nodes between two checks for messages
    Stack stack = Stack::roomy;            ///< when a worker shares nodes
    Probe probe = Probe::near_first;       ///< order in which a thief looks at victims

    /// Whether both are the same protocol with the same parameters.
    bool operator==(const StealProtocol&) const = default;
};

}  // namespace scrump
