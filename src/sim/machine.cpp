#include <scrump/sim/machine.hpp>

#include "known_machines.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/spec.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

namespace scrump {
namespace {

using Json = nlohmann::json;
using Machine = SimulatedMachine;

constexpr std::uint64_t most_hosts = 4096;
constexpr double longest_time = 1e18;  // ns: thirty years

// What can be said of a machine in one word: by users, in files, and in help.
struct Field {
    using Place =
        std::variant<unsigned Machine::*, std::uint64_t Machine::*, double Machine::*, double Machine::Costs::*>;

    std::string_view name;
    std::string_view help;
    Place place;
    std::variant<IntegerRange, RealRange, WordRange, FlagRange> range;
};

constexpr RealRange times{0, longest_time};
constexpr std::array fields = {
    Field{"hosts", "hosts", &Machine::hosts, IntegerRange{1, most_hosts}},
    Field{"localities", "processes of each host", &Machine::localities, IntegerRange{1, most_hosts}},
    Field{"workers", "workers of each process", &Machine::workers, IntegerRange{1, most_hosts}},
    Field{"cores", "cores of each host; 0: one for each worker", &Machine::cores, IntegerRange{0, most_hosts}},
    Field{"rack", "hosts of each rack; 0: all", &Machine::hosts_per_rack, IntegerRange{0, most_hosts}},
    Field{"seed", "seed of all random choices", &Machine::seed, IntegerRange{}},
    Field{"step", "ns between two moments at which a worker hears of others", &Machine::step, RealRange{1, 1e9}},
    Field{"longest", "ns after which a run is given up as endless; 0: never", &Machine::longest, times},
    Field{"unequal", "largest factor by which a latency between two hosts grows", &Machine::unequal, RealRange{1, 1e6}},
    Field{"delayed", "the part of all messages that take longer", &Machine::delayed, RealRange{0, 1}},
    Field{"delay", "ns that they take longer at most", &Machine::delay, times},
    Field{"node", "ns to explore a node", &Machine::Costs::node, times},
    Field{"clock", "ns to read the clock", &Machine::Costs::clock, times},
    Field{"look", "ns to look once whether there is news", &Machine::Costs::look, RealRange{1, longest_time}},
    Field{"serve", "ns to look once what a process has to do for others", &Machine::Costs::serve,
          RealRange{1, longest_time}},
    Field{"yield", "ns to let others go first", &Machine::Costs::yield, RealRange{1, longest_time}},
    Field{"task", "ns to begin and end a task", &Machine::Costs::task, times},
    Field{"spawn", "ns to make a task", &Machine::Costs::spawn, times},
    Field{"steal", "ns to take a task from another worker of the same process", &Machine::Costs::steal, times},
    Field{"access", "ns to use a word that another worker has in its cache", &Machine::Costs::access, times},
    Field{"wake", "ns until one that sleeps runs, where a core is free", &Machine::Costs::wake, times},
    Field{"preempt", "ns until the server of a process runs, if no core is free", &Machine::Costs::preempt, times},
    Field{"notify", "ns to wake somebody", &Machine::Costs::notify, times},
    Field{"send", "ns to hand a message to the network", &Machine::Costs::send, times},
    Field{"receive", "ns to take a message in", &Machine::Costs::receive, times},
    Field{"byte", "ns for each byte of it, on either side", &Machine::Costs::byte, times},
};

struct LinkField {
    std::string_view name;
    std::string_view help;
    Machine::Link Machine::*link;
    double Machine::Link::*place;
    RealRange range;
};

constexpr std::array link_fields = {
    LinkField{"latency", "ns between hosts of a rack", &Machine::between, &Machine::Link::latency, times},
    LinkField{"bandwidth",
              "bytes per ns between hosts of a rack",
              &Machine::between,
              &Machine::Link::bytes_per_ns,
              {1e-6, 1e6}},
    LinkField{"rack-latency", "ns between racks", &Machine::racks, &Machine::Link::latency, times},
    LinkField{
        "rack-bandwidth", "bytes per ns between racks", &Machine::racks, &Machine::Link::bytes_per_ns, {1e-6, 1e6}},
    LinkField{"host-latency", "ns between processes of a host", &Machine::within, &Machine::Link::latency, times},
    LinkField{"host-bandwidth",
              "bytes per ns between processes of a host",
              &Machine::within,
              &Machine::Link::bytes_per_ns,
              {1e-6, 1e6}},
};

// The field of a machine, wherever it lies.
template <class Of, class See>
void with(Of& machine, const Field& field, const See& see) {
    std::visit(
        [&](const auto place) {
            if constexpr (std::is_same_v<decltype(place), double Machine::Costs::*const>) {
                see(machine.costs.*place);
            } else {
                see(machine.*place);
            }
        },
        field.place);
}

std::vector<Parameter> parameters() {
    std::vector<Parameter> all;
    all.reserve(fields.size() + link_fields.size());
    for (const Field& each : fields) all.push_back({each.name, each.help, each.range, ""});
    for (const LinkField& each : link_fields) all.push_back({each.name, each.help, each.range, ""});
    return all;
}

// What a machine is whose parts are put together wrongly.
std::optional<std::string> what_is_wrong_with(const Machine& machine) {
    if (std::uint64_t{machine.hosts} * machine.localities > most_hosts)
        return std::to_string(machine.hosts) + " hosts with " + std::to_string(machine.localities) +
               " processes each: there can be at most " + std::to_string(most_hosts) + " processes";
    return std::nullopt;
}

// --- Files

// Complains of one file, and says where in it.
class Reader {
  public:
    explicit Reader(const std::string& name) : name_(name) {}

