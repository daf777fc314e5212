#include <scrump/tasks/detail/travel.hpp>

#include <mutex>

namespace scrump::detail {
namespace {

// Both are there before any entry is: neither has a constructor that runs.
constinit std::mutex entering;
constinit TravellingCall* entries = nullptr;

// FNV-1a.
std::uint64_t hash(std::string_view text) {
    std::uint64_t value = 14695981039346656037U;
    for (const char letter : text) value = (value ^ static_cast<unsigned char>(letter)) * 1099511628211U;
    return value;
}

}  // namespace

TravellingCall::TravellingCall(const char* type, Descriptor::Execute runs, const Steps& steps)
    : name_(hash(type)), execute_(runs), steps_(steps) {
    const std::lock_guard lock(entering);
    next_ = entries;
    entries = this;
}

TravellingCall::~TravellingCall() {
    const std::lock_guard lock(entering);
    TravellingCall** place = &entries;
    while (*place != this) place = &(*place)->next_;
    *place = next_;
}

bool TravellingCall::is_unique() const {
    unsigned same = 0;
    for (const TravellingCall* each = entries; each != nullptr; each = each->next_) same += each->name_ == name_;
    return same == 1;
}

const TravellingCall* TravellingCall::of(const Descriptor& task) {
    const std::lock_guard lock(entering);
    for (const TravellingCall* each = entries; each != nullptr; each = each->next_) {
        if (each->execute_ == task.execute) return each->is_unique() ? each : nullptr;
    }
    return nullptr;
}

const TravellingCall* TravellingCall::named(std::uint64_t name) {
    const std::lock_guard lock(entering);
    for (const TravellingCall* each = entries; each != nullptr; each = each->next_) {
        if (each->name_ == name) return each->is_unique() ? each : nullptr;
    }
    return nullptr;
}

}  // namespace scrump::detail
