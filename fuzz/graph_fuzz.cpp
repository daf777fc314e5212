// Feeds any bytes to the readers of graphs, in each format, and to what tells formats apart: they may refuse them with
// an Error, nothing else. What they accept is written, in each format that can be, in a form that is read back as the
// same graph. Bytes that look packed are unpacked first.

#include <scrump/base/error.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

using namespace scrump::graph;

// Few enough vertices that a run takes microseconds, and that out-of-range numbers come up often.
constexpr std::size_t limit = 300;

void check_written(const GraphFile& file, Format format) {
    std::ostringstream out;
    try {
        write_graph(out, file, format);
    } catch (const scrump::Error&) {
        return;  // names that a list of edges cannot have, or labels
    }
    const GraphFile again =
        parse_graph(out.str(), format, {.name = "written", .edges = EdgeReading::arcs, .limit = limit});
    // Vertices of a list come in another order where they have words for names.
    const bool same = format == Format::edge_list
                          ? again.graph.size() == file.graph.size() && again.graph.edges() == file.graph.edges()
                          : again.graph == file.graph;
    if (!same) std::abort();
}

void check_read(const std::string& text, Format format, EdgeReading edges, bool guessed) {
    GraphFile file;
    try {
        file = parse_graph(text, format,
                           {.name = "fuzz",
                            .weights = VertexWeights::read,
                            .edges = edges,
                            .limit = limit,
                            .guessed = guessed,
                            .unread = guessed ? Unread::refused : Unread::warned});
    } catch (const scrump::Error&) {
        return;
    }
    if (file.graph.size() > limit) std::abort();
    for (const NamedFormat& each : formats())
        if (has_writer(each.format)) check_written(file, each.format);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(data, data + size);
    try {
        constexpr std::size_t most = 1U << 16U;
        text = scrump::files::unpacked(std::move(text), "fuzz", most);
    } catch (const scrump::Error&) {
        return 0;
    }
    for (const EdgeReading edges : {EdgeReading::undirected, EdgeReading::arcs, EdgeReading::directed}) {
        try {
            check_read(text, detect_format(text, {}, edges), edges, true);
        } catch (const scrump::Error&) {  // in none that is known
        }
        for (const NamedFormat& each : formats()) check_read(text, each.format, edges, false);
    }
    return 0;
}
