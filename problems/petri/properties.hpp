#pragma once
// Properties as the Model Checking Contest writes them: XML with the root element <property-set>.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scrump::petri {

/// Reads properties of a net; `name` stands for the text in messages. Places and transitions are named by their ids or
/// names; of an unfolded net, those of the coloured one stand for all their colours and bindings. Throws Error
/// "name:line: …" for a text that is not XML or has no such properties, and for places and transitions that the net
/// does not have.
std::vector<Property> parse_properties(std::string_view text, const std::string& name, const Net& net);

}  // namespace scrump::petri
