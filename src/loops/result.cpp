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

// The least of some times and of others; 0 stands for that of none.
double least_of(std::uint64_t count, double least, std::uint64_t others, double least_of_others) {
    if (others == 0) return least;
    return count == 0 ? least_of_others : std::min(least, least_of_others);
}

}  // namespace

void LoopTransfers::add_sent(double seconds) {
    *this += {.sent = 1, .send_seconds = seconds, .send_min = seconds, .send_max = seconds};
}

void LoopTransfers::add_received(double seconds) {
    *this += {.won = 1, .receive_seconds = seconds, .receive_min = seconds, .receive_max = seconds};
}

LoopTransfers& LoopTransfers::operator+=(const LoopTransfers& other) {
    send_min = least_of(sent, send_min, other.sent, other.send_min);
    send_max = std::max(send_max, other.send_max);
    receive_min = least_of(won, receive_min, other.won, other.receive_min);
    receive_max = std::max(receive_max, other.receive_max);
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

LoopTransfers LoopStatistics::all_transfers() const {
    LoopTransfers sum;
    for (const LoopTransfers& each : transfers) sum += each;
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
    technique = other.technique;
    reason = other.reason;
    return *this;
}

}  // namespace scrump
