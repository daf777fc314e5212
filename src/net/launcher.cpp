#include "launcher.hpp"

#include <scrump/base/detail/system_file.hpp>
#include <scrump/base/text.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

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

std::optional<Launcher> launcher_by_marks() {
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

// --- Ancestors

// The parent of each of them is a launcher, or one that a launcher runs on another host.
constexpr std::array<std::string_view, 17> launchers = {"mpirun",
                                                        "mpiexec",
                                                        "orterun",
                                                        "orted",
                                                        "prterun",
                                                        "prted",
                                                        "prun",
                                                        "mpiexec.hydra",
                                                        "hydra_pmi_proxy",
                                                        "mpiexec.gforker",
                                                        "hydra_bstrap_proxy",
                                                        "mpirun_rsh",
                                                        "mpispawn",
                                                        "pmi_proxy",
                                                        "srun",
                                                        "slurmstepd",
                                                        "flux-shell"};

// As /proc/PID/stat has it: "4242 (name) S 4241 …", where the name may have blanks and brackets.
struct Identity {
    std::string program;
    long parent = 0;
};

std::optional<Identity> identity_of(long process) {
    const std::optional<std::string> text = read_system_file("/proc/" + std::to_string(process) + "/stat");
    if (!text) return std::nullopt;
    const std::size_t begin = text->find('(');
    const std::size_t end = text->rfind(')');
    if (begin == text->npos || end == text->npos || end < begin) return std::nullopt;
    Line rest(std::string_view(*text).substr(end + 1));
    rest.word();  // its state
    const std::optional<std::uint64_t> parent = rest.number();
    if (!parent) return std::nullopt;
    return Identity{.program = text->substr(begin + 1, end - begin - 1), .parent = static_cast<long>(*parent)};
}

// The environment that a process was started with, each variable ended by a zero byte.
bool was_started_with(long process, const std::string& variable) {
    const std::optional<std::string> text = read_system_file("/proc/" + std::to_string(process) + "/environ");
    return text && (std::string(1, '\0') + *text).find('\0' + variable + '\0') != text->npos;
}

// "libmpi.so.40", "libmpich.so.12", "libmpi_cray.so.12", "libpmpi.so.12".
bool has_loaded_mpi(long process) {
    const std::optional<std::string> maps = read_system_file("/proc/" + std::to_string(process) + "/maps");
    return maps && (maps->find("/libmpi") != maps->npos || maps->find("/libpmpi") != maps->npos);
}

std::vector<Ancestor> ancestors(const std::string& mark) {
    std::vector<Ancestor> all;
    for (long process = ::getppid(); process > 1;) {
        const std::optional<Identity> identity = identity_of(process);
        if (!identity) break;
        all.push_back({.program = identity->program,
                       .has_marks = was_started_with(process, mark),
                       .has_mpi = has_loaded_mpi(process)});
        process = identity->parent;
    }
    return all;
}

}  // namespace

bool marks_are_inherited(const std::vector<Ancestor>& ancestors) {
    constexpr std::size_t told = 15;
    for (const Ancestor& each : ancestors) {
        const bool launches =
            std::ranges::any_of(launchers, [&](std::string_view name) { return name.substr(0, told) == each.program; });
        if (launches || !each.has_marks) return false;
        if (each.has_mpi) return true;
    }
    return false;
}

std::optional<Launcher> launcher() {
    std::optional<Launcher> found = launcher_by_marks();
    if (found && marks_are_inherited(ancestors(found->sign + "=" + std::to_string(found->rank)))) return std::nullopt;
    return found;
}

}  // namespace scrump::detail
