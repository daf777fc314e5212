#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>

#include <cstring>

namespace scrump {

Encoder& Encoder::raw(const void* from, std::size_t size) {
    bytes_.append(static_cast<const char*>(from), size);
    return *this;
}

void Encoder::put_parts(const std::string& text) {
    put_size(text.size());
    append(text);
}

Decoder::Decoder(Bytes bytes) : bytes_(std::move(bytes)) {}

void Decoder::raw(void* to, std::size_t size) {
    if (size > left()) throw Error("message too short");
    std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
}

void Decoder::raw_last(void* to, std::size_t size) {
    if (size > left()) throw Error("message too short");
    std::memcpy(to, bytes_.data() + bytes_.size() - size, size);
    bytes_.resize(bytes_.size() - size);
}

Bytes Decoder::rest() {
    if (at_ == 0) return std::exchange(bytes_, {});
    return bytes_.substr(std::exchange(at_, bytes_.size()));
}

std::size_t Decoder::get_size(std::size_t bytes_each) {
    const auto size = get<std::uint64_t>();
    if (size > left() / bytes_each) throw Error("message too short");
    return static_cast<std::size_t>(size);
}

bool Decoder::get_bool() {
    const auto byte = get<std::uint8_t>();
    if (byte > 1) throw Error("neither true nor false");
    return byte == 1;
}

void Decoder::get_parts(std::string& text) {
    text.resize(get_size(1));
    raw(text.data(), text.size());
}

}  // namespace scrump
