// Feeds any bytes to the reader of checkpoints of state spaces: it may refuse them with an Error, nothing else; and the
// states that it gives have as many words as it says, and follow others that it gives.

#include <scrump/base/error.hpp>

#include "../src/states/explore/state_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace scrump::detail;
    try {
        StateFileReader reader(std::make_unique<std::istringstream>(std::string(data, data + size)), size, "fuzz");
        const StateFileHeader& header = reader.header();
        std::uint64_t parent = 0;
        StateWordsSpan state;
        for (std::uint64_t read = 0; reader.next(parent, state); ++read) {
            if (state.empty() || (header.width != 0 && state.size() != header.width)) std::abort();
            if ((parent == no_parent) != (read == 0)) std::abort();
            if (read > 0 && parent >= header.states()) std::abort();
        }
    } catch (const scrump::Error&) {
        return 0;
    }
    return 0;
}
