#pragma once
// Places, transitions and arcs of a net in PNML, of whatever kind it is: what stands on pages, with references replaced
// by their targets. Labels are left to readers of the kinds.

#include <scrump/problems/petri/detail/xml_text.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scrump::petri {

/// A place or a transition.
struct PnmlNode {
    std::string id{};
    std::string name{};  ///< the id if it has none
    pugi::xml_node element{};
};

struct PnmlArc {
    std::uint32_t place = 0;
    std::uint32_t transition = 0;
    bool takes = false;  ///< whether it leads to the transition
    pugi::xml_node element{};
};

struct PnmlGraph {
    std::vector<PnmlNode> places{};
    std::vector<PnmlNode> transitions{};
    std::vector<PnmlArc> arcs{};
    std::vector<pugi::xml_node> pages{};  ///< the net itself, and all pages in it
};

/// Reads a net's element. Throws Error for missing or ambiguous ids, cyclic references, arcs from a place to a place,
/// arcs that are not ordinary, capacities, labels written as attributes, and more than `limit` parts.
PnmlGraph read_graph(const XmlText& xml, const pugi::xml_node& net, std::size_t limit);

/// What a label says: in PNML's element `text`, in PIPE's `value`, or by itself.
std::string said_in(const pugi::xml_node& label);

/// The value of an attribute. Throws Error if the element has none.
std::string expect_attribute(const XmlText& xml, const pugi::xml_node& element, const char* attribute);

/// Appends ids, in brackets, to names that several places have: what is said of one is not said of another.
template <class Place>
void tell_places_apart(std::vector<Place>& places) {
    std::map<std::string, unsigned> named;
    for (const Place& place : places) ++named[place.name];
    for (Place& place : places) {
        if (named.at(place.name) == 1) continue;
        do place.name += " (" + place.id + ")";
        while (named.contains(place.name));
        named.emplace(place.name, 1);
    }
}

}  // namespace scrump::petri
