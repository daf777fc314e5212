#include "doors/loop_options.hpp"

#include "line/table_options.hpp"
#include "line/values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/loops/option_table.hpp>
#include <scrump/loops/technique.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {
namespace {

const std::string what_to_run = "What to run";

using Application = LoopApplication::Kind;

// The applications in which an option has a meaning.
class Applications {
  public:
    template <class... Some>
    constexpr explicit Applications(Some... some) : bits_((bit(some) | ...)) {}

    constexpr bool has(Application application) const { return (bits_ & bit(application)) != 0; }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const LoopApplication& each : loop_applications())
            if (has(each.kind)) names.emplace_back(each.name);
        return names;
    }

  private:
    static constexpr unsigned bit(Application application) { return 1U << static_cast<unsigned>(application); }

    unsigned bits_;
};

constexpr Applications of_loads(Application::imbalance, Application::pisolver);
constexpr Applications mandelbrot(Application::mandelbrot);
constexpr Applications sets(Application::mandelbrot, Application::julia);
constexpr Applications julia(Application::julia);
constexpr Applications sedov(Application::sedov);
constexpr Applications amr(Application::amr);
constexpr Applications one_loop(Application::imbalance, Application::mandelbrot, Application::julia);
constexpr Applications several_loops(Application::pisolver, Application::sedov, Application::amr);
// Those that find results wherever they are.
constexpr Applications keeping(Application::imbalance, Application::pisolver, Application::mandelbrot,
                               Application::julia);
constexpr Applications with_pictures(Application::mandelbrot, Application::julia, Application::sedov, Application::amr);
constexpr Applications of_all(Application::imbalance, Application::pisolver, Application::mandelbrot,
                              Application::julia, Application::sedov, Application::amr);

// Why an option has no meaning beside the others that are given; empty: it has one.
using Obstacle = std::string (*)(const LoopArguments& given);

std::string none(const LoopArguments& /*given*/) {
    return {};
}
std::string without_loops(const LoopArguments& given) {
    return given.sequential ? "--sequential runs no loops of Scrump" : "";
}
std::string without_parts(const LoopArguments& given) {
    if (const std::string why = without_loops(given); !why.empty()) return why;
    return given.shared ? "with --shared no locality has a part of its own, so nothing is stolen" : "";
}
std::string without_steals(const LoopArguments& given) {
    if (const std::string why = without_parts(given); !why.empty()) return why;
    return given.options.stealing.order.kind == StealOrder::Kind::off ? "with --steal-order off nothing is stolen" : "";
}
std::string without_own_choice(const LoopArguments& given) {
    if (const std::string why = without_steals(given); !why.empty()) return why;
    if (given.options.stealing.order.kind == StealOrder::Kind::decentralised) return {};
    return "with --steal-order coordinator locality 0 chooses victims";
}
std::string without_weighted_technique(const LoopArguments& given) {
    if (const std::string why = without_loops(given); !why.empty()) return why;
    const auto weighs = [](const Technique& technique) {
        using Kind = Technique::Kind;
        return technique.kind == Kind::wf || (technique.kind >= Kind::awf_b && technique.kind <= Kind::awf_e) ||
               technique.kind == Kind::simas;
    };
    const auto& amount = given.options.stealing.amount.technique;
    if (weighs(given.options.technique) || (amount && weighs(*amount))) return {};
    return "weights are for the techniques wf, awf-b, awf-c, awf-d, awf-e and simas";
}
std::string without_parts_by_hand(const LoopArguments& given) {
    return given.sequential && !of_loads.has(given.application->kind) ? "--sequential has no localities" : "";
}

struct LoopOption {
    const char* name;
    Applications applications;
    Obstacle obstacle;
    const char* help;
    // Declares it; null, as help is, for one that is declared elsewhere.
    Argument (*declare)(Command& command, LoopArguments& given, const std::string& name, const std::string& help);
};

