#include "splitting/split_policies.hpp"

#include <scrump/search/skeleton.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/metrics/detail/counting.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace scrump {
namespace {

constexpr std::uint64_t most_unsigned = std::numeric_limits<unsigned>::max();

// Where a word is among those that there are, which the parser has made sure of.
template <class Words>
std::size_t place_of(std::string_view word, const Words& words) {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

// One place for what each skeleton is called, what it takes, how that is read and written, and how its workers split.
struct Entry {
    std::string_view name;
    std::string_view help;
    std::vector<Parameter> parameters;
    Skeleton (*make)(const Arguments&);
    std::string (*write)(const Skeleton&);
    SplitPolicyFactory (*split_policies)(const Skeleton&);
};

SplitPolicyFactory no_splits(const Skeleton& /*self*/) {
    return detail::never_splitting();
}

std::vector<Parameter> stack_parameters() {
    return {{"protocol", "how", WordRange{StealProtocol::names}, "distributed-memory"},
            {"chunk", "nodes that move together", IntegerRange{1, StealProtocol::max_in_chunk}, "5"},
            {"poll", "message-passing: nodes between looks for messages (512)", IntegerRange{1, 1'000'000'000}, ""},
            {"stack", "when nodes are given away: see the page", WordRange{StealProtocol::stack_names}, "roomy"},
            {"probe", "whom thieves look at first", WordRange{StealProtocol::probe_names}, "near-first"}};
}

Skeleton make_steal_stack(const Arguments& given) {
    StealProtocol protocol{
        .kind = static_cast<StealProtocol::Kind>(place_of(given.word("protocol"), StealProtocol::names)),
        .chunk = static_cast<unsigned>(given.integer("chunk")),
        .stack = static_cast<StealProtocol::Stack>(place_of(given.word("stack"), StealProtocol::stack_names)),
        .probe = static_cast<StealProtocol::Probe>(place_of(given.word("probe"), StealProtocol::probe_names))};
    if (given.has("poll") && protocol.access() != StealProtocol::Access::by_message)
        throw UsageError("steal-stack: poll is for protocol=message-passing");
    if (protocol.stack == StealProtocol::Stack::paper && protocol.access() == StealProtocol::Access::by_message)
        throw UsageError(
            "steal-stack: stack=paper is not for protocol=message-passing, whose victims give from two "
            "chunks on with either stack");
    protocol.poll = given.integer("poll", protocol.poll);
    return Skeleton::steal_stack(protocol);
}

std::string write_steal_stack(const Skeleton& self) {
    std::string text =
        "protocol=" + std::string(self.protocol.name()) + ",chunk=" + std::to_string(self.protocol.chunk);
    if (self.protocol.kind == StealProtocol::Kind::message_passing)
        text += ",poll=" + std::to_string(self.protocol.poll);
    if (self.protocol.stack != StealProtocol().stack) text += ",stack=" + std::string(self.protocol.stack_name());
    if (self.protocol.probe != StealProtocol().probe) text += ",probe=" + std::string(self.protocol.probe_name());
    return text;
}

// Of skeletons that choose their grain during a run.
constexpr Parameter rule_parameter{"rule", "how it is chosen while running; parts if not given",
                                   WordRange{GrainRule::names}, ""};
constexpr Parameter tolerance_parameter{"tolerance", "tolerated share of time: 0.01, or 0.3 for rule=idle-rate",
                                        RealRange{0.0001, 0.99}, ""};

// `chosen` is the parameter that fixes the grain.
GrainRule read_rule(const Arguments& given, std::string_view chosen) {
    GrainRule rule;
    for (const Parameter& each : {rule_parameter, tolerance_parameter}) {
        if (!given.has(each.name)) continue;
        const std::string name(each.name);
        if (given.has(chosen))
            throw UsageError(name + " has no effect beside " + std::string(chosen) + ": leave one out");
        if (!detail::counting) throw UsageError(name + " has no effect: this build keeps no counters");
    }
    if (given.has("rule")) rule.kind = static_cast<GrainRule::Kind>(place_of(given.word("rule"), GrainRule::names));
    if (given.has("tolerance")) rule.tolerance = given.real("tolerance");
    return rule;
}

// The parameter `name` with its value, 0 for none, and the rule where that differs from the default.
std::string write_chosen(std::string_view name, std::uint64_t value, const GrainRule& rule) {
    if (value > 0) return std::string(name) + "=" + std::to_string(value);
    std::string text;
    if (rule.kind != GrainRule().kind) text = "rule=" + std::string(rule.name());
    if (rule.tolerance) text += (text.empty() ? "tolerance=" : ",tolerance=") + detail::real_text(*rule.tolerance);
    return text;
}

Entry budget_entry() {
    return {"budget",
            "after some backtracks the shallowest siblings become tasks",
            {{"backtracks", "how many; chosen while running if not given", IntegerRange{1, std::uint64_t{1} << 60}, ""},
             rule_parameter,
             tolerance_parameter},
            [](const Arguments& given) {
                return Skeleton::budget(given.integer("backtracks", 0), read_rule(given, "backtracks"));
            },
            [](const Skeleton& self) { return write_chosen("backtracks", self.backtracks, self.rule); },
            [](const Skeleton& self) { return detail::splitting_by_budget(self.backtracks, self.rule); }};
}

Entry ordered_entry() {
    return {"ordered",
            "replicable: tasks in heuristic order, the same work with any number of workers",
            {{"depth", "depth of the tasks; 0: where there are enough", IntegerRange{0, most_unsigned}, "0"},
             {"window", "how many tasks may be under way at once", IntegerRange{1, 1'000'000}, "128"}},
            [](const Arguments& given) {
                return Skeleton::ordered(static_cast<unsigned>(given.integer("depth")),
                                         static_cast<unsigned>(given.integer("window")));
            },
            [](const Skeleton& self) {
                return "depth=" + std::to_string(self.depth) + ",window=" + std::to_string(self.window);
            },
            no_splits};
}

Entry adaptive_entry() {
    return {"adaptive",
            "heartbeat: gives work away only when somebody is idle; nothing to tune",
            {{"interval", "microseconds between heartbeats; chosen while running if not given",
              IntegerRange{1, 1'000'000}, ""},
             rule_parameter,
             tolerance_parameter},
            [](const Arguments& given) {
                return Skeleton::adaptive(std::chrono::microseconds(given.integer("interval", 0)),
                                          read_rule(given, "interval"));
            },
            [](const Skeleton& self) {
                return write_chosen("interval", static_cast<std::uint64_t>(self.heartbeat_interval.count()), self.rule);
            },
            [](const Skeleton& self) { return detail::splitting_by_heartbeat(self.heartbeat_interval, self.rule); }};
}

const std::vector<Entry>& table() {
    using Kind = Skeleton::Kind;
    // Never destroyed: destructors of static objects may search.
    static const auto& entries = *new const std::vector<Entry>{
        {"sequential",
         "one worker, no tasks",
         {},
         [](const Arguments&) { return Skeleton::sequential(); },
         [](const Skeleton&) { return std::string(); },
         no_splits},
        {"depth-bounded",
         "nodes above a depth become tasks",
         {{"depth", "depth above which nodes become tasks", IntegerRange{0, most_unsigned}, "2"}},
         [](const Arguments& given) { return Skeleton::depth_bounded(static_cast<unsigned>(given.integer("depth"))); },
         [](const Skeleton& self) { return "depth=" + std::to_string(self.depth); },
         no_splits},
        {"stack-stealing",
         "a victim splits its own stack when asked",
         {{"chunked", "1: give all siblings of the shallowest depth, 0: one node", IntegerRange{0, 1}, "1"}},
         [](const Arguments& given) { return Skeleton::stack_stealing(given.integer("chunked") == 1); },
         [](const Skeleton& self) { return std::string("chunked=") + (self.chunked ? "1" : "0"); },
         [](const Skeleton& self) { return detail::splitting_on_request(self.chunked); }},
        budget_entry(),
        ordered_entry(),
        adaptive_entry(),
        {"steal-stack", "stacks of open nodes, chunks of which move by a protocol (docs/steal-stacks.md)",
         stack_parameters(), make_steal_stack, write_steal_stack, no_splits},
    };
    static_assert(static_cast<int>(Kind::steal_stack) == 6, "the table is in the order of Skeleton::Kind");
    return entries;
}

// Null if there is none.
const Entry* find(std::string_view name) {
    const auto entry = std::ranges::find(table(), name, &Entry::name);
    return entry != table().end() ? &*entry : nullptr;
}

}  // namespace

Skeleton Skeleton::parse(std::string_view text) {
    const Spec spec = parse_spec(text);
    const Entry* const entry = find(spec.name);
    if (entry == nullptr) {
        throw UsageError("unknown skeleton '" + spec.name + "'; there are " +
                         join(table(), [](const Entry& each) { return std::string(each.name); }) +
                         did_you_mean(spec.name, names()));
    }
    return entry->make(Arguments(spec, entry->parameters));
}

Skeleton Skeleton::custom(std::string name, SplitPolicyFactory make) {
    if (name.empty()) throw UsageError("a custom skeleton needs a name");
    if (find(name.substr(0, name.find(':'))) != nullptr)
        throw UsageError("there is a skeleton '" + name + "' already: a custom one needs another name");
    return {.own = std::make_shared<Custom>(Custom{std::move(name), std::move(make)})};
}

SplitPolicyFactory Skeleton::split_policies() const {
    return own ? own->make : table()[static_cast<std::size_t>(kind)].split_policies(*this);
}

std::string Skeleton::describe() const {
    if (own) return own->name;
    const Entry& entry = table()[static_cast<std::size_t>(kind)];
    const std::string parameters = entry.write(*this);
    return std::string(entry.name) + (parameters.empty() ? "" : ":" + parameters);
}

std::string Skeleton::help() {
    std::string text;
    for (const Entry& entry : table()) {
        text += "  " + std::string(entry.name) + ": " + std::string(entry.help) + "\n";
        for (const Parameter& parameter : entry.parameters) text += "    " + scrump::describe(parameter) + "\n";
    }
    return text;
}

std::vector<std::string> Skeleton::names() {
    std::vector<std::string> names;
    for (const Entry& entry : table()) names.emplace_back(entry.name);
    return names;
}

}  // namespace scrump
