// Feeds any bytes to the readers of models: they may refuse them with an Error, nothing else; and what they accept is
// written in a form that lasts, in their own format and in the others.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/labels.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    for (const ModelFormat format : {ModelFormat::distbdd, ModelFormat::distdd, ModelFormat::sylvan})
        check(bytes, format);
    return 0;
}
