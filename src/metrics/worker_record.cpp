#include <scrump/metrics/detail/hardware_meter.hpp>
#include <scrump/metrics/detail/worker_record.hpp>

#include <utility>

namespace scrump::detail {

WorkerRecord::WorkerRecord(unsigned workers) : hardware_(std::make_unique<HardwareMeter>()), stolen_from_(workers) {}

WorkerRecord::~WorkerRecord() = default;

std::uint64_t WorkerRecord::publish(const Counters& counters, std::uint64_t incumbents, Clock::time_point now) {
    const std::uint64_t nodes = counters.nodes - std::exchange(nodes_then_, counters.nodes);
    published_.publish(counters);
    if constexpr (counting) {
        meter_.publish();
        incumbents_.store(incumbents, std::memory_order_relaxed);
        const std::int64_t until = std::chrono::nanoseconds(now - origin_).count();
        nodes_.add(std::exchange(published_at_, until), until, static_cast<double>(nodes));
    }
    return nodes;
}

WorkerStatistics WorkerRecord::statistics(Clock::time_point now, bool ended) const {
    WorkerStatistics all;
    all.counters = published();
    all.activity = ended ? meter_.activity() : meter_.published(now);
    all.stack = stack_.read();
    all.hardware = hardware_->read();
    all.incumbents = incumbents_.load(std::memory_order_relaxed);
    if (!ended) return all;
    all.stolen_from = stolen_from_;
    all.busy = {meter_.busy().width(), meter_.busy().sums()};
    all.nodes = {nodes_.width(), nodes_.sums()};
    return all;
}

}  // namespace scrump::detail
