#include "process_group.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/net/launch.hpp>

#include "launcher.hpp"
#include "mpi_launched.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

namespace scrump::detail {
namespace {

enum class Choice { automatic, always, never };

Choice choice() {
    const char* const text = std::getenv("SCRUMP_MPI");
    if (text == nullptr || *text == '\0') return Choice::automatic;
    if (std::string_view(text) == "0") return Choice::never;
    if (std::string_view(text) == "1") return Choice::always;
    throw UsageError("SCRUMP_MPI is '" + std::string(text) + "': expected 0 (without MPI) or 1 (with it)");
}

// A launcher that says that it started this process alone needs no MPI.
bool wants_mpi(Choice chosen, const std::optional<Launcher>& launched) {
    if (chosen == Choice::automatic) return launched && launched->size != 1;
    return chosen == Choice::always;
}

}  // namespace

std::unique_ptr<Group> process_group(AccessMode access_mode) {
    const Choice chosen = choice();
    if (chosen != Choice::never) {
        if (std::unique_ptr<Group> world = group_of_running_mpi(access_mode)) return world;
        const std::optional<Launcher> launched = launcher();
        if (wants_mpi(chosen, launched)) {
            if (std::unique_ptr<Group> group = join_launched_group(launched, access_mode)) return group;
        }
    }
    return std::make_unique<GroupOfOne>(access_mode);
}

std::optional<Company> started_with() {
    const std::optional<Launcher> launched = launcher();
    if (!launched || launched->size < 2 || choice() == Choice::never) return std::nullopt;
    return Company{.processes = launched->size, .sign = launched->sign};
}

bool started_first() {
    const std::optional<Launcher> launched = launcher();
    return !launched || launched->rank == 0;
}

}  // namespace scrump::detail

bool scrump::lacks_mpi() {
    using namespace detail;
    return !linked_with_mpi() && wants_mpi(choice(), launcher());
}
