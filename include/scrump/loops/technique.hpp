#pragma once
// Self-scheduling techniques by name, or by the numbers of table 4.1 of Shatri (2023): how a loop is divided into
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
    /// help() says what each does and where it comes from. The order is that of the table in technique.cpp.
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
    };

    /// Of a user's own, by which loops are divided as the rules say that `make` makes. In all processes that run a loop
    /// together the name must mean the same. Throws UsageError for an empty name and one that parse() reads.
    static Technique custom(std::string name, MakeChunkRule make);

    /// Reads `NAME[:key=value,…]`, or one of the numbers of table 4.1. Throws UsageError that names what is wrong and
    /// what there is.
    static Technique parse(std::string_view text);

    /// The text that parse() reads back as this technique; the name of a custom one.
    std::string describe() const;

    /// All techniques with their numbers, sources and parameters, as lines of help.
    static std::string help();
    /// The names of all, in the order of their kinds.
    static std::vector<std::string> names();

    /// The rule for a loop. Throws UsageError for what it would have to know and is not told, and for weights that
    /// cannot be.
    std::unique_ptr<ChunkRule> rule(LoopShape shape) const;

    /// A user's own.
    struct Custom {
        std::string name;    ///< by which it is shown
        MakeChunkRule make;  ///< its rules
    };

    Kind kind = Kind::fac2;   ///< which
    std::uint64_t min = 1;    ///< iterations that a chunk has at least, but for the last one; of those that vary
    std::uint64_t size = 0;   ///< block-cyclic: iterations of a block; fsc: of a chunk, in place of costs
    std::uint64_t first = 0;  ///< tss: iterations of the first chunk; 0: N / 2P
    std::uint64_t last = 1;   ///< tss: of the last one
    IterationCosts costs{};   ///< fsc, fac, bold: in place of what the loop is told
    std::shared_ptr<const Custom> own{};  ///< see custom()

    /// Whether it is the same technique with the same parameters.
    bool operator==(const Technique&) const = default;
};

}  // namespace scrump
