#include <scrump/base/detail/control_groups.hpp>
#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/detail/system_file.hpp>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>
#include <memory>
#include <numeric>
#include <thread>
#include <tuple>
#include <utility>

namespace scrump::detail {
namespace {

// A set of processors of the size that the system wants.
class ProcessorSet {
  public:
    explicit ProcessorSet(unsigned room) : room_(room), set_(CPU_ALLOC(room)) { CPU_ZERO_S(bytes(), get()); }

    cpu_set_t* get() const { return set_.get(); }
    std::size_t bytes() const { return CPU_ALLOC_SIZE(room_); }

  private:
    struct Free {
        void operator()(cpu_set_t* set) const { CPU_FREE(set); }
    };

    unsigned room_;
    std::unique_ptr<cpu_set_t, Free> set_;
};

// Those that the first thread of this process may run on: the system has taken cpusets into account.
std::vector<unsigned> allowed_processors() {
    constexpr unsigned most = 1U << 20U;
    for (unsigned room = 1024; room <= most; room *= 2) {
        const ProcessorSet set(room);
        if (::sched_getaffinity(::getpid(), set.bytes(), set.get()) == 0) {
            std::vector<unsigned> allowed;
            for (unsigned unit = 0; unit < room; ++unit) {
                if (CPU_ISSET_S(unit, set.bytes(), set.get()) != 0) allowed.push_back(unit);
            }
            return allowed;
        }
        if (errno != EINVAL) break;
    }
    return {};
}

std::vector<unsigned> list_in(const ReadSystemFile& read, const std::string& path) {
    const std::optional<std::string> text = read(path);
    return text ? parse_processor_list(*text) : std::vector<unsigned>();
}

}  // namespace

std::vector<unsigned> parse_processor_list(std::string_view text) {
    constexpr unsigned most = 1U << 20U;
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto number = [&]() -> std::optional<unsigned> {
        unsigned value = 0;
        const auto [rest, error] = std::from_chars(at, end, value);
        if (error != std::errc() || value > most) return std::nullopt;
        at = rest;
        return value;
    };
    const auto skip = [&](char separator) { return at != end && *at == separator && ++at != nullptr; };
    std::vector<unsigned> all;
    do {
        const std::optional<unsigned> first = number();
        const std::optional<unsigned> last = first && skip('-') ? number() : first;
        if (!last) break;
        for (unsigned each = *first; each <= *last; ++each) all.push_back(each);
    } while (skip(','));
    return all;
}

std::vector<unsigned> in_order_of_use(const std::vector<unsigned>& processors, const ReadSystemFile& read) {
    struct Unit {
        std::size_t rank_in_core;
        unsigned package;
        unsigned core;  // its first processor
        unsigned number;
    };
    std::vector<Unit> units;
    for (const unsigned number : processors) {
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(number) + "/topology/";
        std::vector<unsigned> siblings = list_in(read, folder + "thread_siblings_list");
        const auto place = std::ranges::find(siblings, number);
        if (place == siblings.end()) siblings = {number};
        const std::vector<unsigned> package = list_in(read, folder + "physical_package_id");
        units.push_back(
            {.rank_in_core = static_cast<std::size_t>(std::ranges::find(siblings, number) - siblings.begin()),
             .package = package.empty() ? 0 : package.front(),
             .core = siblings.front(),
             .number = number});
    }
    const auto place = [](const Unit& unit) {
        return std::tuple(unit.rank_in_core, unit.package, unit.core, unit.number);
    };
    std::ranges::sort(units, {}, place);
    std::vector<unsigned> ordered;
    ordered.reserve(units.size());
    for (const Unit& unit : units) ordered.push_back(unit.number);
    return ordered;
}

unsigned memory_domain_of(const std::vector<unsigned>& processors, const ReadSystemFile& read) {
    const std::string folder = "/sys/devices/system/node/";
    const std::vector<unsigned> nodes = list_in(read, folder + "online");
    for (unsigned place = 0; place < nodes.size(); ++place) {
        const std::vector<unsigned> of_node =
            list_in(read, folder + "node" + std::to_string(nodes[place]) + "/cpulist");
        const auto is_there = [&](unsigned each) { return std::ranges::find(of_node, each) != of_node.end(); };
        if (!processors.empty() && std::ranges::all_of(processors, is_there)) return place;
    }
    return 0;
}

// None of these results is ever destroyed: work may run in destructors of static objects, after main().
const std::vector<unsigned>& processing_units() {
    static const auto& instance = *new std::vector<unsigned>(in_order_of_use(allowed_processors(), read_system_file));
    return instance;
}

unsigned processor_count() {
    static const unsigned instance = std::max(1U, std::thread::hardware_concurrency());  // which reads a file
    return instance;
}

std::optional<double> processor_quota() {
    static const std::optional<double> instance = processor_quota(control_groups("cpu"), read_system_file);
    return instance;
}

const std::string& host_name() {
    static const std::string& instance = *[] {
        char name[256] = {};
        return new std::string(gethostname(name, sizeof name - 1) == 0 ? name : "");
    }();
    return instance;
}

unsigned memory_domain() {
    static const unsigned instance = memory_domain_of(allowed_processors(), read_system_file);
    return instance;
}

std::vector<unsigned> share_processing_units(const std::vector<std::vector<unsigned>>& allowed, std::size_t process) {
    // The processes that may use a processor: those with the smallest choice first.
    std::vector<std::size_t> by_choice(allowed.size());
    std::iota(by_choice.begin(), by_choice.end(), std::size_t{0});
    std::stable_sort(by_choice.begin(), by_choice.end(),
                     [&](std::size_t a, std::size_t b) { return allowed[a].size() < allowed[b].size(); });
    std::map<unsigned, std::vector<std::size_t>> users;
    for (const std::size_t user : by_choice) {
        for (const unsigned unit : allowed[user]) users[unit].push_back(user);
    }
    std::vector<std::vector<unsigned>> shares(allowed.size());
    for (const std::size_t chooser : by_choice) {
        for (const unsigned unit : allowed[chooser]) {
            const std::vector<std::size_t> candidates = std::exchange(users[unit], {});
            if (candidates.empty()) continue;  // given away already
            const std::size_t poorest = *std::min_element(candidates.begin(), candidates.end(), [&](auto a, auto b) {
                return shares[a].size() < shares[b].size();
            });
            shares[poorest].push_back(unit);
        }
    }
    if (shares[process].empty() && !allowed[process].empty()) {
        return {allowed[process][process % allowed[process].size()]};
    }
    return shares[process];
}

std::optional<unsigned> processing_unit_here() {
    const int unit = ::sched_getcpu();
    return unit < 0 ? std::nullopt : std::optional(static_cast<unsigned>(unit));
}

void bind_this_thread(unsigned unit) {
    const ProcessorSet set(std::max(unit + 1, 1024U));
    CPU_SET_S(unit, set.bytes(), set.get());
    ::sched_setaffinity(0, set.bytes(), set.get());
}

}  // namespace scrump::detail
