// The compiled part of the Python package: everything that searches. The functions for users are in Python, beside it.

#include "diagram_options.hpp"
#include "diagram_program.hpp"
#include "exploration_options.hpp"
#include "explorations.hpp"
#include "graph_files.hpp"
#include "graph_searches.hpp"
#include "ltl_checks.hpp"
#include "mapping_stream.hpp"
#include "merges.hpp"
#include "net_checks.hpp"
#include "other_searches.hpp"
#include "outcomes.hpp"
#include "problems.hpp"
#include "random_walks.hpp"
#include "reach.hpp"
#include "search_options.hpp"
#include "table_rows.hpp"
#include "tree_checks.hpp"
#include "tree_searches.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/version.hpp>

#include <nanobind/nanobind.h>

#include <exception>
#include <stdexcept>

NB_MODULE(_native, module) {
    namespace nb = nanobind;
    // Raised as the classes of scrump.errors.
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        const nb::object errors = nb::module_::import_("scrump.errors");
        try {
            std::rethrow_exception(thrown);
        } catch (const scrump::UsageError& error) {
            PyErr_SetString(nb::object(errors.attr("UsageError")).ptr(), error.what());
        } catch (const scrump::Error& error) {
            PyErr_SetString(nb::object(errors.attr("Error")).ptr(), error.what());
        } catch (const std::invalid_argument& error) {  // such as a known clique that is not a clique
            PyErr_SetString(nb::object(errors.attr("UsageError")).ptr(), error.what());
        }
    });
    module.attr("version") = scrump::version();
    scrump::python::declare_option_rows(module);
    scrump::python::declare_options(module);
    scrump::python::declare_outcomes(module);
    scrump::python::declare_problems(module);
    scrump::python::declare_graph_files(module);
    scrump::python::declare_graph_searches(module);
    scrump::python::declare_other_searches(module);
    scrump::python::declare_tree_searches(module);
    scrump::python::declare_tree_checks(module);
    scrump::python::declare_mapping_stream(module);
    scrump::python::declare_merges(module);
    scrump::python::declare_exploration_options(module);
    scrump::python::declare_explorations(module);
    scrump::python::declare_random_walks(module);
    scrump::python::declare_ltl_checks(module);
    scrump::python::declare_diagram_options(module);
    scrump::python::declare_reach(module);
    scrump::python::declare_net_checks(module);
    scrump::python::declare_bdd(module);
    scrump::python::declare_zdd(module);
    scrump::python::declare_diagram_program(module);
}
