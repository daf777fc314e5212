#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/files/ext/packed.hpp>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace scrump::files {
namespace {

// In pieces, as zlib counts in 32 bits.
std::string by_gzip(const std::string& text) {
    constexpr int largest_window_with_gzip_header = 15 + 16;
    constexpr int usual_memory = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, largest_window_with_gzip_header, usual_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string packed;
    std::array<char, std::size_t{1} << 16U> piece;
    std::size_t taken = 0;
    int result = Z_OK;
    while (result != Z_STREAM_END) {
        const std::size_t now = std::min<std::size_t>(text.size() - taken, std::numeric_limits<int>::max());
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data() + taken));
        stream.avail_in = static_cast<uInt>(now);
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        result = deflate(&stream, taken + now == text.size() ? Z_FINISH : Z_NO_FLUSH);
        taken += now - stream.avail_in;
        packed.append(piece.data(), piece.size() - stream.avail_out);
    }
    deflateEnd(&stream);
    return packed;
}

std::string by_xz(const std::string& text) {
    std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
    std::size_t size = 0;
    const auto* const in = reinterpret_cast<const std::uint8_t*>(text.data());
    auto* const out = reinterpret_cast<std::uint8_t*>(packed.data());
    if (lzma_easy_buffer_encode(LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64, nullptr, in, text.size(), out, &size,
                                packed.size()) != LZMA_OK)
        throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

std::string by_zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), ZSTD_CLEVEL_DEFAULT);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

struct Packing {
    std::string_view ending;
    std::string (*pack)(const std::string& text);
};

constexpr std::array<Packing, 3> packings = {{{".gz", by_gzip}, {".xz", by_xz}, {".zst", by_zstd}}};

const Packing* packing_of(std::string_view file) {
    const auto* const found =
        std::ranges::find_if(packings, [&](const Packing& each) { return ends_with_letters(file, each.ending); });
    return found == packings.end() ? nullptr : found;
}

}  // namespace

bool is_packed_name(std::string_view file) {
    return packing_of(file) != nullptr;
}

std::string_view unpacked_name(std::string_view file) {
    if (const Packing* const packing = packing_of(file)) file.remove_suffix(packing->ending.size());
    return file;
}

std::string packed_for(std::string_view file, std::string text) {
    const Packing* const packing = packing_of(file);
    return packing == nullptr ? std::move(text) : packing->pack(text);
}

}  // namespace scrump::files
