#pragma once
// The kind of a message.

#include <cstdint>
#include <string_view>

namespace scrump::detail {

/// Each component names its messages to its counterparts in other localities; the number that travels follows from the
/// name (FNV-1a), so that no table lists all messages.
class Tag {
  public:
    explicit constexpr Tag(const char* name) : name_(name), number_(number_of(name)) {}

    constexpr const char* name() const { return name_; }
    /// Below the network's own tags.
    constexpr std::uint32_t number() const { return number_; }

  private:
    static constexpr std::uint32_t number_of(std::string_view name) {
        std::uint32_t hash = 2166136261;
        for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619;
        return hash >> 1U;
    }

    const char* name_;
    std::uint32_t number_;
};

}  // namespace scrump::detail
