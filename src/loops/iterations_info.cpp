#include "iterations_info.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// How many loops this program has put into a table. One that was there before belongs to an earlier run.
std::uint64_t& loops_in(const std::filesystem::path& table) {
    static std::map<std::filesystem::path, std::uint64_t> loops;
    return loops[table];
}

void add_lines(const std::filesystem::path& table, bool begins, const char* head, const std::string& lines) {
    std::ofstream out(table, begins ? std::ios::trunc : std::ios::app);
    if (begins) out << head << '\n';
    out << lines;
    out.flush();
    if (!out) throw Error("cannot write " + table.string() + ": " + std::strerror(errno));
}

}  // namespace

IterationsInfo::IterationsInfo(const std::string& folder, std::string loop) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw UsageError("LB4MPI_DIR_ID is '" + folder + "': cannot make this folder: " + error.message());
    std::ranges::replace(loop, '/', '-');
    ranks_ = std::filesystem::absolute(folder) / (loop + ".csv");
    chunks_ = std::filesystem::absolute(folder) / (loop + "-chunks.csv");
    if (std::ofstream(ranks_, std::ios::app) && std::ofstream(chunks_, std::ios::app)) return;
    throw UsageError("LB4MPI_DIR_ID is '" + folder + "': cannot write there: " + std::strerror(errno));
}

void IterationsInfo::add(const LoopStatistics& statistics, std::span<const ChunkRecord> chunks) const {
    const std::uint64_t loop = ++loops_in(ranks_);
    std::ostringstream ranks;
    for (std::size_t rank = 0; rank < statistics.shares.size(); ++rank) {
        const WorkerShare& share = statistics.shares[rank];
        // Where all ranks have the data, nothing is transferred.
        const LoopTransfers transfers =
            rank < statistics.transfers.size() ? statistics.transfers[rank] : LoopTransfers();
        ranks << loop << ',' << rank << ',' << share.chunks << ',' << share.iterations << ',' << share.stolen << ','
              << transfers.tried << ',' << transfers.won << ',' << transfers.send_seconds << ','
              << transfers.receive_seconds << ',' << share.finished << '\n';
    }
    add_lines(ranks_, loop == 1,
              "loop,rank,chunks,iterations,stolen,steals_tried,steals_won,send_seconds,receive_seconds,finished",
              ranks.str());
    std::ostringstream lines;
    std::vector<std::uint64_t> numbers(statistics.shares.size());
    for (const ChunkRecord& chunk : chunks) {
        lines << loop << ',' << chunk.locality << ',' << ++numbers[chunk.locality] << ',' << chunk.owner << ','
              << chunk.first << ',' << chunk.size << '\n';
    }
    add_lines(chunks_, loop == 1, "loop,rank,chunk,owner,first,iterations", lines.str());
}

}  // namespace scrump::detail
