#pragma once
// What may be asked of an instance besides its best solution: the options of problems. Each problem's table lists those
// that it takes.

#include <scrump/base/option.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {
namespace described {

/// What a search is for.
enum class Aim : std::uint8_t {
    best,   ///< the best solution
    any,    ///< any solution, or the proof that none exists
    count,  ///< the number of solutions
};

/// The weights of vertices.
enum class Weights : std::uint8_t {
    none,    ///< each vertex counts as one
    given,   ///< those that came with the graph
    modulo,  ///< 1 + (v modulo 200) for vertex v, from 1
};

}  // namespace described

template <>
struct detail::OptionWord<described::Weights> {
    static described::Weights read(std::string_view text);
    static std::string shown(described::Weights weights);
};

namespace described {

/// A question. The default asks for a best solution.
struct Question {
    std::optional<std::int64_t> limit{};  ///< objective that is good enough: at least or at most this
    bool all = false;                     ///< all solutions: as good as the best, or as good as `limit` if it is given
    std::optional<std::size_t> best{};    ///< the K best solutions
    bool count = false;                   ///< the number of all solutions
    bool list = false;  ///< all solutions by a search of their own, where one for the best would find them, too
    std::size_t most = std::numeric_limits<std::size_t>::max();  ///< largest number of all solutions that are kept
    std::string proof{};                                         ///< name of the files of a proof; empty: no proof
    bool local_search = true;               ///< whether local search looks for good solutions first
    bool connected = false;                 ///< whether only connected solutions count
    bool induced = false;                   ///< whether non-adjacent vertices must be mapped to non-adjacent ones
    Weights weights = Weights::none;        ///< weights of vertices
    bool restarts = false;                  ///< whether the search for a solution is one with restarts
    std::optional<std::size_t> instance{};  ///< number of the instance in a file of several, from 1
    std::vector<std::size_t> known{};       ///< a known solution, numbered from 0: only better ones are searched for
    std::string start_file{};               ///< file of the known solution; empty: none
    std::string answer_file{};              ///< file to which the best solution is written; empty: none

    /// Whether several solutions are wanted.
    bool asks_for_several() const { return all || best; }
    /// Whether a solution that reaches the limit is wanted, or the proof that none exists.
    bool asks_whether() const { return limit && !asks_for_several() && !count; }

    /// The several solutions that are wanted.
    template <class Objective>
    BestWanted<Objective> wanted() const {
        BestWanted<Objective> wanted;
        if (best) wanted.most = *best;
        wanted.equal = all && !limit;
        if (limit) wanted.at_least = static_cast<Objective>(*limit);
        return wanted;
    }
};

/// Throws UsageError for a gap: for searches whose answer is not a single best solution.
void refuse_gap(const SearchOptions& search);

/// A row of a problem's table.
using Row = Option<Question>;

/// `--at-least`, `--at-most` or `-k`.
constexpr Row limit(OptionText text) {
    return option<Question>(
        text, [](auto& question) -> auto& { return question.limit; });
}

/// `--all`, also `--all-solutions`.
constexpr Row all(std::string_view help, std::uint8_t faces = everywhere) {
    return option<Question>(
        {.name = "all-solutions", .help = help, .also = "all", .faces = faces},
        [](auto& question) -> auto& { return question.all; });
}

/// `--best K`, without `--all`.
constexpr Row best(std::string_view help) {
    return option<Question>(
        {.name = "best", .value = "K", .help = help, .kind = OptionKind::count, .min = 1, .excludes = "all-solutions"},
        [](auto& question) -> auto& { return question.best; });
}

/// `--no-local-search`.
constexpr Row no_local_search() {
    return option<Question>(
        {.name = "no-local-search", .help = "Do not run the local search", .kind = OptionKind::off_flag},
        [](auto& question) -> auto& { return question.local_search; });
}

/// `--restarts`, without the options that `excludes` names.
constexpr Row restarts(std::string_view excludes) {
    return option<Question>(
        {.name = "restarts",
         .help = "Restart in another order from time to time, and remember what was refuted",
         .excludes = excludes},
        [](auto& question) -> auto& { return question.restarts; });
}

/// `--start FILE`.
constexpr Row start(std::string_view help) {
    return option<Question>(
        {.name = "start", .value = "FILE", .help = help, .kind = OptionKind::file, .faces = in_command},
        [](auto& question) -> auto& { return question.start_file; });
}

/// The option of the command that names the file for the best solution.
constexpr Row answer_file(std::string_view name, std::string_view help) {
    return option<Question>(
        {.name = name, .value = "FILE", .help = help, .kind = OptionKind::file, .faces = in_command},
        [](auto& question) -> auto& { return question.answer_file; });
}

/// `--count`, without the options that `excludes` names.
constexpr Row count(std::string_view help, std::string_view excludes) {
    return option<Question>(
        {.name = "count", .help = help, .excludes = excludes, .faces = in_command},
        [](auto& question) -> auto& { return question.count; });
}

/// `--proof NAME`, without the options that `excludes` names.
constexpr Row proof(std::string_view excludes) {
    return option<Question>(
        {.name = "proof",
         .value = "NAME",
         .help =
             "Write the problem to NAME.opb and a proof of the answer to NAME.pbp, which 'veripb NAME.opb NAME.pbp' "
             "checks; the search takes longer, and a stopped search writes none",
         .kind = OptionKind::file,
         .excludes = excludes},
        [](auto& question) -> auto& { return question.proof; });
}

/// The words of `--weights`.
std::vector<std::string> words_of_weights();

/// `--weights file|modulo`; `purpose` begins its help: "Find a heaviest set".
constexpr Row weights(std::string_view purpose, std::string_view excludes = {}) {
    return option<Question>(
        {.name = "weights",
         .value = "file|modulo",
         .help = purpose,
         .examples = "with the weights of the file's lines 'n VERTEX WEIGHT', or with 1 + (v modulo "
                     "200) for vertex v, which turns the usual graphs into benchmarks",
         .kind = OptionKind::word,
         .excludes = excludes,
         .words = words_of_weights,
         .faces = in_command},
        [](auto& question) -> auto& { return question.weights; });
}

}  // namespace described
}  // namespace scrump
