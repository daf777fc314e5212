#include "environment.hpp"

#include "loop_shape.hpp"

#include <scrump/base/error.hpp>

#include <charconv>
#include <string_view>
#include <system_error>

namespace scrump::detail {
namespace {

constexpr const char* amount_technique = "LB4MPI_WS_SCHEDULING";
constexpr unsigned century = 100U * 365 * 24 * 3600;  // in seconds

class Variables {
  public:
    explicit Variables(const Lookup& lookup) : lookup_(lookup) {}

    /// One that is set and not empty.
    std::optional<std::string> text(const char* name) const {
        const char* const value = lookup_(name);
        return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
    }
    std::optional<unsigned> number(const char* name, unsigned most) const {
        const auto value = text(name);
        if (!value) return std::nullopt;
        unsigned found = 0;
        const char* const end = value->data() + value->size();
        const auto [rest, error] = std::from_chars(value->data(), end, found);
        if (error != std::errc() || rest != end || found > most)
            throw UsageError(std::string(name) + " is '" + *value + "': expected 0 to " + std::to_string(most));
        return found;
    }
    bool flag(const char* name) const { return number(name, 1).value_or(0) != 0; }
    template <class Value>
    std::optional<Value> spec(const char* name) const {
        const auto value = text(name);
        if (!value) return std::nullopt;
        try {
            return Value::parse(*value);
        } catch (const UsageError& error) {
            throw UsageError(std::string(name) + ": " + error.what());
        }
    }

  private:
    const Lookup& lookup_;
};

// How ranks choose their victims.
std::optional<StealOrder> read_order(const Variables& variables) {
    const bool near = variables.flag("LB4MPI_LAWS");
    const bool close = variables.flag("LB4MPI_nLAWS");
    if (near && close) throw UsageError("LB4MPI_LAWS and LB4MPI_nLAWS cannot both be 1");
    const auto order = variables.spec<StealOrder>("SCRUMP_STEAL_ORDER");
    if (order && (near || close)) {
        throw UsageError(std::string("SCRUMP_STEAL_ORDER and ") + (near ? "LB4MPI_LAWS" : "LB4MPI_nLAWS") +
                         " both choose victims: set one of them, such as SCRUMP_STEAL_ORDER=coordinator:victims=laws");
    }
    if (!near && !close) return order;
    return StealOrder{
        .kind = StealOrder::Kind::coordinator,
        .victims = near ? StealOrder::Victims::locality_aware : StealOrder::Victims::naive_locality_aware};
}

}  // namespace

LoopEnvironment LoopEnvironment::read(const Lookup& lookup) {
    const Variables variables(lookup);
    LoopEnvironment found;
    found.help = variables.text("SCRUMP_LOOP") == "help";
    const auto divide_as = [&](const char* name) {
        const auto named = variables.spec<Technique>(name);
        if (!named) return;
        found.technique = named;
        found.technique_from = name;
    };
    divide_as("LB4MPI_SCHEDULING");
    if (!found.help) divide_as("SCRUMP_LOOP");
    const auto percent = variables.number("LB4MPI_STEAL_RATIO", 100);
    if (percent && *percent > 0) found.amount = IterationAmount{.ratio = *percent / 100.0};
    if (const auto technique = variables.spec<Technique>(amount_technique))
        found.amount = IterationAmount{.technique = technique};
    const bool steals_nothing = percent == 0U && !found.amount;
    found.order = read_order(variables);
    found.keep_results = variables.flag("SCRUMP_KEEP_RESULTS");
    found.checked = variables.flag("SCRUMP_CHECK");
    if (steals_nothing) found.order = StealOrder{.kind = StealOrder::Kind::off};
    if (const auto seconds = variables.number("SCRUMP_DEAD_AFTER", century))
        found.dead_after = std::chrono::seconds(*seconds);
    found.iterations_info = variables.flag("LB4MPI_ITERATIONS_INFO");
    found.folder = variables.text("LB4MPI_DIR_ID").value_or(".");
    return found;
}

void LoopEnvironment::apply(LoopOptions& options) const {
    if (technique) options.technique = *technique;
    if (dead_after) options.dead_after = *dead_after;
    if (amount) options.stealing.amount = *amount;
    if (order && options.stealing.order.kind != StealOrder::Kind::off) options.stealing.order = *order;
    if (keep_results) options.stealing.results_go_home = false;
    if (checked) options.stealing.checked = true;
}

void LoopEnvironment::check_techniques(const LoopOptions& options, std::uint64_t iterations, unsigned workers) const {
    const auto check = [&](const Technique& chosen, const char* name) {
        if (chosen.kind == Technique::Kind::simas) return;  // which would be a simulation more
        try {
            static_cast<void>(chosen.rule(shape_for(chosen, options, iterations, workers)));
        } catch (const UsageError& error) {
            throw UsageError(std::string(name) + ": " + error.what());
        }
    };
    if (technique) check(options.technique, technique_from);
    if (amount && options.stealing.amount.technique) check(*options.stealing.amount.technique, amount_technique);
}

}  // namespace scrump::detail