    [[noreturn]] void fail(const std::string& what) const { throw Error(name_ + ": " + what); }

    Json object(std::string_view text) const {
        try {
            Json json = Json::parse(text);
            if (!json.is_object()) fail("expected a JSON object");
            return json;
        } catch (const Json::exception& error) {
            fail(error.what());
        }
    }

    double real(const Json& json, const std::string& key, RealRange range) const {
        if (!json.is_number()) fail(key + ": expected a number");
        const double value = json.get<double>();
        if (!(value >= range.least && value <= range.most))
            fail(key + ": expected " + describe_range({.name = key, .help = {}, .range = range}));
        return value;
    }
    std::uint64_t integer(const Json& json, const std::string& key, IntegerRange range) const {
        if (!json.is_number_integer() || (!json.is_number_unsigned() && json.get<std::int64_t>() < 0))
            fail(key + ": expected " + describe_range({.name = key, .help = {}, .range = range}));
        const auto value = json.get<std::uint64_t>();
        if (value < range.least || value > range.most)
            fail(key + ": expected " + describe_range({.name = key, .help = {}, .range = range}));
        return value;
    }
    const Json& array(const Json& json, const std::string& key) const {
        if (!json.is_array()) fail(key + ": expected an array");
        return json;
    }
    auto members(const Json& json, const std::string& key) const {
        if (!json.is_object()) fail(key + ": expected an object");
        return json.items();
    }

