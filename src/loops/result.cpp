#include <scrump/loops/result.hpp>

#include <algorithm>
#include <cmath>

namespace scrump {
namespace {

double mean_of(const std::vector<WorkerShare>& shares) {
    double sum = 0;
    for (const WorkerShare& share : shares) sum += share.finished;
    return shares.empty() ? 0 : sum / static_cast<double>(shares.size());
}

}  // namespace

LoopTransfers& LoopTransfers::operator+=(const LoopTransfers& other) {
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
    if (mean <= 0) return 1;
    return std::ranges::max_element(shares, {}, &WorkerShare::finished)->finished / mean;
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

}  // namespace scrump
