#include <scrump/problems/petri/detail/pnml_graph.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace scrump::petri {
namespace {

using pugi::xml_node;

enum class NodeKind { place, transition, place_reference, transition_reference };

std::optional<NodeKind> kind_of(std::string_view element) {
    if (element == "place") return NodeKind::place;
    if (element == "transition") return NodeKind::transition;
    if (element == "referencePlace") return NodeKind::place_reference;
    if (element == "referenceTransition") return NodeKind::transition_reference;
    return std::nullopt;
}

bool is_place(NodeKind kind) {
    return kind == NodeKind::place || kind == NodeKind::place_reference;
}
bool is_reference(NodeKind kind) {
    return kind == NodeKind::place_reference || kind == NodeKind::transition_reference;
}

class GraphReader {
  public:
    GraphReader(const XmlText& xml, std::size_t limit) : xml_(xml), limit_(limit) {}

    PnmlGraph read(const xml_node& net) {
        read_pages(net);
        for (const xml_node& arc : arcs_) read_arc(arc);
        return std::move(graph_);
    }

  private:
    struct Node {
        NodeKind kind;
        std::uint32_t index;  // of a place or transition
        xml_node element;
    };

    // A page may hold pages.
    void read_pages(const xml_node& net) {
        std::vector<xml_node> pages = {net};
        while (!pages.empty()) {
            const xml_node page = pages.back();
            pages.pop_back();
            graph_.pages.push_back(page);
            for (const xml_node& element : page.children()) {
                const std::string_view what = element.name();
                if (what == "page") {
                    pages.push_back(element);
                } else if (what == "arc") {
                    count_part(element);
                    arcs_.push_back(element);
                } else if (const std::optional<NodeKind> kind = kind_of(what)) {
                    count_part(element);
                    read_node(element, *kind);
                } else if (what.ends_with("Arc")) {
                    xml_.fail(element, "expected an ordinary arc, found " + in_quotes(element.name()));
                }
            }
        }
    }

    void count_part(const xml_node& element) {
        if (++parts_ > limit_)
            xml_.fail(element, "a net of more than " + std::to_string(limit_) + " places, transitions and arcs");
    }

    void read_node(const xml_node& element, NodeKind kind) {
        const std::string id = expect_attribute(xml_, element, "id");
        Node node{kind, 0, element};
        if (kind == NodeKind::place) {
            refuse_attribute(element, "initialMarking", "initialMarking");
            refuse_capacity(element);
            node.index = add(graph_.places, id, element);
        } else if (kind == NodeKind::transition) {
            if (*element.attribute("guard").value() != '\0')
                xml_.fail(element, "expected a transition without a guard, found one of " +
                                       in_quotes(element.attribute("guard").value()));
            node.index = add(graph_.transitions, id, element);
        }
        if (!nodes_.emplace(id, node).second) xml_.fail(element, "a second element with the id " + in_quotes(id));
    }
    static std::uint32_t add(std::vector<PnmlNode>& nodes, const std::string& id, const xml_node& element) {
        const std::string name = element.child("name").child("text").text().get();
        nodes.push_back({id, name.empty() ? id : name, element});
        return static_cast<std::uint32_t>(nodes.size() - 1);
    }

    void read_arc(const xml_node& arc) {
        expect_ordinary(arc);
        refuse_attribute(arc, "inscription", "inscription");
        refuse_attribute(arc, "weight", "inscription");
        const Node& source = resolve(arc, expect_attribute(xml_, arc, "source"));
        const Node& target = resolve(arc, expect_attribute(xml_, arc, "target"));
        if (is_place(source.kind) == is_place(target.kind)) {
            const std::string both = is_place(source.kind) ? "two places" : "two transitions";
            xml_.fail(arc, "expected an arc between a place and a transition, found one between " + both);
        }
        const bool takes = is_place(source.kind);
        graph_.arcs.push_back({(takes ? source : target).index, (takes ? target : source).index, takes, arc});
    }

    // Tools say what an arc is in many ways.
    void expect_ordinary(const xml_node& arc) const {
        const auto names_type = [](const char* name) {
            const std::string lower = files::in_small_letters(name);
            return lower == "type" || lower == "arctype";
        };
        for (const pugi::xml_attribute& attribute : arc.attributes())
            if (names_type(attribute.name())) expect_ordinary(arc, attribute.value());
        for (const xml_node& element : arc.children()) {
            if (!names_type(element.name())) continue;
            expect_ordinary(element, said_in(element));
            for (const pugi::xml_attribute& attribute : element.attributes())
                if (std::string_view(attribute.name()) != "id") expect_ordinary(element, attribute.value());
        }
    }
    void expect_ordinary(const xml_node& where, const std::string& said) const {
        const std::string type = on_one_line(said);
        const std::string lower = files::in_small_letters(type);
        for (const char* const ordinary : {"", "normal", "ordinary", "regular", "ptarc"})
            if (lower == ordinary) return;
        xml_.fail(where, "expected an ordinary arc, found " + in_quotes(type));
    }

    // What some tools write as an attribute is a label in PNML.
    void refuse_attribute(const xml_node& element, const char* attribute, const char* label) const {
        if (!element.attribute(attribute)) return;
        xml_.fail(element, std::string("expected an element '") + label + "' in '" + element.name() +
                               "', found an attribute '" + attribute + "'");
    }

    // 0 is PIPE's word for none.
    void refuse_capacity(const xml_node& place) const {
        const xml_node label = place.child("capacity");
        const std::string capacity = on_one_line(label ? said_in(label) : place.attribute("capacity").value());
        if (!capacity.empty() && capacity != "0")
            xml_.fail(place, "expected a place without a capacity, found one of " + in_quotes(capacity));
    }

    // The place or transition that an id stands for, through references.
    const Node& resolve(const xml_node& arc, const std::string& id) const {
        const Node* node = find(arc, id);
        for (std::size_t steps = 0; is_reference(node->kind); ++steps) {
            const xml_node from = node->element;
            const std::string to = expect_attribute(xml_, from, "ref");
            const Node* const next = find(from, to);
            if (is_place(next->kind) != is_place(node->kind)) {
                const std::string expected = is_place(node->kind) ? "a place" : "a transition";
                xml_.fail(from, "expected a reference to " + expected + ", but " + in_quotes(to) + " is not one");
            }
            if (steps > nodes_.size())
                xml_.fail(from, "the reference " + in_quotes(from.attribute("id").value()) + " comes back to itself");
            node = next;
        }
        return *node;
    }
    const Node* find(const xml_node& from, const std::string& id) const {
        const auto found = nodes_.find(id);
        if (found == nodes_.end()) xml_.fail(from, "nothing in the net has the id " + in_quotes(id));
        return &found->second;
    }

    const XmlText& xml_;
    std::size_t limit_;
    std::size_t parts_ = 0;
    std::map<std::string, Node> nodes_;
    std::vector<xml_node> arcs_;
    PnmlGraph graph_;
};

}  // namespace

PnmlGraph read_graph(const XmlText& xml, const xml_node& net, std::size_t limit) {
    return GraphReader(xml, limit).read(net);
}

std::string said_in(const xml_node& label) {
    for (const char* const where : {"text", "value"})
        if (const xml_node found = label.child(where)) return found.text().get();
    return label.text().get();
}

std::string expect_attribute(const XmlText& xml, const xml_node& element, const char* attribute) {
    const pugi::xml_attribute found = element.attribute(attribute);
    if (!found) {
        xml.fail(element, std::string("expected an attribute '") + attribute + "' of the element '" + element.name() +
                              "', found none");
    }
    return found.value();
}

}  // namespace scrump::petri