// In the order of the help; of several options that are refused, the first one is named.
const LoopOption loop_option_rows[] = {
    // What to run.
    {"--iterations", of_loads, none, "Iterations of all localities (of pisolver: in each step)",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.imbalance.iterations, whole_number(0, std::uint64_t{1} << 40U), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--workload", of_loads, none, "Largest number of terms of an iteration",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.imbalance.workload, whole_number(1, 1'000'000'000), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--imbalance", of_loads, none, "Coefficient of variation of the localities' loads, from 0 to 50",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.imbalance_percent, real_number(), help)
             .type_name("PERCENT")
             .show_default()
             .group(what_to_run);
     }},
    {"--spread", of_loads, none, "Distribution of the localities' loads",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command
             .option(
                 name, given.imbalance.spread,
                 one_of(Choices<apps::Spread>{{"normal", apps::Spread::normal}, {"uniform", apps::Spread::uniform}}),
                 help)
             .type_name("normal|uniform")
             .initially("uniform")
             .group(what_to_run);
     }},
    {"--size", mandelbrot, none, "Pixels along each side",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.mandelbrot.size, whole_number(1, 32'768), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--steps", sets, none, "Number of steps after which a point counts as part of the set",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.mandelbrot.steps, whole_number(1, 65'535), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--shared", mandelbrot, without_loops, "Share one picture among all localities instead of giving each a part",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.flag(name, given.shared, help).group(what_to_run);
     }},
    {"--cells", julia, none, "Cells along each side of the volume",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.julia.side, whole_number(1, 512), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--axis", julia, none, "Axis of the volume along which localities have slices: 0, 1 or 2",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.julia.axis, whole_number(0, 2), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--side", sedov, none, "Particles along each side of their cube",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.sedov.side, whole_number(1, 256), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--block", amr, none, "Cells along each side of a block (an even number)",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.amr.block, whole_number(2, 64), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--finest", amr, none, "Largest number of times that the cube is halved",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.amr.most_level, whole_number(0, 8), help)
             .type_name("LEVEL")
             .show_default()
             .group(what_to_run);
     }},
    {"--time-steps", several_loops, none, "Number of time steps",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.time_steps, whole_number(0, 1'000'000), help)
             .type_name("N")
             .show_default()
             .group(what_to_run);
     }},
    {"--picture", with_pictures, none, "Write a picture of the result to this file (PGM)",
     [](Command& command, LoopArguments& given, const std::string& name, const std::string& help) {
         return command.option(name, given.picture, a_name(), help).type_name("FILE").group(what_to_run);
     }},
    // Options of the table of loops, and of output.
    {"--paper", of_all, without_parts, nullptr, nullptr},
    {"--technique", of_all, without_loops, nullptr, nullptr},
    {"--weights", of_all, without_weighted_technique, nullptr, nullptr},
    {"--steal-order", of_all, without_parts, nullptr, nullptr},
    {"--steal-amount", of_all, without_steals, nullptr, nullptr},
    {"--least", of_all, without_parts, nullptr, nullptr},
    {"--keep-results", keeping, without_steals, nullptr, nullptr},
    {"--check", of_all, without_parts, nullptr, nullptr},
    {"--csv", of_all, without_loops, nullptr, nullptr},
    {"--workers", of_all, without_loops, nullptr, nullptr},
    {"--localities", of_all, without_parts_by_hand, nullptr, nullptr},
    {"--policy", of_all, without_own_choice, nullptr, nullptr},
    {"--no-pin", of_all, without_loops, nullptr, nullptr},
    {"--dead-after", of_all, without_loops, nullptr, nullptr},
    {"--trace", one_loop, without_loops, nullptr, nullptr},
    {"--hardware-counters", one_loop, without_loops, nullptr, nullptr},
    {"--counters", one_loop, without_loops, nullptr, nullptr},
    {"--stats", of_all, without_loops, nullptr, nullptr},
};

std::string list_of(const std::vector<std::string>& names) {
    return join(names, [](const std::string& each) { return each; });
}

// Whether it is declared with what is printed.
bool is_of_output(const LoopOption& option) {
    const std::string_view name = option.name;
    return name == "--csv" || name == "--stats";
}

// "[imbalance] ", what the help of an option of some applications begins with.
std::string prefix_of(const LoopOption& option) {
    const std::vector<std::string> names = option.applications.names();
    return names.size() == loop_applications().size() ? "" : fmt::format("[{}] ", fmt::join(names, ", "));
}

bool is_wf(const Technique& technique) {
    return technique.kind == Technique::Kind::wf;
}

// Techniques that need what was not given are others without it.
void refuse_techniques(const LoopArguments& given) {
    const LoopOptions& loop = given.options;
    const auto& amount = loop.stealing.amount.technique;
    if (loop.weights.empty() && (is_wf(loop.technique) || (amount && is_wf(*amount))))
        throw UsageError("wf needs --weights, the speeds of the workers; without any it is fac2");
    for (const Technique* each : {&loop.technique, amount ? &*amount : nullptr})
        if (each != nullptr && each->kind == Technique::Kind::awf)
            throw UsageError(
                "awf needs what earlier runs of the loop have shown, of which the command keeps nothing; awf-b learns "
                "while the loop runs");
    if (loop.policy.steal)
        throw UsageError("--policy: steal= is for searches and tasks; --steal-amount says how much is stolen");
}

}  // namespace

void declare_loop_options(Command command, LoopArguments& given) {
    for (const LoopOption& option : loop_option_rows)
        if (option.declare != nullptr) option.declare(command, given, option.name, prefix_of(option) + option.help);
    declare_table(command, given.options, option_table<LoopOptions>());
    declare_counters(command, given.counters, given.options.observe_interval, Computation::loop);
    for (const LoopOption& option : loop_option_rows)
        if (option.declare == nullptr && !is_of_output(option))
            command.declared(option.name).prefix_help(prefix_of(option));
}

void refuse_meaningless_options(const Command& command, const LoopArguments& given, unsigned localities) {
    const LoopApplication& application = *given.application;
    for (const LoopOption& option : loop_option_rows) {
        if (!command.was_given(option.name)) continue;
        if (!option.applications.has(application.kind)) {
            throw UsageError(fmt::format("loop {}: {} has no meaning there; it is for {}", application.name,
                                         option.name, list_of(option.applications.names())));
        }
        if (const std::string why = option.obstacle(given); !why.empty())
            throw UsageError(fmt::format("loop {}: {} has no meaning: {}", application.name, option.name, why));
    }
    if (command.was_given("--paper") && localities == 1)
        throw UsageError(
            fmt::format("loop {}: --paper needs several localities: one steals from nobody", application.name));
    try {
        refuse_techniques(given);
    } catch (const UsageError& refusal) {
        throw UsageError(fmt::format("loop {}: {}", application.name, refusal.what()));
    }
}

}  // namespace scrump::cli
