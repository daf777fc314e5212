#pragma once
// The instances that the documentation and the benchmarks use, and where they come from: what `scrump instances` lists
// and fetches. One more is a row in instance_list.cpp.

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace scrump::cli {

struct ListedInstance {
    std::string_view name;      ///< of its file
    std::string_view command;   ///< the subcommand that takes it, and with what
    std::string_view size;      ///< in words
    std::string_view answer;    ///< to the command; empty: it is not known here
    std::string_view original;  ///< what its addresses call it
    /// SHA-256 of its text, unpacked: that which the addresses have, then that of another edition which circulates,
    /// with other comments or line ends. Empty: not known.
    std::array<std::string_view, 2> sha256{};
};

/// Instances that come from one place.
struct InstanceCollection {
    std::string_view name;
    std::string_view about;
    std::string_view page;  ///< where people read of it
    /// Of an instance, {} being its original name; one after the other is tried. Empty: it is not fetched.
    std::array<std::string_view, 2> addresses;
    /// Throws Error "NAME:LINE: …" unless the text is an instance.
    void (*read)(const std::string& text, const std::string& name);
    std::span<const ListedInstance> instances;
};

std::span<const InstanceCollection> instance_collections();

}  // namespace scrump::cli
