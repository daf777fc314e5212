#include "run/source.hpp"
#include "line/texts.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>

#include <utility>

namespace scrump::cli {

Source read_source(const std::string& name, bool (*names_file)(const std::string&), Session& session) {
    const std::string first_name = session.broadcast(name);
    if (first_name != name)
        throw UsageError("is given '" + name + "' where the first process has '" + first_name + "'");
    const bool is_file = session.broadcast(session.first() && names_file(name) ? "f" : "") == "f";
    if (!is_file) return {std::nullopt, name};
    const std::string title = title_of_file(name);
    return {files::unpacked(session.read_file(name), title), title};
}

}  // namespace scrump::cli
