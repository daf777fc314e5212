#include <scrump/net/detail/remote_operations.hpp>

#include <scrump/base/error.hpp>
#include <scrump/net/detail/direct_words.hpp>

#include <cstring>
#include <initializer_list>
#include <string>

namespace scrump::detail {
namespace {

using Word = RemoteOperations::Word;

enum class Kind : std::uint8_t { get, put, compare_and_swap, fetch_add };

constexpr unsigned kind_bits = 8;

Word head(Kind kind, std::size_t count) {
    return static_cast<Word>(kind) | Word{count} << kind_bits;
}

void add_words(Bytes& bytes, std::span<const Word> words) {
    bytes.append(reinterpret_cast<const char*>(words.data()), words.size_bytes());
}
void add_words(Bytes& bytes, std::initializer_list<Word> words) {
    add_words(bytes, std::span(words.begin(), words.size()));
}

// Takes words out of bytes.
class Reader {
  public:
    explicit Reader(const Bytes& bytes) : bytes_(bytes) {}

    bool at_end() const { return at_ == bytes_.size(); }
    Word next() {
        Word word = 0;
        copy({&word, 1});
        return word;
    }
    void copy(std::span<Word> to) {
        if ((bytes_.size() - at_) / sizeof(Word) < to.size()) throw Error("operations that end in the middle of one");
        std::memcpy(to.data(), bytes_.data() + at_, to.size_bytes());
        at_ += to.size_bytes();
    }

  private:
    const Bytes& bytes_;
    std::size_t at_ = 0;
};

// Does the next operation, whose words are all there and as many as it says.
void execute_one(Kind kind, Reader& from, std::span<std::atomic<Word>> words, std::vector<Word>& yielded) {
    switch (kind) {
        case Kind::get: {
            const std::size_t before = yielded.size();
            yielded.resize(before + words.size());
            return direct::get(words.data(), std::span(yielded).subspan(before));
        }
        case Kind::put:
            for (std::atomic<Word>& word : words) direct::put(word, from.next());
            return;
        case Kind::compare_and_swap: {
            const Word expected = from.next();
            yielded.push_back(direct::compare_and_swap(words.front(), expected, from.next()));
            return;
        }
        case Kind::fetch_add:
            yielded.push_back(direct::fetch_add(words.front(), from.next()));
            return;
    }
    throw Error("unknown operation " + std::to_string(static_cast<unsigned>(kind)));
}

}  // namespace

RemoteOperations& RemoteOperations::get(std::size_t first, std::size_t count) {
    add_words(bytes_, {head(Kind::get, count), first});
    yields_ += count;
    return *this;
}

RemoteOperations& RemoteOperations::put(std::size_t first, std::span<const Word> values) {
    add_words(bytes_, {head(Kind::put, values.size()), first});
    add_words(bytes_, values);
    return *this;
}

RemoteOperations& RemoteOperations::compare_and_swap(std::size_t index, Word expected, Word desired) {
    add_words(bytes_, {head(Kind::compare_and_swap, 1), index, expected, desired});
    ++yields_;
    return *this;
}

RemoteOperations& RemoteOperations::fetch_add(std::size_t index, Word amount) {
    add_words(bytes_, {head(Kind::fetch_add, 1), index, amount});
    ++yields_;
    return *this;
}

RemoteOperations& RemoteOperations::append(const RemoteOperations& others) {
    bytes_ += others.bytes_;
    yields_ += others.yields_;
    return *this;
}

Bytes RemoteOperations::take() {
    yields_ = 0;
    return std::exchange(bytes_, {});
}

std::vector<Word> RemoteOperations::execute(const Bytes& bytes, std::span<std::atomic<Word>> words) {
    std::vector<Word> yielded;
    for (Reader from(bytes); !from.at_end();) {
        const Word head = from.next();
        const auto kind = static_cast<Kind>(head & ((Word{1} << kind_bits) - 1));
        const Word count = head >> kind_bits;
        const Word first = from.next();
        const bool of_one = kind != Kind::get && kind != Kind::put;
        if ((of_one && count != 1) || count > words.size() || first > words.size() - count) {
            throw Error("words " + std::to_string(first) + " to " + std::to_string(first + count - 1) + " of " +
                        std::to_string(words.size()));
        }
        execute_one(kind, from, words.subspan(first, count), yielded);
    }
    return yielded;
}

}  // namespace scrump::detail
