// Feeds any text to the parser of specs and to the checks of every graph family's parameters: they may refuse
// it with a UsageError, nothing else. No graph is made, as the parameters of a valid one can ask for a large
// one.

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/problems/graph/generate.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    try {
        const scrump::Spec spec = scrump::parse_spec(text);
        if (spec.name != scrump::spec_name(text)) std::abort();
        for (const scrump::graph::Family& family : scrump::graph::families())
            if (family.name == spec.name) const scrump::Arguments arguments(spec, family.parameters);
    } catch (const scrump::UsageError&) {
    }
    return 0;
}
