#include <scrump/loops/result.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace scrump {
namespace {

double mean_of(const std::vector<WorkerShare>& shares) {
    double sum = 0;
    for (const WorkerShare& share : shares) sum += share.finished;
    return shares.empty() ? 0 : sum / static_cast<double>(shares.size());
}

}  // namespace

LoopTransfers& LoopTransfers::operator+=(const LoopTransfers& other) {
    own += other.own;
    tried += other.tried;
    won += other.won;
    iterations += other.iterations;
    bytes += other.bytes;
    sent += other.sent;
    send_seconds += other.send_seconds;
    receive_seconds += other.receive_seconds;
    return *this;
}

double LoopStatistics::imbalance() const {
    const double mean = mean_of(shares);
    return mean > 0 ? seconds / mean : 1;
}

double LoopStatistics::variation() const {
    const double mean = mean_of(shares);
    if (mean <= 0) return 0;
    double squares = 0;
    for (const WorkerShare& share : shares) squares += (share.finished - mean) * (share.finished - mean);
    return std::sqrt(squares / static_cast<double>(shares.size())) / mean;
}

std::uint64_t LoopStatistics::stolen() const {
    std::uint64_t sum = 0;
    for (const WorkerShare& share : shares) sum += share.stolen;
    return sum;
}

LoopStatistics& LoopStatistics::operator+=(const LoopStatistics& other) {
    loops += other.loops;
    iterations += other.iterations;
    chunks += other.chunks;
    seconds += other.seconds;
    for (const WorkerShare& share : other.shares) {
        const auto same = std::ranges::find_if(shares, [&](const WorkerShare& own) {
            return own.locality == share.locality && own.worker == share.worker;
        });
        if (same == shares.end()) {
            shares.push_back(share);
            continue;
        }
        same->chunks += share.chunks;
        same->iterations += share.iterations;
        same->stolen += share.stolen;
        same->finished += share.finished;
    }
    transfers.resize(std::max(transfers.size(), other.transfers.size()));
    for (std::size_t locality = 0; locality < other.transfers.size(); ++locality)
        transfers[locality] += other.transfers[locality];
    total += other.total;
    localities.clear();
    trace = {};
    return *this;
}

}  // namespace scrump
