#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace scrump::detail {
namespace {

static_assert(Counters::members.size() == 7, "other counters are another format: give it a new version");

constexpr std::string_view magic = "SCRUMPCP";
constexpr std::uint32_t format = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::uint32_t other_byte_order = 0x04030201;
constexpr std::size_t number_size = sizeof(std::uint64_t);
constexpr std::size_t header_size = magic.size() + 2 * sizeof(std::uint32_t) + 2 * number_size;
constexpr std::uint64_t longest_body = std::numeric_limits<std::int64_t>::max() - header_size;

std::size_t body_size(const CheckpointFile& contents) {
    const std::size_t numbers = Counters::members.size() + 3;
    const std::size_t texts = 2 + contents.parts.size();
    std::size_t size = (numbers + texts) * number_size + contents.problem.size() + contents.signature.size();
    for (const Bytes& part : contents.parts) size += part.size();
    return size;
}

template <class T>
void put(Bytes& bytes, T number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(T));
}

void put_text(Bytes& bytes, std::string_view text) {
    put<std::uint64_t>(bytes, text.size());
    bytes.append(text);
}

// Takes a file's bytes apart; looks at nothing that is not there.
class Reader {
  public:
    Reader(std::string_view bytes, const std::string& name) : left_(bytes), name_(name) {}

    // `where`: what the number belongs to.
    template <class T>
    T number(const char* where) {
        T value;
        std::memcpy(&value, bytes(sizeof(T), where).data(), sizeof(T));
        return value;
    }

    std::string_view text(const char* where) { return bytes(number<std::uint64_t>(where), where); }

    // How many of something follow, each of which takes at least the bytes of a number.
    std::size_t count(const char* where) {
        const auto count = number<std::uint64_t>(where);
        if (count > left_.size() / number_size) ends_within(where);
        return count;
    }

    std::string_view bytes(std::uint64_t size, const char* where) {
        if (size > left_.size()) ends_within(where);
        const std::string_view taken = left_.substr(0, size);
        left_.remove_prefix(size);
        return taken;
    }

    std::string_view left() const { return left_; }

    [[noreturn]] void refuse(const std::string& what) const { throw Error(name_ + ": " + what); }
    [[noreturn]] void damaged(const std::string& what) const { refuse("is damaged: " + what); }

  private:
    [[noreturn]] void ends_within(const char* where) const { damaged(std::string("it ends within ") + where); }

    std::string_view left_;
    const std::string& name_;
};

// The byte order comes before the version, which cannot be read in another one.
void check_header(Reader& file, std::size_t size) {
    if (!file.left().starts_with(magic)) file.refuse("is not a checkpoint of Scrump");
    const auto truncated = [&](const std::string& instead) {
        file.refuse("is truncated: it has " + std::to_string(size) + " bytes instead of " + instead);
    };
    if (size < header_size) truncated("at least " + std::to_string(header_size));
    file.bytes(magic.size(), "its header");
    const auto written_version = file.number<std::uint32_t>("its header");
    const auto written_order = file.number<std::uint32_t>("its header");
    if (written_order == other_byte_order) file.refuse("was written on a machine with another byte order");
    if (written_order != byte_order) file.damaged("its byte order mark is wrong");
    if (written_version != format) {
        file.refuse("is a checkpoint of format " + std::to_string(written_version) + "; this program reads format " +
                    std::to_string(format));
    }
    const auto length = file.number<std::uint64_t>("its header");
    const auto sum = file.number<std::uint64_t>("its header");
    if (length > longest_body) file.damaged("its length is absurd");
    if (length > file.left().size()) truncated(std::to_string(header_size + length));
    if (length < file.left().size())
        file.damaged("it has " + std::to_string(size) + " bytes instead of " + std::to_string(header_size + length));
    if (sum != checksum(file.left())) file.damaged("its checksum does not match");
}

}  // namespace

Bytes pack(const CheckpointFile& contents) {
    const std::size_t length = body_size(contents);
    Bytes bytes;
    bytes.reserve(header_size + length);
    bytes.append(magic);
    put(bytes, format);
    put(bytes, byte_order);
    put<std::uint64_t>(bytes, length);
    const std::size_t sum_at = bytes.size();
    put(bytes, std::uint64_t{0});

    put_text(bytes, contents.problem);
    put_text(bytes, contents.signature);
    for (const auto member : Counters::members) put(bytes, contents.counters.*member);
    put(bytes, contents.seconds);
    put(bytes, contents.runs);
    put<std::uint64_t>(bytes, contents.parts.size());
    for (const Bytes& part : contents.parts) put_text(bytes, part);

    const std::uint64_t sum = checksum(std::string_view(bytes).substr(header_size));
    std::memcpy(bytes.data() + sum_at, &sum, sizeof(sum));
    return bytes;
}

CheckpointFile unpack(std::string_view bytes, const std::string& name) {
    Reader file(bytes, name);
    check_header(file, bytes.size());
    CheckpointFile contents;
    contents.problem = file.text("the problem's name");
    contents.signature = file.text("the signature");
    for (const auto member : Counters::members) contents.counters.*member = file.number<std::uint64_t>("the counters");
    contents.seconds = file.number<double>("the seconds");
    if (!std::isfinite(contents.seconds) || contents.seconds < 0) file.damaged("its seconds are not a duration");
    contents.runs = file.number<std::uint64_t>("the runs");
    if (contents.runs == 0) file.damaged("it comes from no run");
    const std::size_t parts = file.count("the parts");
    contents.parts.reserve(parts);
    for (std::size_t i = 0; i < parts; ++i) contents.parts.emplace_back(file.text("the parts"));
    if (!file.left().empty()) file.damaged(std::to_string(file.left().size()) + " bytes follow its last part");
    return contents;
}

bool may_be_checkpoint(std::string_view bytes) {
    return bytes.substr(0, magic.size()) == magic.substr(0, bytes.size());
}

}  // namespace scrump::detail
