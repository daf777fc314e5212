#include <scrump/problems/petri/pnml.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/petri/coloured.hpp>
#include <scrump/problems/petri/detail/coloured_pnml.hpp>
#include <scrump/problems/petri/detail/pnml_graph.hpp>
#include <scrump/problems/petri/detail/xml_text.hpp>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using pugi::xml_node;

// A place/transition net.
class Reader {
  public:
    Reader(const XmlText& xml, std::size_t limit) : xml_(xml), limit_(limit) {}

    Net read(const xml_node& element) {
        PnmlGraph graph = read_graph(xml_, element, limit_);
        for (PnmlNode& each : graph.places)
            net_.places.push_back({std::move(each.name), number_in(each.element, "initialMarking", 0), each.id});
        for (PnmlNode& each : graph.transitions)
            net_.transitions.push_back({.name = std::move(each.name), .id = std::move(each.id)});
        tell_places_apart(net_.places);
        for (const PnmlArc& arc : graph.arcs) read_arc(arc);
        for (Transition& transition : net_.transitions) {
            put_in_order(transition.takes);
            put_in_order(transition.puts);
        }
        return std::move(net_);
    }

  private:
    void read_arc(const PnmlArc& arc) {
        const Tokens weight = number_in(arc.element, "inscription", 1);
        if (weight == 0) xml_.fail(arc.element, "expected a weight of at least 1, found '0'");
        Transition& transition = net_.transitions[arc.transition];
        add(arc.element, arc.takes ? transition.takes : transition.puts, {arc.place, weight});
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

    const XmlText& xml_;
    std::size_t limit_;
    Net net_;
};

xml_node only_net(const XmlText& xml) {
    const xml_node root = xml.root();
    if (std::string_view(root.name()) != "pnml")
        xml.fail(root, "expected the element 'pnml', found " + in_quotes(root.name()));
    const xml_node net = root.child("net");
    if (!net) xml.fail(root, "expected an element 'net' in 'pnml', found none");
    if (const xml_node other = net.next_sibling("net")) xml.fail(other, "a second net; expected one in a file");
    return net;
}

// Types are addresses, which differ at their ends.
std::string end_of(const std::string& address) {
    constexpr std::size_t longest = 100;
    if (address.size() <= longest) return printable(address);
    return "…" + printable(address.substr(address.size() - longest));
}

bool is_coloured(const XmlText& xml, const xml_node& net) {
    const pugi::xml_attribute given = net.attribute("type");
    if (!given) return false;
    const std::string type = files::in_small_letters(given.value());
    const auto is_one_of = [&](std::initializer_list<const char*> known) {
        return std::ranges::any_of(known, [&](const char* each) { return type.find(each) != std::string::npos; });
    };
    if (is_one_of({"symmetricnet", "highlevelnet", "pt-hlpng"})) return true;
    // What tools of process mining call the core of PNML, and that of Yasper, are place/transition nets.
    if (is_one_of({"ptnet", "pt-net", "p/t", "pnmlcore", "epnml"})) return false;
    xml.fail(net,
             "expected a place/transition net or a symmetric net, found one of type '" + end_of(given.value()) + "'");
}

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
    const XmlText xml(text, name);
    const xml_node net = only_net(xml);
    if (is_coloured(xml, net)) return unfold(read_coloured(xml, net, limit), limit);
    return Reader(xml, limit).read(net);
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
