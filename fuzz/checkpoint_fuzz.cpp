// Feeds any bytes to the reader of checkpoint files, once as a file and once as the body of one whose header fits,
// which a fuzzer would not find: it may refuse them with an Error, nothing else; and what it accepts is what the writer
// makes of what was read. The parts, and the bytes themselves, are read as states of searches: those may be nonsense,
// which is an Error as well.

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/search.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using scrump::Bytes;

/// A search of which only the types matter.
class Generator {
  public:
    struct Space {};
    struct Node {
        std::array<std::uint32_t, 5> words;
    };

    Generator(const Space&, const Node&) {}
    bool next(Node&) { return false; }
    static std::int32_t objective(const Space&, const Node&) { return 0; }
};

template <class Search>
void read_state(const Bytes& bytes) {
    try {
        typename Search::Answer answer{};
        typename Search::Node node{};
        scrump::detail::read_state(
            bytes, [&](scrump::Decoder& from) { Search::decode(from, answer); },
            [&](scrump::Decoder& from, unsigned, bool) { node = from.get<typename Search::Node>(); });
    } catch (const scrump::Error&) {
    }
}

void read_states(const Bytes& bytes) {
    read_state<scrump::detail::Enumeration<Generator, scrump::CountPerDepth>>(bytes);
    read_state<scrump::detail::BranchAndBound<Generator, scrump::Minimise>>(bytes);
}

void check(const Bytes& file) {
    scrump::detail::CheckpointFile contents;
    try {
        contents = scrump::detail::unpack(file, "fuzz");
    } catch (const scrump::Error&) {
        return;
    }
    for (const Bytes& part : contents.parts) read_states(part);
    const Bytes again = scrump::detail::pack(contents);
    if (again != file || scrump::detail::unpack(again, "again") != contents) std::abort();
}

void put(Bytes& bytes, std::uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

Bytes with_header(std::string_view body) {
    Bytes file = scrump::detail::pack({}).substr(0, 16);
    put(file, body.size());
    put(file, scrump::checksum(body));
    return file.append(body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(data, data + size);
    check(bytes);
    check(with_header(bytes));
    read_states(bytes);
    return 0;
}
