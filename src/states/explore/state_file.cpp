#include "state_file.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/states/table/place.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <ostream>
#include <span>
#include <string_view>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::string_view magic = "SCRUMPST";
constexpr std::uint32_t format = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::size_t most_words_kept = std::size_t{1} << 16U;

template <class T>
void put(std::ostream& to, T number) {
    to.write(reinterpret_cast<const char*>(&number), sizeof(T));
}

void put_block(std::ostream& to, std::string_view bytes) {
    put<std::uint64_t>(to, bytes.size());
    to.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    put<std::uint64_t>(to, checksum(bytes));
}

}  // namespace

std::uint64_t StateFileHeader::states() const {
    return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
}

// --- Writing

StateFileWriter::StateFileWriter(std::ostream& to, const StateFileHeader& header) : to_(to), width_(header.width) {
    to_.write(magic.data(), magic.size());
    put(to_, format);
    put(to_, byte_order);
    put_block(to_, Encoder().put(header).take());
}

void StateFileWriter::add(std::uint64_t parent, StateWordsSpan state) {
    block_.push_back(parent);
    if (width_ == 0) block_.push_back(state.size());
    block_.insert(block_.end(), state.begin(), state.end());
    if (block_.size() >= most_words_kept) write_block();
}

void StateFileWriter::write_block() {
    put_block(to_, {reinterpret_cast<const char*>(block_.data()), block_.size() * sizeof(std::uint64_t)});
    block_.clear();
}

// --- Reading

namespace {

std::uint64_t size_of(const std::string& path) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (error) throw Error(path + ": cannot be read: " + error.message());
    return size;
}

}  // namespace

StateFileReader::StateFileReader(const std::string& path)
    : StateFileReader(std::make_unique<std::ifstream>(path, std::ios::binary), size_of(path), path) {}

StateFileReader::StateFileReader(std::unique_ptr<std::istream> from, std::uint64_t size, std::string name)
    : name_(std::move(name)), from_(std::move(from)), left_(size) {
    if (!*from_) fail("cannot be read");
    std::string beginning(magic.size() + 2 * sizeof(std::uint32_t), '\0');
    if (left_ < beginning.size() || !from_->read(beginning.data(), static_cast<std::streamsize>(beginning.size())) ||
        !beginning.starts_with(magic))
        fail("is not a checkpoint of a state space");
    left_ -= beginning.size();
    std::uint32_t numbers[2];
    std::memcpy(numbers, beginning.data() + magic.size(), sizeof(numbers));
    if (numbers[1] != byte_order) fail("was written on a machine with another byte order");
    if (numbers[0] != format) fail("has version " + std::to_string(numbers[0]) + "; expected 1");
    try {
        header_ = Decoder(read_block()).get<StateFileHeader>();
    } catch (const Error&) {
        fail("is damaged");
    }
}

void StateFileReader::fail(const std::string& what) const {
    throw Error(name_ + ": " + what);
}

std::uint64_t StateFileReader::read_number() {
    std::uint64_t number = 0;
    if (left_ < sizeof(number) || !from_->read(reinterpret_cast<char*>(&number), sizeof(number))) fail("is cut off");
    left_ -= sizeof(number);
    return number;
}

// Takes no memory for more than there is.
std::string StateFileReader::read_block() {
    const std::uint64_t size = read_number();
    if (size > left_) fail("is cut off");
    std::string bytes(size, '\0');
    if (!from_->read(bytes.data(), static_cast<std::streamsize>(size))) fail("is cut off");
    left_ -= size;
    if (read_number() != checksum(bytes)) fail("is damaged");
    return bytes;
}

bool StateFileReader::next(std::uint64_t& parent, StateWordsSpan& state) {
    if (read_ == header_.states()) {
        if (at_ != block_.size() || left_ != 0) fail("has more states than it says");
        return false;
    }
    if (at_ == block_.size()) {
        const std::string bytes = read_block();
        block_.resize(bytes.size() / sizeof(std::uint64_t));
        std::memcpy(block_.data(), bytes.data(), block_.size() * sizeof(std::uint64_t));
        at_ = 0;
    }
    const std::size_t head = header_.width == 0 ? 2 : 1;
    const std::size_t words = block_.size() - at_ < head ? 0 : header_.width == 0 ? block_[at_ + 1] : header_.width;
    if (words == 0 || words > Place::max_words || block_.size() - at_ < head + words) fail("is damaged");
    parent = block_[at_];
    const bool initial = read_ < header_.levels.front();  // these come first
    if (initial ? parent != no_parent : parent >= header_.states()) fail("is damaged");
    state = std::span(block_).subspan(at_ + head, words);
    at_ += head + words;
    ++read_;
    return true;
}

}  // namespace scrump::detail
