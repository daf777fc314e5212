#include <scrump/problems/graph/detail/graphml.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <new>
#include <pugixml.hpp>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

class GraphmlParser {
  public:
    GraphmlParser(std::string_view text, const Reading& how) : text_(text), how_(how) {
        const pugi::xml_parse_result parsed =
            document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
        if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
        if (!parsed) fail(parsed.offset, std::string("not well-formed XML: ") + parsed.description());
    }

    GraphFile parse() {
        const pugi::xml_node graph = only_graph();
        for (const pugi::xml_node& element : graph.children()) {
            const std::string_view kind = element.name();
            if (kind == "node") take_node(element);
            if (kind == "hyperedge") fail(element, "a hyperedge; expected edges between two nodes");
        }
        const bool one_way = std::string_view(graph.attribute("edgedefault").value()) == "directed";
        for (const pugi::xml_node& edge : graph.children("edge")) {
            edges_.push_back({find(edge, "source"), find(edge, "target")});
            take_arcs(edges_.back(), edge.attribute("directed").as_bool(one_way));
        }
        warn_of_data(graph);
        leave_parallel_edges(parallel_edges_, Format::graphml, how_);
        GraphFile file = graph_file();
        file.names = VertexNames(std::move(ids_));
        return file;
    }

  private:
    pugi::xml_node only_graph() const {
        const pugi::xml_node root = document_.document_element();
        if (std::string_view(root.name()) != "graphml")
            fail(root, "expected the element 'graphml', found " + in_quotes(root.name()));
        const pugi::xml_node graph = root.child("graph");
        if (!graph) fail(root, "expected an element 'graph' in 'graphml', found none");
        if (const pugi::xml_node other = graph.next_sibling("graph"))
            fail(other, "a second graph; expected one in a file");
        return graph;
    }

    void take_node(const pugi::xml_node& node) {
        if (const pugi::xml_node inner = node.child("graph"))
            fail(inner, "a graph in a node; expected nodes and edges");
        const std::string_view id = expect_attribute(node, "id");
        if (!places_.emplace(id, static_cast<SparseGraph::Vertex>(ids_.size())).second)
            fail(node, "a second node with the id " + in_quotes(id));
        ids_.emplace_back(id);
        if (ids_.size() > how_.limit) fail(node, too_many_vertices(ids_.size(), how_.limit));
    }

    // Labels are data, as are positions and colours, which most programs write: no reader can tell.
    void warn_of_data(const pugi::xml_node& graph) const {
        if (how_.edges == EdgeReading::undirected || !how_.warn) return;
        const auto has_data = [](const pugi::xml_node& element) { return !element.child("data").empty(); };
        const pugi::xml_node found = graph.find_child(has_data);
        if (!found) return;
        how_.warn(how_.name + ":" + std::to_string(line_of(found.offset_debug())) + ": data of the element '" +
                  found.name() + "' is not read: vertices and edges have no labels");
    }

    void take_arcs(const SparseGraph::Edge& edge, bool one_way) {
        const std::size_t before = arcs_.size();
        arcs_.push_back({edge.a, edge.b});
        if (!one_way && edge.a != edge.b) arcs_.push_back({edge.b, edge.a});
        if (how_.edges != EdgeReading::undirected) count_parallel(std::span(arcs_).subspan(before));
    }

    // An edge is parallel if earlier ones go every way that it goes.
    void count_parallel(std::span<const Arc> ways) {
        bool is_new = false;
        for (const Arc& way : ways) is_new = seen_.insert(way).second || is_new;
        if (!is_new) ++parallel_edges_;
    }

    // With directions, if some edge has one and the reading asks for them.
    GraphFile graph_file() {
        Arcs arcs(std::move(arcs_));
        if (how_.edges == EdgeReading::directed || !arcs.directed()) return file_of(ids_.size(), edges_, how_);
        if (how_.edges == EdgeReading::arcs) return file_of(ids_.size(), std::move(arcs));
        if (how_.warn) how_.warn(how_.name + ": edges have directions, which are skipped");
        return file_of(ids_.size(), edges_, how_);
    }

    SparseGraph::Vertex find(const pugi::xml_node& edge, const char* end) const {
        const std::string_view id = expect_attribute(edge, end);
        const auto found = places_.find(id);
        if (found == places_.end()) fail(edge, "no node has the id " + in_quotes(id));
        return found->second;
    }

    std::string_view expect_attribute(const pugi::xml_node& element, const char* attribute) const {
        const pugi::xml_attribute found = element.attribute(attribute);
        if (!found)
            fail(element, std::string("expected an attribute '") + attribute + "' of the element '" + element.name() +
                              "', found none");
        return found.value();
    }

    [[noreturn]] void fail(const pugi::xml_node& at, const std::string& what) const { fail(at.offset_debug(), what); }

    [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& what) const {
        throw Error(how_.name + ":" + std::to_string(line_of(offset)) + ": " + what);
    }

    std::ptrdiff_t line_of(std::ptrdiff_t offset) const {
        const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text_));
        return 1 + std::count(text_.begin(), end, '\n');
    }

    std::string_view text_;
    const Reading& how_;
    pugi::xml_document document_;
    std::unordered_map<std::string_view, SparseGraph::Vertex> places_;  // of the document's text
    std::vector<std::string> ids_;
    std::vector<SparseGraph::Edge> edges_;
    std::vector<Arc> arcs_;  // the same with the ways that they go
    std::set<Arc> seen_;     // of these, where parallel edges are counted
    std::size_t parallel_edges_ = 0;
};

}  // namespace

GraphFile parse_graphml(std::string_view text, const Reading& how) {
    return GraphmlParser(text, how).parse();
}

}  // namespace scrump::graph
