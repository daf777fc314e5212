// Feeds any bytes to the reader of questions about nets: it may refuse them with an Error, nothing else; and what it
// accepts says the same of the initial marking when it is simplified or negated.

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/properties.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace scrump::petri;

Net net() {
    Net net;
    net.places = {{"free", 3, "p0"}, {"full", 0, "p1"}, {"a \"b\" <c>", 1, "p2"}};
    net.transitions = {{"put", {{0, 1}}, {{1, 1}}, "t0"}, {"get", {{1, 1}, {2, 1}}, {{0, 1}}, "t1"}};
    return net;
}

void look_at(const Net& net, const Formula& formula) {
    static_cast<void>(to_string(net, formula));
    const Formula simple = simplified(formula);
    static_cast<void>(to_string(net, simple));
    if (is_ctl(formula) && !is_ctl(simple)) std::abort();
    if (!is_of_marking(formula)) return;
    const std::vector<Tokens> initial{3, 0, 1};
    const bool holds = holds_in(net, formula, initial);
    if (holds_in(net, simple, initial) != holds) std::abort();
    if (holds_in(net, negated(formula), initial) == holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Net asked_of = net();
    std::vector<Property> properties;
    try {
        properties = parse_properties({reinterpret_cast<const char*>(data), size}, "fuzz", asked_of);
    } catch (const scrump::Error&) {
        return 0;
    }
    for (const Property& each : properties) look_at(asked_of, each.formula);
    return 0;
}
