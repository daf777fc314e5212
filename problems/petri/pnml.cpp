#include <scrump/problems/petri/pnml.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/petri/detail/xml_text.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

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

// What a label says: in PNML's element `text`, in PIPE's `value`, or by itself.
std::string said_in(const xml_node& label) {
    for (const char* const where : {"text", "value"})
        if (const xml_node found = label.child(where)) return found.text().get();
    return label.text().get();
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& name, std::size_t limit) : xml_(text, name), limit_(limit) {}

    Net read() {
        const xml_node net = only_net();
        expect_type(net);
        read_pages(net);
        tell_places_apart();
        for (const xml_node& arc : arcs_) read_arc(arc);
        for (Transition& transition : net_.transitions) {
            put_in_order(transition.takes);
            put_in_order(transition.puts);
        }
        return std::move(net_);
    }

  private:
    struct Node {
        NodeKind kind;
        std::uint32_t index;  // of a place or transition
        xml_node element;
    };

    xml_node only_net() const {
        const xml_node root = xml_.root();
        if (std::string_view(root.name()) != "pnml")
            xml_.fail(root, "expected the element 'pnml', found " + in_quotes(root.name()));
        const xml_node net = root.child("net");
        if (!net) xml_.fail(root, "expected an element 'net' in 'pnml', found none");
        if (const xml_node other = net.next_sibling("net")) xml_.fail(other, "a second net; expected one in a file");
        return net;
    }

    void expect_type(const xml_node& net) const {
        const pugi::xml_attribute given = net.attribute("type");
        if (!given) return;
        const std::string type = files::in_small_letters(given.value());
        // What tools of process mining call the core of PNML, and that of Yasper, are place/transition nets.
        for (const char* const known : {"ptnet", "pt-net", "p/t", "pnmlcore", "epnml"})
            if (type.find(known) != std::string::npos) return;
        xml_.fail(net, "expected a place/transition net, found one of type '" + end_of(given.value()) + "'");
    }

    // Types are addresses, which differ at their ends.
    static std::string end_of(const std::string& address) {
        constexpr std::size_t longest = 100;
        if (address.size() <= longest) return printable(address);
        return "…" + printable(address.substr(address.size() - longest));
    }

    // A page may hold pages.
    void read_pages(const xml_node& net) {
        std::vector<xml_node> pages = {net};
        while (!pages.empty()) {
            const xml_node page = pages.back();
            pages.pop_back();
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
        const std::string id = expect_attribute(element, "id");
        Node node{kind, 0, element};
        if (kind == NodeKind::place) {
            refuse_attribute(element, "initialMarking", "initialMarking");
            refuse_capacity(element);
            node.index = static_cast<std::uint32_t>(net_.places.size());
            net_.places.push_back({name_of(element, id), number_in(element, "initialMarking", 0), id});
        } else if (kind == NodeKind::transition) {
            if (*element.attribute("guard").value() != '\0')
                xml_.fail(element, "expected a transition without a guard, found one of " +
                                       in_quotes(element.attribute("guard").value()));
            node.index = static_cast<std::uint32_t>(net_.transitions.size());
            net_.transitions.push_back({.name = name_of(element, id), .id = id});
        }
        if (!nodes_.emplace(id, node).second) xml_.fail(element, "a second element with the id " + in_quotes(id));
    }

    void read_arc(const xml_node& arc) {
        expect_ordinary(arc);
        refuse_attribute(arc, "inscription", "inscription");
        refuse_attribute(arc, "weight", "inscription");
        const Node& source = resolve(arc, expect_attribute(arc, "source"));
        const Node& target = resolve(arc, expect_attribute(arc, "target"));
        if (is_place(source.kind) == is_place(target.kind)) {
            const std::string both = is_place(source.kind) ? "two places" : "two transitions";
            xml_.fail(arc, "expected an arc between a place and a transition, found one between " + both);
        }
        const Tokens weight = number_in(arc, "inscription", 1);
        if (weight == 0) xml_.fail(arc, "expected a weight of at least 1, found '0'");
        const bool takes = is_place(source.kind);
        const Node& place = takes ? source : target;
        Transition& transition = net_.transitions[(takes ? target : source).index];
        add(arc, takes ? transition.takes : transition.puts, {place.index, weight});
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

    // Several arcs between the same two are one.
    void add(const xml_node& element, std::vector<Arc>& arcs, Arc arc) const {
        const auto same = std::ranges::find(arcs, arc.place, &Arc::place);
        if (same == arcs.end()) {
            arcs.push_back(arc);
        } else if (same->weight > std::numeric_limits<Tokens>::max() - arc.weight) {
            xml_.fail(element, "the weights of the arcs between these two add up to more than 4294967295");
        } else {
            same->weight += arc.weight;
        }
    }
    static void put_in_order(std::vector<Arc>& arcs) { std::ranges::sort(arcs, {}, &Arc::place); }

    // The place or transition that an id stands for, through references.
    const Node& resolve(const xml_node& arc, const std::string& id) const {
        const Node* node = find(arc, id);
        for (std::size_t steps = 0; is_reference(node->kind); ++steps) {
            const xml_node from = node->element;
            const std::string to = expect_attribute(from, "ref");
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

    std::string expect_attribute(const xml_node& element, const char* attribute) const {
        const pugi::xml_attribute found = element.attribute(attribute);
        if (!found) {
            xml_.fail(element, std::string("expected an attribute '") + attribute + "' of the element '" +
                                   element.name() + "', found none");
        }
        return found.value();
    }

    static std::string name_of(const xml_node& element, const std::string& id) {
        const std::string name = element.child("name").child("text").text().get();
        return name.empty() ? id : name;
    }

    // Names that several places have get their ids, too: so what is said of one is of no other.
    void tell_places_apart() {
        std::map<std::string, unsigned> named;
        for (const Place& place : net_.places) ++named[place.name];
        for (const auto& [id, node] : nodes_) {
            if (node.kind != NodeKind::place) continue;
            std::string& name = net_.places[node.index].name;
            if (named.at(name) == 1) continue;
            do name += " (" + id + ")";
            while (named.contains(name));
            named.emplace(name, 1);
        }
    }

    Tokens number_in(const xml_node& element, const char* label, Tokens if_none) const {
        const xml_node found = element.child(label);
        if (!found) return if_none;
        const std::string said = on_one_line(said_in(found));  // the number may stand on a line of its own
        // PIPE has tokens of several kinds, of which this one is always there.
        constexpr std::string_view only_kind = "Default,";
        Line line(std::string_view(said).substr(said.starts_with(only_kind) ? only_kind.size() : 0));
        const auto number = line.number();
        if (!number || !line.empty() || *number > std::numeric_limits<Tokens>::max()) {
            xml_.fail(found, std::string("expected a whole number from 0 to 4294967295 as ") + label + ", " +
                                 (said.empty() ? "found none" : "found " + in_quotes(said)));
        }
        return static_cast<Tokens>(*number);
    }

    XmlText xml_;
    std::size_t limit_;
    std::size_t parts_ = 0;
    std::map<std::string, Node> nodes_;
    std::vector<xml_node> arcs_;
    Net net_;
};

std::string numbered(const char* kind, std::size_t number) {
    return std::string(kind).append(std::to_string(number));
}

struct Ids {
    std::vector<std::string> places{}, transitions{};
};

// Those of the net if all have one of their own; otherwise numbers.
Ids ids_to_write(const Net& net) {
    Ids given, numbers;
    std::set<std::string> distinct;
    const auto add = [&](const auto& nodes, std::vector<std::string>& ids, std::vector<std::string>& numbered_ids,
                         const char* kind) {
        for (const auto& node : nodes) {
            ids.push_back(node.id);
            numbered_ids.push_back(numbered(kind, numbered_ids.size()));
            if (!node.id.empty()) distinct.insert(node.id);
        }
    };
    add(net.places, given.places, numbers.places, "p");
    add(net.transitions, given.transitions, numbers.transitions, "t");
    return distinct.size() == net.places.size() + net.transitions.size() ? given : numbers;
}

void write_arc(xml_node& page, std::size_t number, const std::string& source, const std::string& target,
               Tokens weight) {
    xml_node arc = page.append_child("arc");
    arc.append_attribute("id") = numbered("a", number).c_str();
    arc.append_attribute("source") = source.c_str();
    arc.append_attribute("target") = target.c_str();
    if (weight != 1) arc.append_child("inscription").append_child("text").text() = weight;
}

xml_node write_node(xml_node& page, const char* kind, const std::string& id, const std::string& name) {
    xml_node node = page.append_child(kind);
    node.append_attribute("id") = id.c_str();
    node.append_child("name").append_child("text").text() = name.c_str();
    return node;
}

}  // namespace

Net parse_pnml(std::string_view text, const std::string& name, std::size_t limit) {
    return Reader(text, name, limit).read();
}

std::string to_pnml(const Net& net) {
    pugi::xml_document document;
    xml_node root = document.append_child("pnml");
    root.append_attribute("xmlns") = "http://www.pnml.org/version-2009/grammar/pnml";
    xml_node element = root.append_child("net");
    element.append_attribute("id") = "net";
    element.append_attribute("type") = "http://www.pnml.org/version-2009/grammar/ptnet";
    xml_node page = element.append_child("page");
    page.append_attribute("id") = "page";
    const auto [places, transitions] = ids_to_write(net);
    for (std::size_t i = 0; i < net.places.size(); ++i) {
        xml_node place = write_node(page, "place", places[i], net.places[i].name);
        if (net.places[i].tokens > 0)
            place.append_child("initialMarking").append_child("text").text() = net.places[i].tokens;
    }
    std::size_t arcs = 0;
    for (std::size_t i = 0; i < net.transitions.size(); ++i) {
        const Transition& transition = net.transitions[i];
        write_node(page, "transition", transitions[i], transition.name);
        for (const Arc& arc : transition.takes) write_arc(page, arcs++, places[arc.place], transitions[i], arc.weight);
        for (const Arc& arc : transition.puts) write_arc(page, arcs++, transitions[i], places[arc.place], arc.weight);
    }
    std::ostringstream text;
    document.save(text, "  ");
    return text.str();
}

}  // namespace scrump::petri
