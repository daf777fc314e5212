#pragma once
// The place in a program that calls a loop: what is learned there is for its next call.

#include <cstdint>
#include <string_view>
#include <tuple>

namespace scrump::detail {

/// Its address stands for the type of a loop's body.
template <class Body>
inline constexpr char body_type = 0;

/// A line of the program. As the default of a parameter, made from __builtin_FILE() and the like, it is that of the
/// call; std::source_location is not there for all compilers that read these headers.
struct SourceLine {
    const char* file = "";
    const char* function = "";
    std::uint32_t line = 0;
};

struct CallSite {
    std::string_view file{};  ///< empty: unknown
    std::string_view function{};
    std::uint32_t line = 0;
    const void* body = nullptr;  ///< as one place, such as a function that is given a body, may have several

    template <class Body>
    static CallSite of(const SourceLine& place) {
        return {.file = place.file, .function = place.function, .line = place.line, .body = &body_type<Body>};
    }

    bool known() const { return !file.empty(); }
    bool operator==(const CallSite&) const = default;
    friend bool operator<(const CallSite& one, const CallSite& other) {
        const auto members = [](const CallSite& site) {
            return std::tie(site.file, site.function, site.line, site.body);
        };
        return members(one) < members(other);
    }
};

}  // namespace scrump::detail
