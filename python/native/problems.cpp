#include "problems.hpp"

#include "graphs.hpp"
#include "outcomes.hpp"
#include "search_options.hpp"
#include "table_rows.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/described/ext/problem.hpp>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::python {
namespace {

using described::InputKind;

constexpr std::array kinds = {"values", "number", "distances", "rows", "graph"};
static_assert(static_cast<std::size_t>(InputKind::graph) + 1 == kinds.size(), "in the order of the kinds");

constexpr std::array forms = {"items",        "order",     "tour",  "clique", "independent_set",
                              "vertex_cover", "colouring", "pairs", "mapping"};
static_assert(static_cast<std::size_t>(described::Form::mapping) + 1 == forms.size(), "in the order of the forms");

nb::list inputs_of(const described::Problem& problem) {
    nb::list inputs;
    for (const described::Input& each : problem.python.inputs) {
        nb::dict input;
        input["name"] = each.name;
        input["kind"] = kinds[static_cast<std::size_t>(each.kind)];
        input["what"] = each.what;
        inputs.append(input);
    }
    return inputs;
}

nb::dict row_of(const described::Problem& problem) {
    nb::dict row;
    row["problem"] = problem.name;
    row["form"] = forms[static_cast<std::size_t>(problem.form)];
    row["thing"] = problem.things.one;
    row["limit"] = problem.limit;
    row["decides"] = !problem.exists.empty();
    row["name"] = problem.python.name;
    row["alias"] = problem.python.alias;
    row["inputs"] = inputs_of(problem);
    row["positional"] = problem.python.positional;
    const described::Row* const positional = find_option(problem.options, problem.python.positional);
    row["required"] = positional != nullptr && positional->required;
    row["known"] = problem.python.known;
    row["documentation"] = problem.python.documentation;
    return row;
}

nb::list problem_rows() {
    nb::list rows;
    for (const described::Problem* const each : described::all_problems()) rows.append(row_of(*each));
    return rows;
}

using Matrix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

described::Table table_of(const Matrix& matrix) {
    const std::size_t size = matrix.shape(0) * matrix.shape(1);
    return {.rows = matrix.shape(0), .columns = matrix.shape(1), .values = {matrix.data(), matrix.data() + size}};
}

// A graph is a pair of the number of its vertices and its edges, with or without weights of the vertices as a third.
void take_graph(described::Inputs& inputs, const nb::tuple& graph) {
    inputs.graph = graph_of(nb::cast<std::size_t>(graph[0]), nb::cast<Edges>(graph[1]));
    if (graph.size() > 2) inputs.weights = nb::cast<std::vector<std::uint64_t>>(graph[2]);
}

void take(described::Inputs& inputs, const std::string& name, const nb::handle& value) {
    if (nb::isinstance<graph::LabelledGraph>(value)) {
        (name == "first" ? inputs.first : inputs.second) = std::move(nb::cast<graph::LabelledGraph&>(value));
    } else if (nb::isinstance<nb::tuple>(value)) {
        take_graph(inputs, nb::cast<nb::tuple>(value));
    } else if (nb::isinstance<nb::list>(value)) {
        inputs.values[name] = nb::cast<std::vector<std::int64_t>>(value);
    } else if (nb::isinstance<nb::int_>(value)) {
        inputs.numbers[name] = nb::cast<std::int64_t>(value);
    } else {
        inputs.table = table_of(nb::cast<Matrix>(value));
    }
}

nb::object value_of(const described::Fact& fact) {
    return std::visit([](const auto& value) { return nb::cast(value); }, fact.value);
}

nb::dict facts_of(const described::Instance& instance) {
    nb::dict facts;
    for (const described::Fact& fact : instance.facts()) facts[nb::cast(fact.key)] = value_of(fact);
    return facts;
}

// Each field as `key` of one solution, or as a list `keys` of several.
void put_fields(Outcome& outcome, const std::vector<described::Field>& fields, bool several) {
    for (const described::Field& field : fields) {
        if (field.key.empty()) continue;
        const std::string key = std::string(field.key) + (several ? "s" : "");
        if (!several) {
            outcome[nb::cast(key)] = field.value;
            continue;
        }
        if (!outcome.contains(key.c_str())) outcome[nb::cast(key)] = nb::list();
        nb::cast<nb::list>(outcome[nb::cast(key)]).append(field.value);
    }
}

void put_solutions(Outcome& outcome, const std::vector<described::Solution>& solutions, std::string_view detail) {
    nb::list all;
    if (!detail.empty()) outcome[nb::cast(std::string(detail) + "s")] = nb::list();
    for (const described::Solution& each : solutions) {
        all.append(nb::cast(each.numbers));
        put_fields(outcome, each.fields, true);
    }
    outcome["solutions"] = all;
    if (!outcome.contains("objectives")) outcome["objectives"] = nb::list();
}

// All solutions have the same objective, if they have one.
void put_all(Outcome& outcome, const described::Outcome& answer) {
    outcome["count"] = answer.count->number;
    put_fields(outcome, answer.count->fields, false);
    if (!answer.count->listed) return;
    put_solutions(outcome, answer.solutions, {});
    if (!outcome.contains("objective")) return;
    nb::list objectives;
    for (std::size_t i = 0; i < answer.solutions.size(); ++i) objectives.append(outcome["objective"]);
    outcome["objectives"] = objectives;
}

Outcome outcome_of_answer(const described::Problem& problem, described::Outcome& answer) {
    Outcome outcome = outcome_of(answer);
    if (answer.asked == described::Asked::several) {
        put_solutions(outcome, answer.solutions, problem.python.detail);
    } else if (answer.asked == described::Asked::all) {
        put_all(outcome, answer);
    } else if (!answer.solutions.empty()) {
        outcome["solution"] = answer.solutions.front().numbers;
        put_fields(outcome, answer.solutions.front().fields, false);
    }
    add_certificate(outcome, answer.certificate);
    return outcome;
}

Outcome ask(const std::string& name, const nb::dict& inputs, const TableTexts& texts,
            const std::vector<std::size_t>& known, const PythonSearchOptions& options) {
    const described::Problem& problem = described::find_problem(name);
    described::Question question{.known = known};
    set_options(question, problem.options, texts);
    described::Inputs data;
    for (const auto& [key, value] : inputs) take(data, nb::cast<std::string>(key), value);
    const std::unique_ptr<const described::Instance> instance = problem.make(std::move(data), question);
    described::Outcome answer =
        run(options, [&](const SearchOptions& search) { return instance->ask(question, search); });
    Outcome outcome = outcome_of_answer(problem, answer);
    outcome["instance"] = facts_of(*instance);
    return outcome;
}

}  // namespace

void declare_problems(nb::module_& module) {
    module.def("problem_rows", problem_rows, nb::sig("def problem_rows() -> list[dict[str, object]]"),
               "The problems that are described, with their functions.");
    module.def(
        "ask", &ask, nb::arg("problem"), nb::arg("inputs"), nb::arg("question"), nb::arg("known"), nb::arg("options"),
        nb::sig("def ask(problem: str, inputs: Mapping[str, object], question: Mapping[str, str], "
                "known: Sequence[int], options: SearchOptions) -> dict[str, Any]"),
        "Answers a question about an instance of a problem, which `inputs` are made into; graphs with labels are "
        "moved out of them.");
}

}  // namespace scrump::python
