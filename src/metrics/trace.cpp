#include <scrump/base/version.hpp>
#include <scrump/metrics/detail/trace.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>

namespace scrump::detail {
namespace {

using EventKind = TimelineEvent::Kind;
using Json = nlohmann::ordered_json;

// Written piece by piece: a trace has millions of events, which need not all be held as text.
class Writer {
  public:
    Writer(std::ostream& to, std::int64_t origin, const MessageNames& message_names)
        : to_(to), origin_(origin), message_names_(message_names) {
        to_ << "{\"traceEvents\":[";
    }

    void metadata(const char* what, unsigned process, unsigned thread, const Json& arguments) {
        write({{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", arguments}});
    }

    void event(unsigned process, unsigned thread, const TimelineEvent& event) {
        Json json = {{"name", name(event)}, {"cat", category(event.kind)}};
        // Several requests may be under way at once: slices of one thread must not overlap.
        const bool overlaps = event.kind == EventKind::remote_steal;
        const bool moment = event.duration == 0 && event.kind != EventKind::task && !overlaps;
        json["ph"] = overlaps ? "b" : moment ? "i" : "X";
        json["pid"] = process;
        json["tid"] = thread;
        json["ts"] = microseconds(event.start - origin_);
        if (moment) json["s"] = "t";  // it concerns this thread alone
        if (overlaps) json["id"] = ++last_id_;
        if (!moment && !overlaps) json["dur"] = microseconds(event.duration);
        json["args"] = arguments(event);
        write(json);
        if (!overlaps) return;
        json["ph"] = "e";
        json["ts"] = microseconds(event.start + event.duration - origin_);
        write(json);
    }

    void end(const Json& about) { to_ << "\n],\"displayTimeUnit\":\"ms\",\"otherData\":" << about.dump() << "}\n"; }

  private:
    void write(const Json& json) {
        to_ << (first_ ? "\n" : ",\n") << json.dump(-1, ' ', false, Json::error_handler_t::replace);
        first_ = false;
    }

    static double microseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000; }

    std::string message(std::uint64_t value) const {
        const auto tag = static_cast<std::uint32_t>(value >> 32U);
        const auto name = message_names_.find(tag);
        return name != message_names_.end() ? name->second : std::to_string(tag);
    }

    std::string name(const TimelineEvent& event) const {
        switch (event.kind) {
            case EventKind::task:
                return "task";
            case EventKind::give:
                return "give work";
            case EventKind::look:
                return "look for work";
            case EventKind::wait:
                return "wait for work";
            case EventKind::steal:
                return event.value > 0 ? "steal" : "failed steal";
            case EventKind::remote_steal:
                return event.value > 0 ? "remote steal" : "failed remote steal";
            case EventKind::send:
                return "send " + message(event.value);
            case EventKind::receive:
                return "receive " + message(event.value);
            case EventKind::incumbent:
                return "incumbent";
            case EventKind::checkpoint:
                return "checkpoint";
        }
        return "unknown";
    }

    static const char* category(EventKind kind) {
        switch (kind) {
            case EventKind::task:
            case EventKind::give:
                return "task";
            case EventKind::look:
                return "search";
            case EventKind::wait:
                return "idle";
            case EventKind::steal:
            case EventKind::remote_steal:
                return "steal";
            case EventKind::send:
            case EventKind::receive:
                return "communication";
            case EventKind::incumbent:
                return "incumbent";
            case EventKind::checkpoint:
                return "checkpoint";
        }
        return "unknown";
    }

    static Json arguments(const TimelineEvent& event) {
        constexpr std::uint64_t low = 0xffffffff;
        switch (event.kind) {
            case EventKind::task:
                return {{"nodes", event.value}, {"depth", event.peer}};
            case EventKind::give:
                return {{"tasks", event.value}};
            case EventKind::steal:
                return {{"victim", event.peer}};
            case EventKind::remote_steal:
                return {{"victim", event.peer}, {"tasks", event.value}};
            case EventKind::send:
                return {{"to", event.peer}, {"bytes", event.value & low}};
            case EventKind::receive:
                return {{"from", event.peer}, {"bytes", event.value & low}};
            case EventKind::incumbent: {
                const auto objective = std::bit_cast<double>(event.value);
                return {{"objective", std::isfinite(objective) ? Json(objective) : Json(nullptr)}};
            }
            default:
                return Json::object();
        }
    }

    std::ostream& to_;
    const std::int64_t origin_;
    const MessageNames& message_names_;
    bool first_ = true;
    std::uint64_t last_id_ = 0;
};

}  // namespace

TraceCounts write_trace(std::ostream& to, std::span<const TraceLane> lanes, std::span<const std::string> titles,
                        const MessageNames& message_names) {
    std::int64_t origin = std::numeric_limits<std::int64_t>::max();
    TraceCounts counts;
    unsigned workers = 0;
    std::int64_t clock_error = 0;
    for (const TraceLane& lane : lanes) {
        clock_error = std::max(clock_error, lane.clock_error);
        counts.events += lane.events.size();
        counts.dropped += lane.dropped;
        if (lane.worker != TraceLane::communication) workers = std::max(workers, lane.worker + 1);
        for (const TimelineEvent& event : lane.events) origin = std::min(origin, event.start);
    }
    Writer writer(to, origin, message_names);
    for (const TraceLane& lane : lanes) {
        const bool serves = lane.worker == TraceLane::communication;
        const unsigned thread = serves ? workers : lane.worker;  // after all workers
        if (serves) {
            std::string title = "locality " + std::to_string(lane.locality);
            if (lane.locality < titles.size() && !titles[lane.locality].empty()) title += ": " + titles[lane.locality];
            writer.metadata("process_name", lane.locality, thread, {{"name", title}});
        }
        std::string name = serves ? "communication" : "worker " + std::to_string(lane.worker);
        if (lane.dropped > 0) name += " (" + std::to_string(lane.dropped) + " older events dropped)";
        writer.metadata("thread_name", lane.locality, thread, {{"name", name}});
        for (const TimelineEvent& event : lane.events) writer.event(lane.locality, thread, event);
    }
    writer.end({{"schema", "scrump-trace"},
                {"version", 1},
                {"program", std::string("scrump ") + version()},
                {"events", counts.events},
                {"dropped", counts.dropped},
                {"clock_error_us", static_cast<double>(clock_error) / 1000}});
    return counts;
}

}  // namespace scrump::detail
