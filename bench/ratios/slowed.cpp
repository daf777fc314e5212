#include "slowed.hpp"

#include <scrump/base/detail/processing_units.hpp>

#include "experiment.hpp"

namespace scrump::bench {
namespace {

// Arguments: the number of busy loops, the cores of the three processes, and the command. Open MPI and MPICH say in
// different variables which process this is. The loops belong to the process that they slow: Linux may share out a core
// by terminal sessions first (autogroup), and some launchers give each process a session of its own.
constexpr const char* script = R"(
loops=$1; first=$2; second=$3; last=$4; shift 4
case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in
    0) exec taskset -c "$first" "$@" ;;
    1) exec taskset -c "$second" "$@" ;;
esac
taskset -p -c "$last" $$ >/dev/null || exit
while [ "$loops" -gt 0 ]; do
    while :; do :; done &
    running="$running $!"
    loops=$((loops - 1))
done
"$@"
status=$?
kill $running
exit $status
)";

}  // namespace

std::vector<std::string> with_the_last_slowed(const std::vector<std::string>& command) {
    const std::vector<unsigned>& cores = detail::processing_units();
    if (cores.size() < 2) throw Skipped("needs two cores");
    const bool enough = cores.size() >= 3;
    std::vector<std::string> words = {"sh", "-c", script, "sh", enough ? "1" : "3"};
    for (const unsigned core : {cores[0], cores[enough ? 1 : 0], cores[enough ? 2 : 1]})
        words.push_back(std::to_string(core));
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

}  // namespace scrump::bench
