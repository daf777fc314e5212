#include "tree_checks.hpp"

#include "held.hpp"
#include "tree_generator.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/check.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace scrump::python {
namespace {

// A function that returns the same number for equal nodes, during a check.
nb::handle& numbering() {
    static thread_local nb::handle function;
    return function;
}

class Numbering {
  public:
    explicit Numbering(nb::handle function) : before_(std::exchange(numbering(), function)) {}
    Numbering(const Numbering&) = delete;
    Numbering& operator=(const Numbering&) = delete;
    ~Numbering() { numbering() = before_; }

  private:
    const nb::handle before_;  // checks may be nested
};

// A node that is compared by Python's equality, and not by its pickle.
struct CheckedNode {
    Held value{};

    template <class Archive>
    void serialize(Archive& archive) {
        if constexpr (std::is_same_v<Archive, detail::NodeParts>) {
            archive(nb::cast<std::uint64_t>(numbering()(value.get())));
        } else {
            try {
                Pickled node{.value = value};
                node.serialize(archive);
                value = std::move(node.value);
            } catch (const nb::python_error& error) {
                throw Error(nb::str(error.value()).c_str());
            }
        }
    }
};

// In the terms of Python.
std::string in_words_of_python(std::string text) {
    constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"has other members, as its serialize() shows,", "is another one"},
        {"is written over another node: `next` must set all that matters",
         "and its siblings are made one after another: a node must not be changed once it was yielded"},
        {"a copy of its parent's generator makes it",
         "its siblings are kept for later: a node must not be changed once it was yielded"},
        {"a copy of its parent's generator has made a child before",
         "its siblings were kept for later: a node must not be changed once it was yielded"},
        {"its parent's generator was moved before",
         "`children` of its parent is called again meanwhile: calls must not share what they change"},
        {"its parent's generator is made a second time",
         "`children` of its parent is called a second time, or was changed once it was yielded"},
        {"it was serialised and read again", "it was pickled and read again"},
        {"cannot be read when it was serialised: ", "cannot be pickled and read again: "},
        {"as its operator== says", "as its __eq__ says"},
    };
    for (const auto& [theirs, ours] : words) {
        if (const auto at = text.find(theirs); at != std::string::npos) text.replace(at, theirs.size(), ours);
    }
    return text;
}

// Names of clauses for nodes that are objects, which are not overwritten, copied or moved.
const char* name_in_python(Contract contract) {
    switch (contract) {
        case Contract::reused_child:
            return "unchanged";
        case Contract::copy:
            return "kept";
        case Contract::move:
            return "independent";
        default:
            return name(contract);
    }
}

std::string described(const Violation& violation) {
    return std::string(name_in_python(violation.contract)) + ": " + violation.text;
}

CheckReport check_tree(nb::object children, nb::object objective, nb::object bound, nb::object root, bool greatest,
                       nb::object number, std::uint64_t nodes, std::optional<unsigned> depth_limit, bool repeatable,
                       std::uint64_t seed) {
    Problem problem = problem_of(std::move(children), std::move(objective), std::move(bound), greatest);
    problem.lenient = true;
    const CheckedNode first{.value = Held(std::move(root))};
    const CheckOptions options{
        .nodes = nodes, .depth_limit = depth_limit.value_or(unlimited_depth), .repeatable = repeatable, .seed = seed};
    const Numbering numbered(number);
    using Generator = TreeGenerator<CheckedNode>;
    CheckReport report =
        greatest ? check<Generator>(problem, first, options) : check<Generator, Minimise>(problem, first, options);
    for (Violation& each : report.violations) each.text = in_words_of_python(std::move(each.text));
    return report;
}

}  // namespace

void declare_tree_checks(nb::module_& module) {
    nb::class_<Violation>(module, "Violation", "A promise that a problem does not keep.")
        .def_prop_ro(
            "contract", [](const Violation& it) { return name_in_python(it.contract); }, "Clause of the contract.")
        .def_ro("path", &Violation::path,
                "Path to the node: the number of each child at its parent, from 0; empty for the root.")
        .def_ro("text", &Violation::text, "A sentence that names the node.")
        .def("__repr__", [](const Violation& it) { return described(it); });
    nb::class_<CheckReport>(module, "CheckReport", "The nodes that were checked, and the violations that were found.")
        .def_ro("violations", &CheckReport::violations, "The first violation of each clause.")
        .def_ro("nodes", &CheckReport::nodes, "Number of checked nodes; some may count twice.")
        .def_ro("whole", &CheckReport::whole, "Whether the whole tree was checked.")
        .def_prop_ro("ok", &CheckReport::ok, "Whether no violation was found.")
        .def("__bool__",
             [](const CheckReport& /*it*/) -> bool {
                 throw nb::type_error("a report has no truth value: its ok says whether nothing was wrong");
             })
        .def("__repr__", [](const CheckReport& it) {
            const std::string looked = std::to_string(it.nodes) + " nodes" + (it.whole ? ", all of the tree" : "");
            if (it.ok()) return looked + ": nothing is wrong";
            std::string all = looked + "\n";
            for (const Violation& each : it.violations) all += described(each) + "\n";
            return all;
        });
    module.def("check", &check_tree, nb::arg("children"), nb::arg("objective").none(), nb::arg("bound").none(),
               nb::arg("root").none(), nb::kw_only(), nb::arg("greatest"), nb::arg("numbering"), nb::arg("nodes"),
               nb::arg("depth_limit").none(), nb::arg("repeatable"), nb::arg("seed"));
}

}  // namespace scrump::python
