#pragma once
// Self-scheduling techniques by name, or by the numbers of table 4.1 of Shatri (2023): rules for dividing a loop into
// chunks.

#include <scrump/loops/chunk_rule.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// A technique and its parameters. Made by name: `Technique::parse("gss:min=4")`.
struct Technique {
    /// The kinds; help() gives the meaning and source of each. The order is that of the table in technique.cpp.
    enum class Kind : std::uint8_t {
        block,
        cyclic,
        block_cyclic,
        ss,
        fsc,
        mfsc,
        gss,
        tss,
        fac,
        fac2,
        wf,
        awf,
        awf_b,
        awf_c,
        awf_d,
        awf_e,
        af,
        bold,
        simas,
        automatic,
    };

    /// A user's own technique: loops are divided by the rules that `make` makes. In all processes that run a loop
    /// together the name must mean the same. Throws UsageError for an empty name and one that parse() reads.
    static Technique custom(std::string name, MakeChunkRule make);

    /// Reads `NAME[:key=value,…]`, or one of the numbers of table 4.1. Throws UsageError that names the mistake and the
    /// possible values.
    static Technique parse(std::string_view text);

    /// The text that parse() reads back as this technique; for a custom one, its name.
    std::string describe() const;

    /// Help on all techniques with their numbers, sources and parameters, in lines.
    static std::string help();
    /// Names of all techniques, in the order of their kinds.
    static std::vector<std::string> names();

    /// The rule for a loop. Throws UsageError if a value that the rule needs is missing, and for invalid weights.
    std::unique_ptr<ChunkRule> rule(LoopShape shape) const;

    /// The same for the part of a locality, whose `locality_workers` workers take chunks of one queue.
    std::unique_ptr<ChunkRule> rule_of_part(LoopShape shape, unsigned locality_workers) const;

    /// A user's own technique.
    struct Custom {
        std::string name;    ///< name by which it is shown
        MakeChunkRule make;  ///< factory of its rules
    };

    Kind kind = Kind::automatic;  ///< kind of technique
    std::uint64_t min = 1;    ///< smallest number of iterations of a chunk, except the last one; for techniques with
                              ///< chunks of varying size
    std::uint64_t size = 0;   ///< block-cyclic: iterations of a block; fsc: iterations of a chunk, instead of costs
    std::uint64_t first = 0;  ///< tss: iterations of the first chunk; 0: N / 2P
    std::uint64_t last = 1;   ///< tss: iterations of the last chunk
    IterationCosts costs{};   ///< fsc, fac, bold: replace the costs of the loop
    std::shared_ptr<const Custom> own{};  ///< a user's own technique; see custom()

    /// Whether both are the same technique with the same parameters.
    bool operator==(const Technique&) const = default;
};

}  // namespace scrump
