#include <scrump/base/detail/control_groups.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scrump::detail {
namespace {

// Calls `use` with each part of `text` that `separator` ends.
template <class Use>
void for_each_part(std::string_view text, char separator, const Use& use) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        use(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for_each_part(text, separator, [&](std::string_view part) { parts.push_back(part); });
    return parts;
}

bool contains(const std::vector<std::string_view>& all, std::string_view one) {
    return std::ranges::find(all, one) != all.end();
}

// In mountinfo blanks and backslashes of a path are written as \040, \011, \012 and \134.
std::string unescaped(std::string_view text) {
    const auto octal = [](char digit) { return digit >= '0' && digit <= '7'; };
    std::string plain;
    while (!text.empty()) {
        if (text.size() > 3 && text[0] == '\\' && std::all_of(text.begin() + 1, text.begin() + 4, octal)) {
            plain += static_cast<char>((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0'));
            text.remove_prefix(4);
        } else {
            plain += text.front();
            text.remove_prefix(1);
        }
    }
    return plain;
}

// A line of /proc/self/cgroup: "4:cpu,cpuacct:/path", and "0::/path" of version 2.
struct Membership {
    int version;
    std::string_view path;
};

std::vector<Membership> memberships(std::string_view controller, std::string_view text) {
    std::vector<Membership> all;
    for_each_part(text, '\n', [&](std::string_view line) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == line.npos ? first : line.find(':', first + 1);
        if (second == line.npos) return;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        const std::string_view path = line.substr(second + 1);
        if (controllers.empty()) {
            all.push_back({.version = 2, .path = path});
        } else if (contains(parts_of(controllers, ','), controller)) {
            all.push_back({.version = 1, .path = path});
        }
    });
    return all;
}

// A mounted hierarchy: `root` is the path of the group that is to be seen at `folder`.
struct Mount {
    int version;
    std::string root;
    std::string folder;
};

// A line of mountinfo: number, parent, device, root, folder, options, any number of tags, "-", type, source, and the
// options of the file system, which name the controllers of version 1.
std::vector<Mount> mounts_of(std::string_view controller, std::string_view text) {
    std::vector<Mount> all;
    for_each_part(text, '\n', [&](std::string_view line) {
        const std::vector<std::string_view> words = parts_of(line, ' ');
        const auto dash = std::ranges::find(words, "-");
        if (words.size() < 6 || words.end() - dash < 4) return;
        const std::string_view type = dash[1];
        const bool second = type == "cgroup2";
        if (!second && (type != "cgroup" || !contains(parts_of(dash[3], ','), controller))) return;
        all.push_back({.version = second ? 2 : 1, .root = unescaped(words[3]), .folder = unescaped(words[4])});
    });
    return all;
}

// `path` without `root`, which it begins with: "/a/b" in "/a" is "/b". None if it lies elsewhere.
std::optional<std::string_view> within(std::string_view root, std::string_view path) {
    if (root == "/") root = "";
    if (!path.starts_with(root)) return std::nullopt;
    path.remove_prefix(root.size());
    if (path == "/") path = "";
    if (!path.empty() && path.front() != '/') return std::nullopt;
    return path;
}

// From the group at `path` below `mount` up to the mount's root.
void add_with_ancestors(std::vector<ControlGroup>& groups, const Mount& mount, std::string_view path) {
    while (true) {
        groups.push_back({.version = mount.version, .folder = mount.folder + std::string(path)});
        if (path.empty()) return;
        path = path.substr(0, path.rfind('/'));
    }
}

std::optional<std::uint64_t> number_in(const ReadSystemFile& read, const std::string& path) {
    const std::optional<std::string> text = read(path);
    if (!text) return std::nullopt;
    Text lines(*text, path);
    std::optional<Line> line = lines.next_line();
    return line ? line->number() : std::nullopt;  // none for "max" and "-1"
}

// The number behind `key` in a file of lines "key number"; 0 without it.
std::uint64_t statistic(const ReadSystemFile& read, const std::string& path, std::string_view key) {
    const std::optional<std::string> text = read(path);
    if (!text) return 0;
    Text lines(*text, path);
    while (std::optional<Line> line = lines.next_line()) {
        if (line->word() == key) return line->number().value_or(0);
    }
    return 0;
}

std::optional<std::size_t> memory_left_in(const ControlGroup& group, const ReadSystemFile& read) {
    const bool second = group.version == 2;
    const std::string in = group.folder + "/memory.";
    std::optional<std::uint64_t> limit = number_in(read, in + (second ? "max" : "limit_in_bytes"));
    if (second) {  // beyond which processes are slowed down to a crawl
        const std::optional<std::uint64_t> high = number_in(read, in + "high");
        if (high && (!limit || *high < *limit)) limit = high;
    }
    const std::optional<std::uint64_t> used = number_in(read, in + (second ? "current" : "usage_in_bytes"));
    if (!limit || !used) return std::nullopt;
    // Version 1 says "no limit" as the largest multiple of a page.
    if (*limit >= std::numeric_limits<std::uint64_t>::max() / 4) return std::nullopt;
    const std::uint64_t droppable = statistic(read, in + "stat", second ? "inactive_file" : "total_inactive_file");
    const std::uint64_t needed = *used - std::min(*used, droppable);
    return *limit - std::min(*limit, needed);
}

std::optional<double> quota_in(const ControlGroup& group, const ReadSystemFile& read) {
    std::optional<std::uint64_t> quota;
    std::optional<std::uint64_t> period;
    if (group.version == 2) {
        const std::string path = group.folder + "/cpu.max";
        const std::optional<std::string> text = read(path);
        if (!text) return std::nullopt;
        Text lines(*text, path);
        std::optional<Line> line = lines.next_line();
        if (!line) return std::nullopt;
        quota = line->number();  // none for "max"
        period = line->number();
    } else {
        quota = number_in(read, group.folder + "/cpu.cfs_quota_us");
        period = number_in(read, group.folder + "/cpu.cfs_period_us");
    }
    if (!quota || !period || *period == 0) return std::nullopt;
    return static_cast<double>(*quota) / static_cast<double>(*period);
}

template <class Limit>
auto tightest(const std::vector<ControlGroup>& groups, const Limit& limit) {
    decltype(limit(groups.front())) least;
    for (const ControlGroup& group : groups) {
        const auto one = limit(group);
        if (one && (!least || *one < *least)) least = one;
    }
    return least;
}

}  // namespace

std::vector<ControlGroup> control_groups(std::string_view controller, std::string_view membership,
                                         std::string_view mounts) {
    const std::vector<Mount> mounted = mounts_of(controller, mounts);
    std::vector<ControlGroup> groups;
    for (const Membership& member : memberships(controller, membership)) {
        const Mount* best = nullptr;
        std::optional<std::string_view> below;
        for (const Mount& mount : mounted) {
            if (mount.version != member.version) continue;
            const std::optional<std::string_view> path = within(mount.root, member.path);
            if (best != nullptr && (!path || (below && mount.root.size() <= best->root.size()))) continue;
            best = &mount;
            below = path;
        }
        // If the group lies outside of the mounted part, the root of the mount is the closest visible group.
        if (best != nullptr) add_with_ancestors(groups, *best, below.value_or(""));
    }
    return groups;
}

std::vector<ControlGroup> control_groups(std::string_view controller) {
    const std::optional<std::string> membership = read_system_file("/proc/self/cgroup");
    const std::optional<std::string> mounts = read_system_file("/proc/self/mountinfo");
    if (!membership || !mounts) return {};
    return control_groups(controller, *membership, *mounts);
}

std::optional<std::size_t> memory_left(const std::vector<ControlGroup>& groups, const ReadSystemFile& read) {
    return tightest(groups, [&](const ControlGroup& group) { return memory_left_in(group, read); });
}

std::optional<double> processor_quota(const std::vector<ControlGroup>& groups, const ReadSystemFile& read) {
    return tightest(groups, [&](const ControlGroup& group) { return quota_in(group, read); });
}

}  // namespace scrump::detail
