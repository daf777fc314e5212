#include <scrump/stealing/policy.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/net/topology.hpp>
#include <scrump/stealing/detail/hierarchical.hpp>
#include <scrump/stealing/detail/locality_aware.hpp>
#include <scrump/stealing/detail/monitor_settings.hpp>
#include <scrump/stealing/detail/naive_locality_aware.hpp>
#include <scrump/stealing/detail/paper_performance_driven.hpp>
#include <scrump/stealing/detail/performance_driven.hpp>
#include <scrump/stealing/detail/round_robin.hpp>
#include <scrump/stealing/detail/sticky_random.hpp>
#include <scrump/stealing/detail/uniform_random.hpp>

#include <array>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace scrump {
namespace {

constexpr std::array<std::string_view, 4> amount_names = {"one", "half", "chunk", "all"};
static_assert(static_cast<std::size_t>(StealAmount::Kind::all) + 1 == amount_names.size());

constexpr unsigned usual_chunk = 8;
constexpr std::array amount_parameters = {
    Parameter{"steal",
              "how many tasks a victim gives, shallowest first; all: at the shallowest depth (half if left out)",
              WordRange{amount_names}, ""},
    Parameter{"chunk", "how many with steal=chunk (8 if left out)",
              IntegerRange{1, std::numeric_limits<unsigned>::max()}, ""}};

// One place for the parameters of performance-driven: their names, meanings, ranges, and where a policy has them.
struct MonitorParameter {
    Parameter parameter;
    std::variant<bool Policy::*, std::optional<double> MonitorParameters::*,
                 std::optional<std::uint64_t> MonitorParameters::*>
        member;
    bool in_paper;  // whether it has a meaning with `paper`
};
constexpr std::array monitor_parameters = {
    MonitorParameter{
        {"tuned", "weights and refresh limits are tuned by the results of steals", FlagRange{}}, &Policy::tuned, false},
    MonitorParameter{
        {"ordered", "of victims that are similarly good, the one that is first in heuristic order", FlagRange{}},
        &Policy::ordered,
        false},
    MonitorParameter{
        {"always", "also monitors within a single locality, to measure its cost", FlagRange{}}, &Policy::always, true},
    MonitorParameter{{"paper", "exactly as in Xie (2023): reads all, asks only victims worth the delay", FlagRange{}},
                     &Policy::paper,
                     true},
    MonitorParameter{{"history", "weight of earlier work rates and delays (0.35 if left out)", RealRange{0, 1}, ""},
                     &MonitorParameters::history,
                     true},
    MonitorParameter{{"offset", "added to arguments of logarithms (2.72 if left out)", RealRange{1, 1000}, ""},
                     &MonitorParameters::offset,
                     true},
    MonitorParameter{{"least-rate", "lower bound of work rates (0.0001 if left out)", RealRange{0, 1000}, ""},
                     &MonitorParameters::least_rate,
                     true},
    MonitorParameter{{"delay", "weight of the delay in scores (1 if left out)", RealRange{0, 1000}, ""},
                     &MonitorParameters::delay,
                     true},
    MonitorParameter{
        {"shortest", "milliseconds between refreshes, at least (1 if left out; paper: 5)", RealRange{0.01, 60'000}, ""},
        &MonitorParameters::shortest,
        true},
    MonitorParameter{{"longest", "milliseconds between refreshes, at most (100 if left out; paper: 240)",
                      RealRange{0.01, 60'000}, ""},
                     &MonitorParameters::longest,
                     true},
    MonitorParameter{{"reads", "summaries read by message in a shortest interval, at most (4 if left out; paper: all)",
                      IntegerRange{1, 1'000'000}, ""},
                     &MonitorParameters::reads,
                     false},
    MonitorParameter{{"requests", "unanswered steal requests, at most (number of workers if left out)",
                      IntegerRange{1, 1'000'000}, ""},
                     &MonitorParameters::requests,
                     false}};

constexpr double millisecond = 1000;  // in microseconds

using Thief = Policy::Thief;

template <class Selector>
std::unique_ptr<VictimSelector> from_size(const Policy&, const Thief& thief) {
    return std::make_unique<Selector>(thief.self, thief.topology.size(), thief.seed);
}
template <class Selector>
std::unique_ptr<VictimSelector> from_topology(const Policy&, const Thief& thief) {
    return std::make_unique<Selector>(thief.self, thief.topology, thief.seed);
}
std::unique_ptr<VictimSelector> round_robin(const Policy&, const Thief& thief) {
    return std::make_unique<detail::RoundRobin>(thief.self, thief.topology.size());
}
std::unique_ptr<VictimSelector> performance_driven(const Policy& policy, const Thief& thief) {
    const detail::MonitorSettings settings = detail::monitor_settings(policy);
    const unsigned size = thief.topology.size();
    if (policy.paper)
        return std::make_unique<detail::PaperPerformanceDriven>(thief.self, size, thief.workers, settings);
    return std::make_unique<detail::PerformanceDriven>(
        thief.self, size, thief.seed,
        detail::PerformanceDriven::Options{
            .workers = thief.workers, .tuned = policy.tuned, .ordered = policy.ordered, .settings = settings});
}

// One place for what each policy is called, where it comes from, what it takes beside the steal amount, and how it is
// put to work.
struct Entry {
    std::string_view name;
    std::string_view help;
    std::span<const MonitorParameter> parameters;
    std::unique_ptr<VictimSelector> (*make)(const Policy&, const Thief&);
};

constexpr std::array entries = {
    Entry{"random", "anybody (Blumofe and Leiserson 1999)", {}, from_size<detail::UniformRandom>},
    Entry{"sticky-random",
          "the last victim that had work, else anybody (as in YewPar)",
          {},
          from_size<detail::StickyRandom>},
    Entry{"round-robin", "one after the other (Kumar, Grama and Vempaty 1994)", {}, round_robin},
    Entry{"hierarchical",
          "all of one's memory domain, then of the host, then the others (Min, Iancu and Yelick 2011)",
          {},
          from_topology<detail::Hierarchical>},
    Entry{"locality-aware",
          "anybody on one's host; another host only after a round without luck (LB4MPI)",
          {},
          from_topology<detail::LocalityAware>},
    Entry{"naive-locality-aware",
          "localities with numbers close to the thief's; others only after a round without success (LB4MPI)",
          {},
          from_size<detail::NaiveLocalityAware>},
    Entry{"performance-driven", "the most promising locality, by work rates, waiting tasks and delays (after YewPar)",
          monitor_parameters, performance_driven}};
static_assert(static_cast<std::size_t>(Policy::Kind::performance_driven) + 1 == entries.size(),
              "the table is in the order of Policy::Kind");

// Null if there is none.
const Entry* find(std::string_view name) {
    const auto entry = std::ranges::find(entries, name, &Entry::name);
    return entry != entries.end() ? &*entry : nullptr;
}

std::unique_ptr<VictimSelector> made_by(const Policy::MakeSelector& make, const std::string& name, const Thief& thief) {
    auto selector = make ? make(thief) : nullptr;
    if (!selector) throw UsageError("the policy '" + name + "' makes no victim selectors");
    return selector;
}

std::optional<StealAmount> read_amount(const Spec& spec, const Arguments& given) {
    if (!given.has("steal")) {
        if (given.has("chunk")) throw UsageError(spec.name + ": chunk needs steal=chunk");
        return std::nullopt;
    }
    const auto word = std::ranges::find(amount_names, given.word("steal"));
    StealAmount amount{.kind = static_cast<StealAmount::Kind>(word - amount_names.begin())};
    if (amount.kind == StealAmount::Kind::chunk) {
        amount.chunk = static_cast<unsigned>(given.integer("chunk", usual_chunk));
    } else if (given.has("chunk")) {
        throw UsageError(spec.name + ": chunk needs steal=chunk");
    }
    return amount;
}

std::string write_amount(const StealAmount& amount) {
    const std::string text = "steal=" + std::string(amount_names[static_cast<std::size_t>(amount.kind)]);
    return amount.kind == StealAmount::Kind::chunk ? text + ",chunk=" + std::to_string(amount.chunk) : text;
}

std::string help_line(const Parameter& parameter) {
    return "    " + describe(parameter) + "\n";
}

// --- The parameters of performance-driven

void read(Policy& to, const Arguments& given, const MonitorParameter& row) {
    const std::string_view name = row.parameter.name;
    if (const auto* flag = std::get_if<bool Policy::*>(&row.member)) {
        to.*(*flag) = given.has(name);
    } else if (!given.has(name)) {
        return;
    } else if (const auto* real = std::get_if<std::optional<double> MonitorParameters::*>(&row.member)) {
        to.monitor.*(*real) = given.real(name);
    } else {
        to.monitor.*std::get<std::optional<std::uint64_t> MonitorParameters::*>(row.member) = given.integer(name);
    }
}

// As it is written; none if it is left out.
std::optional<std::string> write(const Policy& policy, const MonitorParameter& row) {
    const std::string name(row.parameter.name);
    if (const auto* flag = std::get_if<bool Policy::*>(&row.member))
        return policy.*(*flag) ? std::optional(name) : std::nullopt;
    if (const auto* real = std::get_if<std::optional<double> MonitorParameters::*>(&row.member)) {
        const std::optional<double>& value = policy.monitor.*(*real);
        return value ? std::optional(name + "=" + write_number(*value)) : std::nullopt;
    }
    const auto& value = policy.monitor.*std::get<std::optional<std::uint64_t> MonitorParameters::*>(row.member);
    return value ? std::optional(name + "=" + std::to_string(*value)) : std::nullopt;
}

void expect_consistent(const Policy& policy) {
    for (const MonitorParameter& row : monitor_parameters) {
        if (policy.paper && !row.in_paper && write(policy, row))
            throw UsageError("performance-driven: paper does not have '" + std::string(row.parameter.name) + "'");
    }
    const detail::MonitorSettings settings = detail::monitor_settings(policy);
    if (settings.shortest_interval <= settings.longest_interval) return;
    throw UsageError("performance-driven: shortest=" + write_number(settings.shortest_interval / millisecond) +
                     " is greater than longest=" + write_number(settings.longest_interval / millisecond));
}

}  // namespace

Policy Policy::parse(std::string_view text) {
    std::vector<std::string_view> flags;
    for (const MonitorParameter& row : monitor_parameters) {
        if (std::holds_alternative<bool Policy::*>(row.member)) flags.push_back(row.parameter.name);
    }
    const Spec spec = parse_spec(text, flags);
    const Entry* const entry = find(spec.name);
    if (entry == nullptr) {
        throw UsageError("unknown policy '" + spec.name + "'; there are " +
                         join(entries, [](const Entry& each) { return std::string(each.name); }) +
                         did_you_mean(spec.name, names()));
    }
    std::vector<Parameter> parameters;
    for (const MonitorParameter& row : entry->parameters) parameters.push_back(row.parameter);
    parameters.insert(parameters.end(), amount_parameters.begin(), amount_parameters.end());
    const Arguments given(spec, parameters);
    Policy policy = of(static_cast<Kind>(entry - entries.data()));
    for (const MonitorParameter& row : entry->parameters) read(policy, given, row);
    policy.steal = read_amount(spec, given);
    expect_consistent(policy);
    return policy;
}

Policy Policy::custom(std::string name, MakeSelector make) {
    if (name.empty()) throw UsageError("a custom policy needs a name");
    if (find(name.substr(0, name.find(':'))) != nullptr)
        throw UsageError("there is a policy '" + name + "' already: a custom one needs another name");
    const Topology two = Topology::one_host(2);
    const bool gathers =
        made_by(make, name, {.self = 0, .topology = two, .seed = 1, .workers = 1})->uses_load_information();
    return {.own = std::make_shared<Custom>(Custom{std::move(name), std::move(make), gathers})};
}

std::string Policy::describe() const {
    std::vector<std::string> parameters;
    for (const MonitorParameter& row : monitor_parameters) {
        if (const auto written = write(*this, row)) parameters.push_back(*written);
    }
    if (steal) parameters.push_back(write_amount(*steal));
    std::string text(own ? own->name : entries[static_cast<std::size_t>(kind)].name);
    for (std::size_t i = 0; i < parameters.size(); ++i) text += (i == 0 ? ":" : ",") + parameters[i];
    return text;
}

std::string Policy::help() {
    std::string text;
    for (const Entry& entry : entries) {
        text += "  " + std::string(entry.name) + ": " + std::string(entry.help) + "\n";
        for (const MonitorParameter& row : entry.parameters) text += help_line(row.parameter);
    }
    text += "  and with every policy:\n";
    for (const Parameter& parameter : amount_parameters) text += help_line(parameter);
    return text;
}

std::vector<std::string> Policy::names() {
    std::vector<std::string> names;
    names.reserve(entries.size());
    for (const Entry& entry : entries) names.emplace_back(entry.name);
    return names;
}

StealAmount Policy::amount(bool in_order) const {
    if (steal) return *steal;
    return {.kind = in_order || paper ? StealAmount::Kind::one : StealAmount::Kind::half};
}

std::unique_ptr<VictimSelector> make_selector(const Policy& policy, unsigned self, const Topology& topology,
                                              std::uint64_t seed, unsigned workers) {
    const Thief thief{.self = self, .topology = topology, .seed = seed, .workers = workers};
    if (policy.own) return made_by(policy.own->make, policy.own->name, thief);
    return entries[static_cast<std::size_t>(policy.kind)].make(policy, thief);
}

namespace detail {

MonitorSettings monitor_settings(const Policy& policy) {
    const MonitorParameters& given = policy.monitor;
    MonitorSettings settings;
    Weights& weights = settings.weights;
    if (policy.paper) {
        settings.shortest_interval = PaperPerformanceDriven::shortest_interval;
        settings.longest_interval = PaperPerformanceDriven::longest_interval;
        settings.complete_cycles = true;
    }
    weights.history = given.history.value_or(weights.history);
    if (given.history) weights.fresh = 1 - weights.history;
    weights.offset = given.offset.value_or(weights.offset);
    weights.least_rate = given.least_rate.value_or(weights.least_rate);
    weights.delay = given.delay.value_or(weights.delay);
    if (given.shortest) settings.shortest_interval = *given.shortest * millisecond;
    if (given.longest) settings.longest_interval = *given.longest * millisecond;
    if (given.reads) settings.far_reads = *given.reads;
    if (given.requests) settings.requests = *given.requests;
    return settings;
}

}  // namespace detail

}  // namespace scrump
