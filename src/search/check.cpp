#include <scrump/search/check_report.hpp>
#include <scrump/search/detail/findings.hpp>
#include <scrump/search/detail/first_nodes_check.hpp>
#include <scrump/search/detail/node_look.hpp>

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <ostream>
#include <string_view>

namespace scrump {
namespace {

constexpr std::array contract_names = {"bound",        "bounds_never_improve",
                                       "objective",    "to_beat",
                                       "remaining",    "next",
                                       "reused_child", "copy",
                                       "move",         "repeat",
                                       "travel",       "valid",
                                       "expand"};

}  // namespace

const char* name(Contract contract) {
    return contract_names.at(static_cast<std::size_t>(contract));
}

std::string CheckReport::text() const {
    std::string text;
    for (const Violation& violation : violations)
        text += std::string(name(violation.contract)) + ": " + violation.text + "\n";
    return text;
}

std::string CheckReport::capabilities_text() const {
    std::string text;
    for (const Capability& each : capabilities)
        text += std::string(each.present ? "has    " : "lacks  ") + each.name + ": " + each.use + "\n";
    return text;
}

std::ostream& operator<<(std::ostream& stream, const CheckReport& report) {
    return stream << report.text();
}

namespace detail {

std::string node_at(const NodePath& path) {
    constexpr std::size_t most_at_an_end = 12;
    if (path.empty()) return "the root";
    std::string text = "the node at depth " + std::to_string(path.size()) + ", path";
    for (std::size_t index = 0; index < path.size(); ++index) {
        const bool at_an_end = index < most_at_an_end || path.size() - index <= most_at_an_end;
        if (at_an_end) text += ' ' + std::to_string(path[index]);
        if (index == most_at_an_end && !at_an_end) text += " …";
    }
    return text;
}

bool Findings::has(Contract contract) const {
    return std::ranges::any_of(violations_, [=](const Violation& each) { return each.contract == contract; });
}

void Findings::add(Contract contract, const NodePath& path, const std::string& what) {
    if (!has(contract)) violations_.push_back({contract, path, node_at(path) + ' ' + what});
}

std::optional<std::string> NodeLook::difference_from(const NodeLook& other) const {
    if (objective != other.objective) return "has the objective " + objective + ", not " + other.objective + ",";
    if (bound != other.bound) return "has the bound " + bound + ", not " + other.bound + ",";
    if (parts != other.parts) return "has other members, as its serialize() shows,";
    if (children != other.children) return "has other children";
    return std::nullopt;
}

bool is_to_be_checked(const SearchOptions& options, std::uint64_t search) {
    const char* const wanted = std::getenv("SCRUMP_CHECK");
    if (!options.check || (wanted != nullptr && std::string_view(wanted) == "0")) return false;
    if (!std::has_single_bit(search) || options.checkpoints.resumes()) return false;
    if (options.session != nullptr && !options.session->first()) return false;
    return Platform::current().pace() == nullptr;
}

void refuse_broken(const CheckReport& report, const SearchOptions& options) {
    if (report.ok()) return;
    const Violation& first = report.violations.front();
    const Error error(std::string("the node generator breaks the contract of a search, ") + name(first.contract) +
                      ": " + first.text + " (SearchOptions::check = false, or SCRUMP_CHECK=0, searches all the same)");
    if (options.session != nullptr) options.session->fail(error);
    throw error;
}

}  // namespace detail
}  // namespace scrump
