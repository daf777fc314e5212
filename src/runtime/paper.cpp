#include <scrump/runtime/paper.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace scrump {
namespace {

// Section 4.1 of Xie (2023) has one skeleton for each type of search, whose parameters it chose by trials.
constexpr std::uint8_t in_all_searches = in_searches | in_enumerations;
constexpr PaperOption xie_depth_bounded = {in_searches, "skeleton", "depth-bounded:depth=2", "depth"};
constexpr PaperOption xie_budget = {in_enumerations, "skeleton", "budget:backtracks=1000000", "backtracks"};

// The paper does not give the limits of the time between two refreshes (section 3.4).
constexpr std::array xie_options = {
    PaperOption{in_all_searches, "policy", "performance-driven:always,paper,steal=one", "shortest longest"},
    xie_depth_bounded, xie_budget};

// Section 2.2.2 of Xie (2023): a thief stays with the last victim that had a task.
constexpr std::array yewpar_options = {PaperOption{in_all_searches, "policy", "sticky-random:steal=one"},
                                       xie_depth_bounded, xie_budget};

// Figure 3; the paper varies the size of chunks, and has the best interval of polling for its machine.
constexpr std::array olivier_options = {
    PaperOption{in_enumerations, "skeleton", "steal-stack:protocol=distributed-memory,stack=paper,probe=random",
                "chunk", "upc-distmem"},
    PaperOption{in_enumerations, "skeleton", "steal-stack:protocol=rapid-diffusion,stack=paper,probe=random", "chunk",
                "upc-term-rapidif"},
    PaperOption{in_enumerations, "skeleton", "steal-stack:protocol=streamlined-termination,stack=paper,probe=random",
                "chunk", "upc-term"},
    PaperOption{in_enumerations, "skeleton", "steal-stack:protocol=shared-memory,stack=paper,probe=random", "chunk",
                "upc-sharedmem"},
    PaperOption{in_enumerations, "skeleton", "steal-stack:protocol=message-passing,probe=random", "chunk poll",
                "mpi-ws"}};

// The partitions are those that its text names: the paper sweeps over sizes from the first to the last.
constexpr std::array grubel_options = {
    PaperOption{in_heat, "order", "fifo"},
    PaperOption{in_heat, "partitions", "160,12500,20000,31250,40000,78125,100000,800000,1000000,100000000"}};

// Part 2. A worker that waits steals from the thief first in any case (leapfrogging).
constexpr std::uint8_t in_all_tasks = in_tasks | in_reachability;
constexpr std::array slides_options = {
    PaperOption{in_all_tasks, "deque", "private"}, PaperOption{in_all_tasks, "policy", "hierarchical:steal=one"},
    PaperOption{in_tasks, "policy", "hierarchical:steal=chunk,chunk=10", "", "steal-10"}};

// Table 5.1: three ways to choose victims, and ten amounts. FAC and FSC are told what iterations cost.
constexpr std::array shatri_options = {
    PaperOption{in_loops, "technique", "static"},
    PaperOption{in_loops, "steal-order", "coordinator:victims=rws,steals=0", "", "rws"},
    PaperOption{in_loops, "steal-order", "coordinator:victims=laws,steals=0", "", "laws"},
    PaperOption{in_loops, "steal-order", "coordinator:victims=nlaws,steals=0", "divisor", "nlaws"},
    PaperOption{in_loops, "steal-amount", "0.5", "", "static50"},
    PaperOption{in_loops, "steal-amount", "0.35", "", "static35"},
    PaperOption{in_loops, "steal-amount", "0.25", "", "static25"},
    PaperOption{in_loops, "steal-amount", "ss", "", "ss"},
    PaperOption{in_loops, "steal-amount", "fsc", "size sigma overhead", "fsc"},
    PaperOption{in_loops, "steal-amount", "mfsc", "", "mfsc"},
    PaperOption{in_loops, "steal-amount", "tss", "", "tss"},
    PaperOption{in_loops, "steal-amount", "gss", "", "gss"},
    PaperOption{in_loops, "steal-amount", "fac", "mean sigma", "fac"},
    PaperOption{in_loops, "steal-amount", "wf", "", "wf"}};

constexpr std::array systems = {
    PaperSystem{"xie2023", "Xie (2023)", "YewPar with the performance-driven policy",
                "each worker has a pool of tasks; in YewPar the workers of a host share one", xie_options},
    PaperSystem{"yewpar2020", "Archibald et al. (2020)", "YewPar as Xie (2023) compares with it",
                "each worker has a pool of tasks; in YewPar the workers of a host share one", yewpar_options},
    PaperSystem{"olivier2008", "Olivier and Prins (2008)", "steal stacks by the protocols of figure 3",
                "mpi-ws ends by Safra's token instead of Dijkstra's; barriers count by atomic additions",
                olivier_options},
    PaperSystem{"grubel2015", "Grubel et al. (2015)", "tasks in FIFO queues, by the size of partitions",
                "a worker has one queue instead of two, without priorities; only tasks of futures lie in queues",
                grubel_options},
    PaperSystem{"slides", "the slides", "private deques with leapfrogging and hierarchical stealing",
                "a computation ends when its first task returns; the chunks of part 1 can be chosen for the table "
                "alone, not for explore",
                slides_options},
    PaperSystem{"shatri2023", "Shatri (2023)", "loops whose coordinator relays steals, by victims and amount",
                "nothing is stolen from the coordinator either; fac and tss follow their original papers",
                shatri_options}};

constexpr std::array<std::pair<PaperPlaces, std::string_view>, 6> names_of_places = {
    {{in_searches, "searches"},
     {in_enumerations, "semigroups, queens and uts"},
     {in_tasks, "tasks"},
     {in_loops, "loop"},
     {in_reachability, "reach"},
     {in_heat, "lab/grain"}}};

const PaperSystem& system_named(std::string_view name, std::uint8_t places) {
    const auto* const found = std::ranges::find(systems, name, &PaperSystem::name);
    const std::vector<std::string> known = paper_names(places);
    const std::string list = join(known, [](const std::string& each) { return each; });
    if (found == systems.end())
        throw UsageError("unknown paper " + in_quotes(name) + "; there are " + list + did_you_mean(name, known));
    if ((found->places() & places) == 0) {
        const std::string here = known.empty() ? "none" : list;
        throw UsageError(std::string(name) + " has no meaning here: it is for " + places_text(found->places()) +
                         "; papers with a meaning here: " + here);
    }
    return *found;
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& each : lower)
        if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
    return lower;
}

