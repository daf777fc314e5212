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

constexpr std::string_view magic_with_parents = "SCRUMPST";
constexpr std::string_view magic_of_levels = "SCRUMPSD";
constexpr std::uint32_t format = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::size_t most_words_kept = std::size_t{1} << 16U;

std::string_view magic_of(StateFileKind kind) {
    return kind == StateFileKind::with_parents ? magic_with_parents : magic_of_levels;
}

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

std::string StateFileHeader::mismatch(std::uint64_t model_transitions, std::uint64_t model_deadlocks) const {
    return "says " + std::to_string(transitions) + " transitions and " + std::to_string(deadlocks) +
           " deadlocks, where the model has " + std::to_string(model_transitions) + " and " +
           std::to_string(model_deadlocks);
}

// --- Writing

StateFileWriter::StateFileWriter(std::ostream& to, const StateFileHeader& header, StateFileKind kind)
    : to_(to), kind_(kind), width_(header.width) {
    const std::string_view magic = magic_of(kind);
    to_.write(magic.data(), static_cast<std::streamsize>(magic.size()));
    put(to_, format);
    put(to_, byte_order);
    put_block(to_, Encoder().put(header).take());
}

void StateFileWriter::add(std::uint64_t parent, StateWordsSpan state) {
    if (kind_ == StateFileKind::with_parents) block_.push_back(parent);
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

StateFileReader::StateFileReader(const std::string& path, StateFileKind kind)
    : StateFileReader(std::make_unique<std::ifstream>(path, std::ios::binary), size_of(path), path, kind) {}

StateFileReader::StateFileReader(std::unique_ptr<std::istream> from, std::uint64_t size, std::string name,
                                 StateFileKind kind)
    : name_(std::move(name)), kind_(kind), from_(std::move(from)), left_(size) {
    if (!*from_) fail("cannot be read");
    std::string beginning(magic_with_parents.size() + 2 * sizeof(std::uint32_t), '\0');
    if (left_ < beginning.size() || !from_->read(beginning.data(), static_cast<std::streamsize>(beginning.size())))
        fail("is not a checkpoint of a state space");
    left_ -= beginning.size();
    check_beginning(beginning);
    try {
        header_ = Decoder(read_block()).get<StateFileHeader>();
    } catch (const Error&) {
        fail("is damaged");
    }
}

void StateFileReader::check_beginning(const std::string& beginning) const {
    const bool on_disk = kind_ == StateFileKind::of_levels;
    if (beginning.starts_with(on_disk ? magic_with_parents : magic_of_levels)) {
        fail(on_disk ? "is of an exploration in memory; resume it without states on disk"
                     : "is of an exploration on disk; resume it with states on disk");
    }
    if (!beginning.starts_with(magic_of(kind_))) fail("is not a checkpoint of a state space");
    std::uint32_t numbers[2];
    std::memcpy(numbers, beginning.data() + magic_of(kind_).size(), sizeof(numbers));
    if (numbers[1] != byte_order) fail("was written on a machine with another byte order");
    if (numbers[0] != format) fail("has version " + std::to_string(numbers[0]) + "; expected 1");
}

void StateFileReader::check(const std::string& model, std::size_t width) const {
    if (header_.model != model) fail("is of '" + header_.model + "', not of '" + model + "'");
    if (header_.width != width || header_.levels.empty()) fail("has states of another kind");
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
    const bool has_parent = kind_ == StateFileKind::with_parents;
    const std::size_t head = (has_parent ? 1U : 0U) + (header_.width == 0 ? 1U : 0U);
    const bool is_cut = block_.size() - at_ < head;
    const std::size_t words = is_cut ? 0 : header_.width == 0 ? block_[at_ + head - 1] : header_.width;
    if (words == 0 || words > Place::max_words || block_.size() - at_ < head + words) fail("is damaged");
    parent = has_parent ? block_[at_] : no_parent;
    const bool initial = read_ < header_.levels.front();  // these come first
    if (has_parent && (initial ? parent != no_parent : parent >= header_.states())) fail("is damaged");
    state = std::span(block_).subspan(at_ + head, words);
    at_ += head + words;
    ++read_;
    return true;
}

}  // namespace scrump::detail
