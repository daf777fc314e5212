#pragma once
// What localities say to each other.

#include <array>
#include <cstdint>

namespace scrump {

/// Tags are stable: they are part of the protocol.
enum class Tag : std::uint32_t {
    steal = 1,
    tasks,
    ordered,
    incumbent,
    token,
    stop,
    cancel,
    want_report,
    report,
    result,
    outcome,
    marker,
    share,
    beat,
    want_figures,
    figures,
    ask_time,
    time,
    lane,
    mail,
    join
};

/// For traces, by tag.
inline constexpr std::array<const char*, 22> tag_names = {
    "",       "steal",  "tasks",   "ordered", "incumbent", "token", "stop",         "cancel",  "want-report",
    "report", "result", "outcome", "marker",  "share",     "beat",  "want-figures", "figures", "ask-time",
    "time",   "lane",   "mail",    "join"};
static_assert(static_cast<std::size_t>(Tag::join) + 1 == tag_names.size());

}  // namespace scrump
