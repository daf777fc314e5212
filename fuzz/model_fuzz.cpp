// Feeds any bytes to the readers of models: they may refuse them with an Error, nothing else; and what they accept is
// written in a form that lasts, in their own format and in the others; of lists, it is what list_model.hpp says.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/labels.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

namespace {

using scrump::ModelFormat;

void check_lasting(const scrump::SymbolicModel& model, ModelFormat format) {
    const std::string written = scrump::write_model(model, format);
    if (scrump::write_model(scrump::read_model(written, "written", format), format) != written) std::abort();
}

void check(const std::string& bytes, ModelFormat format) {
    scrump::SymbolicModel model;
    try {
        model = scrump::read_model(bytes, "fuzz", format);
    } catch (const scrump::Error&) {
        return;
    }
    for (const ModelFormat written : {ModelFormat::distbdd, ModelFormat::distdd, ModelFormat::sylvan}) {
        if (!model.places.empty() && written != ModelFormat::distbdd) continue;
        check_lasting(model, written);
        check_lasting(scrump::without_labels(model), written);
    }
}

// Lists ascend, and all vectors of a diagram have the length that it should have.
void check_lists(const scrump::ListModel& model, std::uint64_t root, std::size_t length) {
    const std::vector<std::uint32_t> lengths = scrump::lengths_of(model.nodes);
    if (root != 0 && lengths.at(root) != length) std::abort();
    for (const std::uint64_t number : scrump::list_nodes_of(model.nodes, root)) {
        const scrump::StoredListNode& node = model.nodes.at(number - scrump::first_list_node);
        if (node.down == 0 || node.down >= number || node.right >= number) std::abort();
        if (node.right == 0) continue;
        const scrump::StoredListNode& next = model.nodes.at(node.right - scrump::first_list_node);
        if (lengths[node.right] != lengths[number] || next.copies || (!node.copies && next.value <= node.value))
            std::abort();
    }
}

void check_lists(const std::string& bytes) {
    scrump::ListModel model;
    try {
        model = std::get<scrump::ListModel>(scrump::read_any_model(bytes, "fuzz", ModelFormat::ldd));
    } catch (const scrump::Error&) {
        return;
    }
    check_lists(model, model.initial, model.entries);
    for (const scrump::StoredListRelation& each : model.relations)
        check_lists(model, each.root, each.read.size() + each.written.size() + (each.labelled ? 1 : 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    for (const ModelFormat format : {ModelFormat::distbdd, ModelFormat::distdd, ModelFormat::sylvan})
        check(bytes, format);
    check_lists(bytes);
    return 0;
}
