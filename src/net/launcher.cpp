#include "launcher.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace scrump::detail {
namespace {

std::optional<unsigned> number(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return std::nullopt;
    unsigned value = 0;
    const char* const end = text + std::strlen(text);
    const auto [rest, error] = std::from_chars(text, end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

// Where a launcher says which rank this is, and of how many.
struct Marks {
    const char* rank;
    const char* size;
};

// PMIx tells no size in the environment, but Slurm does.
constexpr Marks known[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"}};

// What Slurm leaves with --mpi=none.
constexpr Marks slurm = {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"};

}  // namespace

std::optional<Launcher> launcher() {
    for (const Marks& marks : known) {
        if (const std::optional<unsigned> rank = number(marks.rank)) {
            return Launcher{.rank = *rank, .size = number(marks.size).value_or(0), .sign = marks.rank};
        }
    }
    const std::optional<unsigned> rank = number(slurm.rank);
    const unsigned size = number(slurm.size).value_or(0);
    if (rank && size > 1) return Launcher{.rank = *rank, .size = size, .sign = slurm.rank};
    return std::nullopt;
}

}  // namespace scrump::detail