std::vector<std::string_view> parts_between(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

// The parameters of "name:key=value,flag".
std::vector<std::string_view> parameters_of(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon == std::string_view::npos ? std::vector<std::string_view>()
                                           : parts_between(text.substr(colon + 1), ',');
}

std::string_view key_of(std::string_view parameter) {
    return parameter.substr(0, parameter.find('='));
}

bool has_key(const std::vector<std::string_view>& parameters, std::string_view key) {
    return std::ranges::any_of(parameters, [&](std::string_view each) { return key_of(each) == key; });
}

[[noreturn]] void refuse_variant(const PaperSystem& system, std::string_view variant, std::uint8_t places) {
    std::string words;
    for (const PaperOption& each : system.options) {
        if ((each.places & places) == 0 || each.variant.empty()) continue;
        words.append(words.empty() ? "" : ", ").append(each.variant);
    }
    throw UsageError(std::string(system.name) + " has no variant " + in_quotes(variant) +
                     (words.empty() ? "; it has none" : "; its words are " + words));
}

// Leaves the value that the word names as the only one of its option. False if no option has it, or only one for which
// another word has been given.
bool choose_value(std::vector<PaperChoice>& choices, std::string_view word) {
    for (PaperChoice& choice : choices) {
        const auto found = std::ranges::find(choice.values, word, &PaperOption::variant);
        if (found == choice.values.end() || word.empty()) continue;
        choice.values = {*found};
        return true;
    }
    return false;
}

std::string options_text(const PaperSystem& system, std::uint8_t place) {
    std::string text;
    for (const PaperChoice& choice : paper_choices(system.name, place)) {
        text.append(" --").append(choice.option).append(" ");
        for (const PaperOption* const value : choice.values) {
            if (value != choice.values.front()) text += "|";
            text.append(value->value);
        }
    }
    return text;
}

}  // namespace