  private:
    const std::string& name_;
};

// What is called so within something else.
std::string inside(const std::string& outer, const std::string& name) {
    std::string path = outer;
    path += '.';
    return path += name;
}

// Which hosts something happens to, and when.
template <class What>
bool read_spell(const Reader& reader, const Json& value, const std::string& name, const std::string& inner,
                What& what) {
    const auto host = [&] { return static_cast<unsigned>(reader.integer(value, inner, {0, most_hosts - 1})); };
    if (name == "first") {
        what.first = host();
    } else if (name == "last") {
        what.last = host();
    } else if (name == "begins") {
        what.begins = reader.real(value, inner, times);
    } else if (name == "lasts") {
        what.lasts = reader.real(value, inner, times);
    } else if (name == "every") {
        what.every = reader.real(value, inner, times);
    } else {
        return false;
    }
    return true;
}

Machine::Load read_load(const Reader& reader, const Json& json, const std::string& key) {
    Machine::Load load;
    for (const auto& item : reader.members(json, key)) {
        const std::string inner = inside(key, item.key());
        if (read_spell(reader, item.value(), item.key(), inner, load)) continue;
        if (item.key() != "left")
            reader.fail(inner + " is not known; expected first, last, begins, lasts, every, left");
        load.left = reader.real(item.value(), inner, {0.001, 1});
    }
    return load;
}

constexpr std::array<std::string_view, 3> fault_kinds = {"stall", "part", "die"};

Machine::Fault read_fault(const Reader& reader, const Json& json, const std::string& key) {
    Machine::Fault fault;
    for (const auto& item : reader.members(json, key)) {
        const std::string inner = inside(key, item.key());
        if (read_spell(reader, item.value(), item.key(), inner, fault)) continue;
        if (item.key() != "kind")
            reader.fail(inner + " is not known; expected kind, first, last, begins, lasts, every");
        const Json& value = item.value();
        const auto kind = std::ranges::find(fault_kinds, value.is_string() ? value.get<std::string>() : "");
        if (kind == fault_kinds.end()) reader.fail(inner + ": expected stall, part or die");
        fault.kind = static_cast<Machine::Fault::Kind>(kind - fault_kinds.begin());
    }
    return fault;
}

template <class What>
Json spell_of(const What& what) {
    return {{"first", what.first},
            {"last", what.last},
            {"begins", what.begins},
            {"lasts", what.lasts},
            {"every", what.every}};
}

// Since it came last: none before it comes first.
template <class What>
std::optional<double> time_since(const What& what, double time) {
    if (time < what.begins) return std::nullopt;
    return what.every > 0 ? std::fmod(time - what.begins, what.every) : time - what.begins;
}

}  // namespace

double SimulatedMachine::Fault::over(double time) const {
    const std::optional<double> since = time_since(*this, time);
    if (!since) return time;
    if (kind == Kind::die) return std::numeric_limits<double>::infinity();
    return time + std::max(lasts - *since, 0.0);
}

const SimulatedMachine::Link& SimulatedMachine::link(unsigned from, unsigned to) const {
    const unsigned one = host_of(from);
    const unsigned other = host_of(to);
    if (one == other) return within;
    return hosts_per_rack == 0 || one / hosts_per_rack == other / hosts_per_rack ? between : racks;
}

double SimulatedMachine::speed(unsigned host, double time) const {
    double speed = speeds.empty() ? 1 : speeds[host % speeds.size()];
    for (const Load& load : loads) {
        if (host < load.first || host > load.last) continue;
        const std::optional<double> since = time_since(load, time);
        if (since && (load.lasts == 0 || *since < load.lasts)) speed *= load.left;
    }
    return speed;
}

SimulatedMachine SimulatedMachine::named(std::string_view name) {
    const auto known = detail::known_machines();
    const auto found = std::ranges::find(known, name, &detail::KnownMachine::name);
    if (found != known.end()) return found->make();
    throw UsageError("there is no machine '" + std::string(name) + "'; expected " +
                     join(known, [](const detail::KnownMachine& each) { return std::string(each.name); }));
}

SimulatedMachine SimulatedMachine::parse(const std::string& text) {
    const bool has_name = spec_name(text).find('=') == std::string_view::npos;
    Spec spec = parse_spec(has_name ? text : "one-host:" + text);
    Machine machine = named(spec.name);
    const auto file = std::ranges::find(spec.entries, "file", [](const auto& entry) { return entry.first; });
    if (file != spec.entries.end()) {
        machine = from_json(read_file(file->second), file->second, machine);
        spec.entries.erase(file);
    }
    const std::vector<Parameter> all = parameters();
    const Arguments given(spec, all);
    for (const Field& field : fields) {
        if (!given.has(field.name)) continue;
        with(machine, field, [&]<class T>(T& place) {
            if constexpr (std::is_same_v<T, double>) {
                place = given.real(field.name);
            } else {
                place = static_cast<T>(given.integer(field.name));
            }
        });
    }
    if (given.has("node")) machine.nodes.clear();  // whatever is searched
    for (const LinkField& field : link_fields) {
        if (given.has(field.name)) machine.*field.link.*field.place = given.real(field.name);
    }
    if (const auto wrong = what_is_wrong_with(machine)) throw UsageError("'" + text + "': " + *wrong);
    return machine;
}

SimulatedMachine SimulatedMachine::from_json(std::string_view text, const std::string& name, SimulatedMachine base) {
    const Reader reader(name);
    const Json json = reader.object(text);
    for (const auto& item : json.items()) {
        const std::string& key = item.key();
        const Json& value = item.value();
        if (const auto field = std::ranges::find(fields, key, &Field::name); field != fields.end()) {
            with(base, *field, [&]<class T>(T& place) {
                if constexpr (std::is_same_v<T, double>) {
                    place = reader.real(value, key, std::get<RealRange>(field->range));
                } else {
                    place = static_cast<T>(reader.integer(value, key, std::get<IntegerRange>(field->range)));
                }
            });
        } else if (const auto link = std::ranges::find(link_fields, key, &LinkField::name); link != link_fields.end()) {
            base.*link->link.*link->place = reader.real(value, key, link->range);
        } else if (key == "speeds") {
            base.speeds.clear();
            for (const Json& each : reader.array(value, key))
                base.speeds.push_back(reader.real(each, key, {0.001, 1000}));
        } else if (key == "nodes") {
            for (const auto& problem : reader.members(value, key))
                base.nodes[problem.key()] = reader.real(problem.value(), inside(key, problem.key()), times);
        } else if (key == "faults") {
            base.faults.clear();
            for (const Json& each : reader.array(value, key)) base.faults.push_back(read_fault(reader, each, key));
        } else if (key == "loads") {
            base.loads.clear();
            for (const Json& each : reader.array(value, key)) base.loads.push_back(read_load(reader, each, key));
        } else {
            reader.fail("'" + key + "' is not known");
        }
    }
    if (const auto wrong = what_is_wrong_with(base)) reader.fail(*wrong);
    return base;
}

std::string SimulatedMachine::to_json() const {
    Json json = Json::object();
    for (const Field& field : fields)
        with(*this, field, [&](const auto& place) { json[std::string(field.name)] = place; });
    for (const LinkField& field : link_fields) json[std::string(field.name)] = this->*field.link.*field.place;
    json["speeds"] = speeds;
    json["nodes"] = nodes;
    json["loads"] = Json::array();
    for (const Load& load : loads) {
        json["loads"].push_back(spell_of(load));
        json["loads"].back()["left"] = load.left;
    }
    json["faults"] = Json::array();
    for (const Fault& fault : faults) {
        json["faults"].push_back(spell_of(fault));
        json["faults"].back()["kind"] = fault_kinds[static_cast<std::size_t>(fault.kind)];
    }
    return json.dump(2) + "\n";
}

std::string SimulatedMachine::help() {
    std::string text;
    for (const detail::KnownMachine& each : detail::known_machines())
        text += "  " + std::string(each.name) + ": " + std::string(each.help) + "\n";
    for (const Parameter& each : parameters()) text += "    " + describe(each) + "\n";
    return text + "    file: a JSON file that says the same, and the speeds, loads and faults of hosts\n";
}

}  // namespace scrump
