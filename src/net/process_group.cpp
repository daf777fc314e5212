#include "process_group.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>

#include "launcher.hpp"

#ifdef SCRUMP_HAS_MPI
#include "mpi_launched.hpp"
#endif

#include <cstdlib>
#include <string>
#include <string_view>

namespace scrump::detail {
namespace {

#ifndef SCRUMP_HAS_MPI
constexpr const char* without =
    "Scrump was built without MPI: build it where an MPI library and its headers are installed, with -DSCRUMP_MPI=ON; "
    "or, for Python, with pip install ./python in its sources, as wheels come without MPI. SCRUMP_MPI=0 has each "
    "process search alone";
#endif

enum class Choice { automatic, always, never };

Choice choice() {
    const char* const text = std::getenv("SCRUMP_MPI");
    if (text == nullptr || *text == '\0') return Choice::automatic;
    if (std::string_view(text) == "0") return Choice::never;
    if (std::string_view(text) == "1") return Choice::always;
    throw UsageError("SCRUMP_MPI is '" + std::string(text) + "': expected 0 (without MPI) or 1 (with it)");
}

#ifdef SCRUMP_HAS_MPI

std::unique_ptr<Group> group_by_mpi(const std::optional<Launcher>& launched, Choice choice, AccessMode access_mode) {
    if (std::unique_ptr<Group> world = group_of_running_mpi(access_mode)) return world;
    if (choice == Choice::always || (launched && launched->size != 1)) {
        return join_launched_group(launched ? launched->size : 0, access_mode);
    }
    return nullptr;
}

#else

std::unique_ptr<Group> group_by_mpi(const std::optional<Launcher>& launched, Choice choice,
                                    AccessMode /*access_mode*/) {
    if (choice == Choice::always) throw UsageError(std::string("SCRUMP_MPI=1 asks for MPI, but ") + without);
    if (launched && (launched->size > 1 || launched->rank > 0)) {
        const std::string all = launched->size > 1 ? std::to_string(launched->size) : "several";
        throw UsageError("this program was started as one of " + all + " processes (" + launched->sign + "), but " +
                         without);
    }
    return nullptr;
}

#endif

}  // namespace

#ifndef SCRUMP_HAS_MPI
std::unique_ptr<Group> group_of_communicator(int /*communicator*/, AccessMode /*access_mode*/) {
    throw UsageError(without);
}
#endif

std::unique_ptr<Group> process_group(AccessMode access_mode) {
    const Choice chosen = choice();
    if (chosen != Choice::never) {
        if (std::unique_ptr<Group> group = group_by_mpi(launcher(), chosen, access_mode)) return group;
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