std::uint8_t PaperSystem::places() const {
    std::uint8_t all = 0;
    for (const PaperOption& each : options) all = static_cast<std::uint8_t>(all | each.places);
    return all;
}

std::span<const PaperSystem> paper_systems() {
    return systems;
}

std::vector<std::string> paper_names(std::uint8_t places) {
    std::vector<std::string> names;
    for (const PaperSystem& each : systems)
        if ((each.places() & places) != 0) names.emplace_back(each.name);
    return names;
}

std::string places_text(std::uint8_t places) {
    std::string text;
    for (const auto& [place, name] : names_of_places)
        if ((places & place) != 0) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

std::string papers_help() {
    std::string text;
    for (const PaperSystem& system : systems) {
        text.append("  ").append(system.name).append(": ").append(system.about);
        text.append(" (").append(system.cited).append(")\n");
        for (const auto& [place, name] : names_of_places)
            if ((system.places() & place) != 0)
                text.append("    ").append(name).append(":").append(options_text(system, place)).append("\n");
    }
    return text;
}

std::vector<PaperChoice> paper_choices(std::string_view text, std::uint8_t places) {
    const std::string_view name = spec_name(text);
    const PaperSystem& system = system_named(name, places);
    std::vector<PaperChoice> choices;
    for (const PaperOption& each : system.options) {
        if ((each.places & places) == 0) continue;
        auto choice = std::ranges::find(choices, each.name, &PaperChoice::option);
        if (choice == choices.end()) choice = choices.insert(choices.end(), PaperChoice{each.name});
        choice->values.push_back(&each);
    }
    if (name.size() == text.size()) return choices;
    const std::string variant = in_lower_case(text.substr(name.size() + 1));
    std::vector<PaperChoice> left = choices;
    if (variant.empty() || variant.back() == '_') refuse_variant(system, variant, places);
    for (const std::string_view word : parts_between(variant, '_'))
        if (!choose_value(left, word)) refuse_variant(system, variant, places);
    return left;
}

std::string detail::completed_by_paper(std::string_view given, std::string_view value) {
    std::string text(given);
    if (spec_name(given) != spec_name(value)) return text;
    const std::vector<std::string_view> own = parameters_of(given);
    for (const std::string_view parameter : parameters_of(value)) {
        if (has_key(own, key_of(parameter))) continue;
        text.append(text.find(':') == std::string::npos ? ":" : ",").append(parameter);
    }
    return text;
}

bool detail::means_value_of_paper(std::string_view given, std::string_view value, std::string_view first) {
    if (spec_name(value) != spec_name(first)) return true;
    const std::vector<std::string_view> own = parameters_of(given);
    const std::vector<std::string_view> usual = parameters_of(first);
    return std::ranges::all_of(parameters_of(value), [&](std::string_view each) {
        return has_key(own, key_of(each)) || std::ranges::find(usual, each) != usual.end();
    });
}

bool detail::agrees_with_paper(std::string_view value, std::string_view expected, std::string_view open) {
    if (spec_name(value) != spec_name(expected)) return false;
    const std::vector<std::string_view> open_keys = parts_between(open, ' ');
    const auto fixed = [&](std::string_view text) {
        std::vector<std::string_view> parameters = parameters_of(text);
        std::erase_if(parameters, [&](std::string_view each) { return has_key(open_keys, key_of(each)); });
        return parameters;
    };
    return fixed(value) == fixed(expected);
}

void detail::refuse_beside_paper(std::string_view paper, const PaperChoice& choice, std::string_view text) {
    const std::string values = join(choice.values, [](const PaperOption* each) { return std::string(each->value); });
    throw UsageError("--" + std::string(choice.option) + " " + printable(text) + " contradicts --paper " +
                     std::string(paper) + ", which has " + values);
}

}  // namespace scrump
