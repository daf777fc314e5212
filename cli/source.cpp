#include "source.hpp"

namespace scrump::cli {

Source read_source(const std::string& name, bool (*names_file)(const std::string&), Session& session) {
    const bool is_file = session.broadcast(session.first() && names_file(name) ? "f" : "") == "f";
    if (!is_file) return {std::nullopt, name};
    return {session.read_file(name), name == "-" ? "standard input" : name};
}

}  // namespace scrump::cli
