#include <scrump/stealing/policy.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/stealing/detail/hierarchical.hpp>
#include <scrump/stealing/detail/locality_aware.hpp>
#include <scrump/stealing/detail/naive_locality_aware.hpp>
#include <scrump/stealing/detail/performance_driven.hpp>
#include <scrump/stealing/detail/round_robin.hpp>
#include <scrump/stealing/detail/sticky_random.hpp>
#include <scrump/stealing/detail/uniform_random.hpp>

#include <array>
#include <limits>
#include <utility>

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

constexpr std::array<std::string_view, 4> flags = {"tuned", "ordered", "always", "paper"};
constexpr std::array monitor_parameters = {
    Parameter{flags[0], "weights and refresh limits are tuned by the results of steals", FlagRange{}},
    Parameter{flags[1], "of victims that are similarly good, the one that is first in heuristic order", FlagRange{}},
    Parameter{flags[2], "also monitors within a single locality, to measure its cost", FlagRange{}},
    Parameter{flags[3], "asks victims and refreshes as in Xie (2023): only victims that are worth the delay",
              FlagRange{}}};

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
    return std::make_unique<detail::PerformanceDriven>(
        thief.self, thief.topology.size(), thief.seed,
        detail::PerformanceDriven::Options{
            .workers = thief.workers, .tuned = policy.tuned, .ordered = policy.ordered, .paper = policy.paper});
}

// One place for what each policy is called, where it comes from, what it takes beside the steal amount, and how it is
// put to work.
struct Entry {
    std::string_view name;
    std::string_view help;
    std::span<const Parameter> parameters;
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

std::string help_lines(std::span<const Parameter> parameters) {
    std::string text;
    for (const Parameter& parameter : parameters) text += "    " + describe(parameter) + "\n";
    return text;
}

}  // namespace

Policy Policy::parse(std::string_view text) {
    const Spec spec = parse_spec(text, flags);
    const Entry* const entry = find(spec.name);
    if (entry == nullptr) {
        throw UsageError("unknown policy '" + spec.name + "'; there are " +
                         join(entries, [](const Entry& each) { return std::string(each.name); }) +
                         did_you_mean(spec.name, names()));
    }
    std::vector<Parameter> parameters(entry->parameters.begin(), entry->parameters.end());
    parameters.insert(parameters.end(), amount_parameters.begin(), amount_parameters.end());
    const Arguments given(spec, parameters);
    return {.kind = static_cast<Kind>(entry - entries.data()),
            .tuned = given.has("tuned"),
            .ordered = given.has("ordered"),
            .always = given.has("always"),
            .paper = given.has("paper"),
            .steal = read_amount(spec, given)};
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
    if (tuned) parameters.emplace_back("tuned");
    if (ordered) parameters.emplace_back("ordered");
    if (always) parameters.emplace_back("always");
    if (paper) parameters.emplace_back("paper");
    if (steal) parameters.push_back(write_amount(*steal));
    std::string text(own ? own->name : entries[static_cast<std::size_t>(kind)].name);
    for (std::size_t i = 0; i < parameters.size(); ++i) text += (i == 0 ? ":" : ",") + parameters[i];
    return text;
}

std::string Policy::help() {
    std::string text;
    for (const Entry& entry : entries) {
        text += "  " + std::string(entry.name) + ": " + std::string(entry.help) + "\n" + help_lines(entry.parameters);
    }
    return text + "  and with every policy:\n" + help_lines(amount_parameters);
}

std::vector<std::string> Policy::names() {
    std::vector<std::string> names;
    names.reserve(entries.size());
    for (const Entry& entry : entries) names.emplace_back(entry.name);
    return names;
}

StealAmount Policy::amount(bool in_order) const {
    if (steal) return *steal;
    return {.kind = in_order ? StealAmount::Kind::one : StealAmount::Kind::half};
}

std::unique_ptr<VictimSelector> make_selector(const Policy& policy, unsigned self, const Topology& topology,
                                              std::uint64_t seed, unsigned workers) {
    const Thief thief{.self = self, .topology = topology, .seed = seed, .workers = workers};
    if (policy.own) return made_by(policy.own->make, policy.own->name, thief);
    return entries[static_cast<std::size_t>(policy.kind)].make(policy, thief);
}

}  // namespace scrump
