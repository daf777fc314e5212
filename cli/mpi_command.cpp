#include "mpi_command.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/launch.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace scrump::cli {

void continue_with_mpi_if_needed(char** argv) {
    constexpr std::string_view installed = SCRUMP_MPI_COMMAND;  // empty in a build without MPI
    if (installed.empty() || !lacks_mpi()) return;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    // Where it is installed, and in a build tree beside this one.
    const std::filesystem::path elsewhere = (self.parent_path() / installed).lexically_normal();
    for (const std::filesystem::path& command : {elsewhere, self.parent_path() / "mpi" / "scrump"}) {
        ::execv(command.c_str(), argv);
    }
    throw Error(elsewhere.string() + ": cannot be started: " + std::strerror(errno) +
                " (this command needs it to be one of several processes: install it, too)");
}

}  // namespace scrump::cli
