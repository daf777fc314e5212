#include "net_checks.hpp"

#include "diagram_options.hpp"
#include "outcomes.hpp"

#include "results/check_json.hpp"
#include "results/reach_json.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/questions.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Texts = std::vector<std::string>;

void make_questions(petri::Questions* self, Texts ask, Texts ltl, Texts ctl, Texts weakly_fair, Texts strongly_fair,
                    Texts only) {
    new (self) petri::Questions{.names = std::move(ask),
                                .ltl = std::move(ltl),
                                .ctl = std::move(ctl),
                                .fairness = {.weak = std::move(weakly_fair), .strong = std::move(strongly_fair)},
                                .only = std::move(only)};
}

// A net, what is asked about it, and the answers.
struct NetChecks {
    petri::Net net;
    std::vector<petri::Property> properties;
    petri::Checked found;
};

NetChecks read_checks(const std::string& file, const std::vector<std::string>& properties, petri::Questions questions) {
    NetChecks checks;
    const files::NamedText text = files::read_text(file);
    checks.net = petri::parse_net(text.text, text.name);
    for (const std::string& each : properties) {
        files::NamedText some = files::read_text(each);
        questions.properties.push_back({std::move(some.text), std::move(some.name)});
    }
    checks.properties = petri::properties_of(checks.net, questions);
    return checks;
}

Outcome answer_of(const petri::Verdict& verdict, const petri::Property& property, const petri::Net& net) {
    const bool is_known = verdict.is_known();
    Outcome answer;
    answer["id"] = verdict.id;
    answer["formula"] = petri::describe(net, property);
    answer["holds"] = verdict.holds;
    answer["bound"] = verdict.bound;
    answer["method"] = is_known ? nb::cast(petri::name(verdict.method)) : nb::none();
    answer["seconds"] = is_known ? nb::cast(verdict.seconds) : nb::none();
    answer["path"] = verdict.path ? nb::cast(results::names_of(net, *verdict.path)) : nb::none();
    answer["cycle"] = results::names_of(net, verdict.cycle);
    answer["why"] = verdict.why;
    return answer;
}

Outcome check_net(const std::string& file, const std::vector<std::string>& properties,
                  const petri::Questions& questions, const std::string& order, const std::vector<std::string>& places,
                  const std::optional<Reordering>& reorder, bool paths, const std::string& reduction,
                  const nb::object& answered, const DiagramSettings& settings) {
    petri::CheckOptions options{.reach = {.diagrams = settings.options,
                                          .order = parse_counter_order(order),
                                          .levels = places,
                                          .reorder = reorder},
                                .find_paths = paths,
                                .reduction = petri::parse_net_reduction(reduction)};
    const Clock::time_point began = Clock::now();
    const NetChecks checks = run_on_diagrams(settings, [&](const DiagramOptions& how, Watch& watch) {
        NetChecks all = read_checks(file, properties, questions);
        options.reach.diagrams = how;
        options.reach.diagrams.progress = [&](const DiagramProgress& now) {
            watch.look_around(SymbolicProgress{.diagrams = now});
        };
        options.answered = [&](const petri::Verdict& verdict) {
            const auto asked = std::ranges::find(all.properties, verdict.id, &petri::Property::id);
            watch.call(answered, [&] { return answer_of(verdict, *asked, all.net); });
        };
        all.found = petri::check(all.net, all.properties, options);
        return all;
    });
    const std::chrono::duration<double> seconds = Clock::now() - began;
    const petri::Checked& found = checks.found;
    const CounterReachability& counters = found.reached.counters;
    const bool is_counted = counters.status == Status::complete && !counters.states.digits.empty();
    Outcome outcome;
    outcome["status"] = name(found.status);
    nb::list answers;
    for (std::size_t i = 0; i < checks.properties.size(); ++i)
        answers.append(answer_of(found.verdicts[i], checks.properties[i], checks.net));
    outcome["answers"] = answers;
    outcome["states"] = is_counted ? whole_number(counters.states.digits) : nb::none();
    outcome["steps_walked"] = found.steps_walked;
    outcome["visited"] = found.visited;
    outcome["seconds"] = seconds.count();
    const bool has_diagrams = results::makes_diagrams(found);
    outcome["diagrams"] = has_diagrams ? nb::cast(counters.diagrams) : nb::none();
    outcome["statistics"] = has_diagrams ? nb::cast(results::statistics_of(counters.tasks)) : nb::none();
    outcome["json"] = to_json(results::report_of(found, checks.net, checks.properties, options, file, seconds.count()))
                          .dump(-1, ' ', false, results::Json::error_handler_t::replace);
    return outcome;
}

}  // namespace

void declare_net_checks(nb::module_& module) {
    nb::class_<petri::Questions>(module, "NetQuestions", "What is asked about a net, without the files.")
        .def("__init__", make_questions, nb::kw_only(), nb::arg("ask"), nb::arg("ltl"), nb::arg("ctl"),
             nb::arg("weakly_fair"), nb::arg("strongly_fair"), nb::arg("only"));
    module.def("check_net", &check_net, nb::arg("net"), nb::arg("properties"), nb::arg("questions"), nb::arg("order"),
               nb::kw_only(), nb::arg("places"), nb::arg("reorder").none(), nb::arg("paths"), nb::arg("reduction"),
               nb::arg("answered").none(), nb::arg("options"));
}

}  // namespace scrump::python
