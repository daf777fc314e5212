#include <scrump/problems/files/ext/unpacked.hpp>

#include <scrump/base/error.hpp>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

namespace scrump::files {
namespace {

using Byte = unsigned char;

/// What is left of the packed text, and of the place to unpack it to. Steps take off both.
struct Room {
    const Byte* in;
    std::size_t in_left;
    Byte* out;
    std::size_t out_left;
};

/// How a step of unpacking went: `ended` a part, after which another one may come.
enum class Step { more, ended, damaged };

class Gzip {
  public:
    static constexpr std::string_view name = "gzip";
    static constexpr std::string_view begins = "\x1f\x8b";

    Gzip() {
        constexpr int largest_window_with_gzip_header = 15 + 16;
        if (inflateInit2(&stream_, largest_window_with_gzip_header) != Z_OK) throw std::bad_alloc();
    }
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;
    ~Gzip() { inflateEnd(&stream_); }

    Step take(Room& room) {
        if (std::exchange(ended_, false)) inflateReset(&stream_);
        const uInt in = at_once(room.in_left);
        const uInt out = at_once(room.out_left);
        stream_.next_in = const_cast<Byte*>(room.in);
        stream_.avail_in = in;
        stream_.next_out = room.out;
        stream_.avail_out = out;
        const int result = inflate(&stream_, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR) throw std::bad_alloc();
        room.in += in - stream_.avail_in;
        room.in_left -= in - stream_.avail_in;
        room.out += out - stream_.avail_out;
        room.out_left -= out - stream_.avail_out;
        ended_ = result == Z_STREAM_END;
        return ended_ ? Step::ended : result == Z_OK || result == Z_BUF_ERROR ? Step::more : Step::damaged;
    }

  private:
    static uInt at_once(std::size_t bytes) {
        return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
    }

    z_stream stream_{};
    bool ended_ = false;
};

class Xz {
  public:
    static constexpr std::string_view name = "xz";
    static constexpr std::string_view begins{"\xfd\x37\x7a\x58\x5a\x00", 6};

    Xz() {
        constexpr std::uint64_t most_memory = std::uint64_t{1} << 30;
        if (lzma_stream_decoder(&stream_, most_memory, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
    }
    Xz(const Xz&) = delete;
    Xz& operator=(const Xz&) = delete;
    ~Xz() { lzma_end(&stream_); }

    // All parts are one to the library, which is told that no more than this comes.
    Step take(Room& room) {
        stream_.next_in = room.in;
        stream_.avail_in = room.in_left;
        stream_.next_out = room.out;
        stream_.avail_out = room.out_left;
        const lzma_ret result = lzma_code(&stream_, LZMA_FINISH);
        if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
        room = {stream_.next_in, stream_.avail_in, stream_.next_out, stream_.avail_out};
        return result == LZMA_STREAM_END                       ? Step::ended
               : result == LZMA_OK || result == LZMA_BUF_ERROR ? Step::more
                                                               : Step::damaged;
    }

  private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

class Zstd {
  public:
    static constexpr std::string_view name = "zstd";
    static constexpr std::string_view begins = "\x28\xb5\x2f\xfd";

    Zstd() : stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
        if (!stream_) throw std::bad_alloc();
    }

    Step take(Room& room) {
        ZSTD_inBuffer in{room.in, room.in_left, 0};
        ZSTD_outBuffer out{room.out, room.out_left, 0};
        const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in);
        room = {room.in + in.pos, room.in_left - in.pos, room.out + out.pos, room.out_left - out.pos};
        return ZSTD_isError(result) != 0 ? Step::damaged : result == 0 ? Step::ended : Step::more;
    }

  private:
    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream_;
};

template <class Packing>
std::string unpack(std::string_view packed, const std::string& name, std::size_t most) {
    const auto fail = [&](const std::string& what) {
        throw Error(name + ": packed by " + std::string(Packing::name) + ", and " + what);
    };
    Packing packing;
    std::string text;
    std::size_t size = 0;
    Room room{reinterpret_cast<const Byte*>(packed.data()), packed.size(), nullptr, 0};
    Step step = Step::more;
    while (step != Step::ended || room.in_left > 0) {
        if (room.out_left == 0) {
            if (size >= most) fail("unpacks to more than " + std::to_string(most) + " bytes");
            text.resize(std::min(std::max<std::size_t>(4 * packed.size(), 2 * size), most));
        }
        room.out = reinterpret_cast<Byte*>(text.data()) + size;
        room.out_left = text.size() - size;
        const std::size_t in_before = room.in_left;
        step = packing.take(room);
        if (step == Step::damaged) fail("is damaged");
        const std::size_t unpacked = text.size() - size - room.out_left;
        if (step == Step::more && unpacked == 0 && room.in_left == in_before) fail("is cut off");
        size += unpacked;
    }
    text.resize(size);
    return text;
}

void unpack_any(std::string& text, const std::string& name, std::size_t most) {
    if (text.starts_with(Gzip::begins)) {
        text = unpack<Gzip>(text, name, most);
    } else if (text.starts_with(Xz::begins)) {
        text = unpack<Xz>(text, name, most);
    } else if (text.starts_with(Zstd::begins)) {
        text = unpack<Zstd>(text, name, most);
    }
}

/// What is not unpacked here, and what the user does about it.
struct Unread {
    std::string_view begins;
    std::size_t at;
    std::string_view what;
    std::string_view instead;
};

constexpr std::string_view mark = "\xef\xbb\xbf";
constexpr std::array<Unread, 10> unread = {{
    {"PK\x03\x04", 0, "a zip archive", ": unpack it first, by unzip"},
    {"PK\x05\x06", 0, "a zip archive", ": unpack it first, by unzip"},
    {"BZh", 0, "packed by bzip2", ": unpack it first, by bunzip2"},
    {"7z\xbc\xaf\x27\x1c", 0, "a 7z archive", ": unpack it first, by 7z"},
    {"Rar!\x1a", 0, "a rar archive", ": unpack it first, by unrar"},
    {"\x04\x22\x4d\x18", 0, "packed by lz4", ": unpack it first, by lz4"},
    {"\x1f\x9d", 0, "packed by compress", ": unpack it first, by uncompress"},
    {"ustar", 257, "a tar archive", ": unpack it first, by tar"},
    {"\xff\xfe", 0, "text in UTF-16", ": expected UTF-8, as iconv writes it"},
    {"\xfe\xff", 0, "text in UTF-16", ": expected UTF-8, as iconv writes it"},
}};

bool begins_at(std::string_view text, const Unread& each) {
    if (text.size() < each.at || !text.substr(each.at).starts_with(each.begins)) return false;
    // A text may begin so as well, but does not go on with the digits of pi.
    return each.begins != "BZh" || text.find("\x31\x41\x59\x26\x53\x59") == 4;
}

}  // namespace

std::string unpacked(std::string text, const std::string& name, std::size_t most) {
    unpack_any(text, name, most);
    const auto is_this = [&](const Unread& each) { return begins_at(text, each); };
    if (const auto* const found = std::ranges::find_if(unread, is_this); found != unread.end())
        throw Error(name + ": " + std::string(found->what) + std::string(found->instead));
    if (text.starts_with(mark)) text.erase(0, mark.size());
    return text;
}

std::string unpacked(std::string text, const std::string& name) {
    const std::size_t most = max_unpacked(text.size());
    return unpacked(std::move(text), name, most);
}

}  // namespace scrump::files
