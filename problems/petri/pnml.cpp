#include <scrump/problems/petri/pnml.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <sstream>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using pugi::xml_node;

// Which line a place in the text is in.
class LineNumbers {
  public:
    LineNumbers(std::string_view text, std::string name) : name_(std::move(name)) {
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            ends_.push_back(static_cast<std::ptrdiff_t>(at));
    }

    [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& what) const {
        const auto line = std::ranges::lower_bound(ends_, offset) - ends_.begin() + 1;
        throw Error(name_ + ":" + std::to_string(line) + ": " + what);
    }
    [[noreturn]] void fail(const xml_node& at, const std::string& what) const { fail(at.offset_debug(), what); }

  private:
    std::string name_;
    std::vector<std::ptrdiff_t> ends_;
};

enum class Kind { place, transition, place_reference, transition_reference };

std::optional<Kind> kind_of(std::string_view element) {
    if (element == "place") return Kind::place;
    if (element == "transition") return Kind::transition;
    if (element == "referencePlace") return Kind::place_reference;
    if (element == "referenceTransition") return Kind::transition_reference;
    return std::nullopt;
}

bool is_place(Kind kind) {
    return kind == Kind::place || kind == Kind::place_reference;
}
bool is_reference(Kind kind) {
    return kind == Kind::place_reference || kind == Kind::transition_reference;
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& name, std::size_t limit) : lines_(text, name), limit_(limit) {
        const pugi::xml_parse_result parsed =
            document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
        if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
        if (!parsed) lines_.fail(parsed.offset, std::string("no well-formed XML: ") + parsed.description());
    }

    Net read() {
        const xml_node net = only_net();
        expect_type(net);
        read_pages(net);
        for (const xml_node& arc : arcs_) read_arc(arc);
        for (Transition& transition : net_.transitions) {
            put_in_order(transition.takes);
            put_in_order(transition.puts);
        }
        return std::move(net_);
    }

  private:
    struct Node {
        Kind kind;
        std::uint32_t index;  // of a place or transition
        xml_node element;
    };

    xml_node only_net() const {
        const xml_node root = document_.document_element();
        if (std::string_view(root.name()) != "pnml")
            lines_.fail(root, "expected the element 'pnml', found " + in_quotes(root.name()));
        const xml_node net = root.child("net");
        if (!net) lines_.fail(root, "expected an element 'net' in 'pnml', found none");
        if (const xml_node other = net.next_sibling("net")) lines_.fail(other, "a second net; expected one in a file");
        return net;
    }

    void expect_type(const xml_node& net) const {
        const pugi::xml_attribute given = net.attribute("type");
        if (!given) return;
        std::string type = given.value();
        std::ranges::transform(type, type.begin(), [](unsigned char c) { return std::tolower(c); });
        if (type.find("ptnet") == std::string::npos && type.find("p/t") == std::string::npos)
            lines_.fail(net, "expected a place/transition net, found one of type " + in_quotes(given.value()));
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
                } else if (const std::optional<Kind> kind = kind_of(what)) {
                    count_part(element);
                    read_node(element, *kind);
                }
            }
        }
    }

    void count_part(const xml_node& element) {
        if (++parts_ > limit_)
            lines_.fail(element, "a net of more than " + std::to_string(limit_) + " places, transitions and arcs");
    }

    void read_node(const xml_node& element, Kind kind) {
        const std::string id = expect_attribute(element, "id");
        Node node{kind, 0, element};
        if (kind == Kind::place) {
            node.index = static_cast<std::uint32_t>(net_.places.size());
            net_.places.push_back({name_of(element, id), number_in(element, "initialMarking", 0)});
        } else if (kind == Kind::transition) {
            node.index = static_cast<std::uint32_t>(net_.transitions.size());
            net_.transitions.push_back({name_of(element, id)});
        }
        if (!nodes_.emplace(id, node).second) lines_.fail(element, "a second element with the id " + in_quotes(id));
    }

    void read_arc(const xml_node& arc) {
        const std::string type = arc.child("type").attribute("value").value();
        if (!type.empty() && type != "normal") lines_.fail(arc, "expected an ordinary arc, found " + in_quotes(type));
        const Node& source = resolve(arc, expect_attribute(arc, "source"));
        const Node& target = resolve(arc, expect_attribute(arc, "target"));
        if (is_place(source.kind) == is_place(target.kind)) {
            const std::string both = is_place(source.kind) ? "two places" : "two transitions";
            lines_.fail(arc, "expected an arc between a place and a transition, found one between " + both);
        }
        const Tokens weight = number_in(arc, "inscription", 1);
        if (weight == 0) lines_.fail(arc, "expected a weight of at least 1, found '0'");
        const bool takes = is_place(source.kind);
        const Node& place = takes ? source : target;
        Transition& transition = net_.transitions[(takes ? target : source).index];
        add(arc, takes ? transition.takes : transition.puts, {place.index, weight});
    }

    // Several arcs between the same two are one.
    void add(const xml_node& element, std::vector<Arc>& arcs, Arc arc) const {
        const auto same = std::ranges::find(arcs, arc.place, &Arc::place);
        if (same == arcs.end()) {
            arcs.push_back(arc);
        } else if (same->weight > std::numeric_limits<Tokens>::max() - arc.weight) {
            lines_.fail(element, "the weights of the arcs between these two add up to more than 4294967295");
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
                lines_.fail(from, "expected a reference to " + expected + ", but " + in_quotes(to) + " is none");
            }
            if (steps > nodes_.size())
                lines_.fail(from, "the reference " + in_quotes(from.attribute("id").value()) + " comes back to itself");
            node = next;
        }
        return *node;
    }
    const Node* find(const xml_node& from, const std::string& id) const {
        const auto found = nodes_.find(id);
        if (found == nodes_.end()) lines_.fail(from, "nothing in the net has the id " + in_quotes(id));
        return &found->second;
    }

    std::string expect_attribute(const xml_node& element, const char* attribute) const {
        const pugi::xml_attribute found = element.attribute(attribute);
        if (!found) {
            lines_.fail(element, std::string("expected an attribute '") + attribute + "' of the element '" +
                                     element.name() + "', found none");
        }
        return found.value();
    }

    static std::string name_of(const xml_node& element, const std::string& id) {
        const std::string name = element.child("name").child("text").text().get();
        return name.empty() ? id : name;
    }

    Tokens number_in(const xml_node& element, const char* label, Tokens if_none) const {
        const xml_node found = element.child(label);
        if (!found) return if_none;
        std::string text = found.child("text").text().get();
        std::ranges::replace(text, '\n', ' ');  // the number may stand on a line of its own
        Line line(text);
        const Line all = line;
        const auto number = line.number();
        if (!number || !line.empty() || *number > std::numeric_limits<Tokens>::max()) {
            lines_.fail(found, std::string("expected a whole number from 0 to 4294967295 as ") + label + ", " +
                                   (all.empty() ? "found none" : "found " + in_quotes(all.rest())));
        }
        return static_cast<Tokens>(*number);
    }

    LineNumbers lines_;
    std::size_t limit_;
    std::size_t parts_ = 0;
    pugi::xml_document document_;
    std::map<std::string, Node> nodes_;
    std::vector<xml_node> arcs_;
    Net net_;
};

std::string numbered(const char* kind, std::size_t number) {
    return std::string(kind).append(std::to_string(number));
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
    for (std::size_t i = 0; i < net.places.size(); ++i) {
        xml_node place = write_node(page, "place", numbered("p", i), net.places[i].name);
        if (net.places[i].tokens > 0)
            place.append_child("initialMarking").append_child("text").text() = net.places[i].tokens;
    }
    std::size_t arcs = 0;
    for (std::size_t i = 0; i < net.transitions.size(); ++i) {
        const Transition& transition = net.transitions[i];
        const std::string id = numbered("t", i);
        write_node(page, "transition", id, transition.name);
        for (const Arc& arc : transition.takes) write_arc(page, arcs++, numbered("p", arc.place), id, arc.weight);
        for (const Arc& arc : transition.puts) write_arc(page, arcs++, id, numbered("p", arc.place), arc.weight);
    }
    std::ostringstream text;
    document.save(text, "  ");
    return text.str();
}

}  // namespace scrump::petri
