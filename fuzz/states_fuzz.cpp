// Feeds any bytes to the reader of checkpoints of state spaces: it may refuse them with an Error, nothing else; and the
// states that it gives have as many words as it says, and follow others that it gives.

#include <scrump/base/error.hpp>

#include "../src/states/explore/state_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

namespace {

using namespace scrump::detail;

void read_all(const std::string& bytes, StateFileKind kind) {
    StateFileReader reader(std::make_unique<std::istringstream>(bytes), bytes.size(), "fuzz", kind);
    const StateFileHeader& header = reader.header();
    std::uint64_t parent = 0;
    StateWordsSpan state;
    for (std::uint64_t read = 0; reader.next(parent, state); ++read) {
        if (state.empty() || (header.width != 0 && state.size() != header.width)) std::abort();
        if (kind == StateFileKind::of_levels) continue;
        if ((parent == no_parent) != (read == 0)) std::abort();
        if (read > 0 && parent >= header.states()) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const StateFileKind kind : {StateFileKind::with_parents, StateFileKind::of_levels}) {
        try {
            read_all(std::string(data, data + size), kind);
        } catch (const scrump::Error&) {
            continue;
        }
    }
    return 0;
}
