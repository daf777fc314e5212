#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/source.hpp>

#include <filesystem>
#include <system_error>

namespace scrump::graph {

bool names_file(const std::string& source) {
    std::error_code unreadable;
    if (source == "-" || std::filesystem::exists(source, unreadable)) return true;
    if (is_generator_spec(source)) return false;
    if (unreadable) throw Error(source + ": cannot be read: " + unreadable.message());
    throw Error(source +
                ": no such file, and no graph family has that name; expected a file, '-', "
                "or one of " +
                join(families(), [](const Family& family) { return std::string(family.name) + ":…"; }));
}

Graph load(const std::string& source, std::uint64_t seed) {
    return names_file(source) ? read_dimacs_file(source) : generate(source, seed);
}

DimacsGraph load_sparse(const std::string& source, std::uint64_t seed, VertexWeights weights) {
    if (names_file(source)) return read_sparse_dimacs_file(source, weights);
    return {.graph = generate_sparse(source, seed)};
}

}  // namespace scrump::graph
