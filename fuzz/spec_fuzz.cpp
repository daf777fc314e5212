// Feeds any text to the parser of specs and to the checks of every graph family's parameters: they may refuse
// it with a UsageError, nothing else. No graph is made, as the parameters of a valid one can ask for a large
// one. Whatever it is, it can be shown without steering a terminal, and what is shown stays the same if it is shown
// again.

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/generate.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::string shown = scrump::printable(text);
    if (std::ranges::any_of(shown, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; })) std::abort();
    if (scrump::printable(shown) != shown) std::abort();
    try {
        const scrump::Spec spec = scrump::parse_spec(text);
        if (spec.name != scrump::spec_name(text)) std::abort();
        for (const scrump::graph::Family& family : scrump::graph::families())
            if (family.name == spec.name) const scrump::Arguments arguments(spec, family.parameters);
    } catch (const scrump::UsageError&) {
    }
    return 0;
}
