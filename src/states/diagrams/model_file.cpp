#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include "formats.hpp"

#include <array>

namespace scrump {
namespace {

struct Format {
    ModelFormat format;
    std::string_view ending;
    SymbolicModel (*read)(std::string_view bytes, const std::string& name);
    std::string (*write)(const SymbolicModel& model);
};

constexpr std::array<Format, 2> formats = {{
    {ModelFormat::distbdd, ".distbdd.bdd", detail::read_distbdd, detail::write_distbdd},
    {ModelFormat::sylvan, ".sylvan.bdd", detail::read_sylvan, detail::write_sylvan},
}};

const Format& entry_of(ModelFormat format) {
    return formats[static_cast<std::size_t>(format)];
}

}  // namespace

ModelFormat model_format(std::string_view path) {
    for (const Format& format : formats)
        if (path.ends_with(format.ending)) return format.format;
    throw Error(printable(path) + ": expected the name of a model, which ends in .distbdd.bdd or .sylvan.bdd");
}

SymbolicModel read_model(std::string_view bytes, const std::string& name, ModelFormat format) {
    return entry_of(format).read(bytes, name);
}

SymbolicModel read_model_file(const std::string& path) {
    const ModelFormat format = model_format(path);
    return read_model(read_file(path), path, format);
}

std::string write_model(const SymbolicModel& model, ModelFormat format) {
    return entry_of(format).write(model);
}

void write_model_file(const SymbolicModel& model, const std::string& path) {
    replace_file(path, write_model(model, model_format(path)));
}

}  // namespace scrump
