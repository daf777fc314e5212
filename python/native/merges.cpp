// The joint result of the shards of a search, as text in JSON.

#include "merges.hpp"

#include "lock.hpp"

#include "results/merged_shards.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

namespace nb = nanobind;

// Of texts in JSON, with their names.
std::string merged(const std::vector<std::pair<std::string, std::string>>& texts) {
    const WithoutPython others;
    std::vector<results::ShardFile> shards;
    for (const auto& [name, text] : texts) shards.push_back(results::read_shard(text, name));
    const results::Json json = to_json(results::merge_shards(std::move(shards)).report);
    return json.dump(-1, ' ', false, results::Json::error_handler_t::replace);
}

}  // namespace

void declare_merges(nb::module_& module) {
    module.def("merge", &merged, nb::arg("texts"));
}

}  // namespace scrump::python
