#pragma once
// The place in a program that calls a loop: what is learned there is for its next call.

#include <cstdint>
#include <source_location>
#include <string_view>

namespace scrump::detail {

/// Its address stands for the type of a loop's body.
template <class Body>
inline constexpr char body_type = 0;

struct CallSite {
    std::string_view file{};  ///< empty: unknown
    std::string_view function{};
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    const void* body = nullptr;  ///< as one place, such as a function that is given a body, may have several

    template <class Body>
    static CallSite of(const std::source_location& place) {
        return {.file = place.file_name(),
                .function = place.function_name(),
                .line = place.line(),
                .column = place.column(),
                .body = &body_type<Body>};
    }

    bool known() const { return !file.empty(); }
    auto operator<=>(const CallSite&) const = default;
};

}  // namespace scrump::detail
