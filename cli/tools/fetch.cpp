#include "tools/fetch.hpp"

#include "run/complain.hpp"
#include "tools/program.hpp"
#include "tools/sha256.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

std::vector<std::string> addresses_of(const ListedInstance& instance, const InstanceCollection& collection,
                                      const std::string& mirror) {
    if (!mirror.empty()) return {mirror + (mirror.ends_with('/') ? "" : "/") + std::string(instance.name)};
    std::vector<std::string> addresses;
    for (const std::string_view address : collection.addresses) {
        if (!address.empty()) addresses.push_back(fmt::format(fmt::runtime(address), instance.original));
    }
    return addresses;
}

// The bytes at an address. Throws Error that says why there are none.
std::string download(const std::string& address) {
    const std::optional<Ended> curl =
        run_program({"curl", "--fail", "--silent", "--show-error", "--location", "--globoff", "--connect-timeout", "30",
                     "--speed-limit", "1", "--speed-time", "60", "--url", address});
    if (!curl) throw Error(address + ": the program curl, which would fetch it, is not installed");
    if (curl->status == 0) return curl->output;
    std::string reason = curl->errors.substr(0, curl->errors.find('\n'));
    if (reason.empty()) reason = fmt::format("curl ended with status {}", curl->status);
    throw Error(address + ": " + reason);
}

// Whether a text of that checksum is what is listed, as far as that is known.
bool is_listed(const ListedInstance& instance, const std::string& sum) {
    return instance.sha256.front().empty() || std::ranges::find(instance.sha256, sum) != instance.sha256.end();
}

// Throws Error that says where the file can be looked for.
[[noreturn]] void fail_to_fetch(const ListedInstance& instance, const InstanceCollection& collection) {
    throw Error(fmt::format("{}: not fetched; get it by other means, or name a copy with --mirror; see also {}",
                            instance.name, collection.page));
}

// The text of the instance, from the first address that has it.
std::string fetched_text(const ListedInstance& instance, const InstanceCollection& collection,
                         const std::vector<std::string>& addresses) {
    for (const std::string& address : addresses) {
        try {
            std::string text = files::unpacked(download(address), address);
            collection.read(text, address);
            return text;
        } catch (const Error& error) {
            complain(error.what());
        }
    }
    fail_to_fetch(instance, collection);
}

void warn_of_edition(const ListedInstance& instance, const std::string& sum) {
    if (is_listed(instance, sum)) return;
    complain(fmt::format("warning: {}: is an instance, but not the text that is listed: its SHA-256 is {}, not {}",
                         instance.name, sum, instance.sha256.front()));
}

// Whether the file is there already. Throws Error if it is another one.
bool is_there(const std::string& path, const ListedInstance& instance) {
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown)) return false;
    if (is_listed(instance, sha256(files::unpacked(read_file(path), path)))) return true;
    throw Error(path +
                ": is there already, and is not the text that is listed; move it away, or name another folder "
                "with --to");
}

}  // namespace

std::string fetch_instance(const ListedInstance& instance, const InstanceCollection& collection,
                           const FetchOptions& options) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(options.folder, unknown)) throw Error(options.folder + ": no such folder");
    std::string path = (std::filesystem::path(options.folder) / instance.name).lexically_normal().string();
    if (is_there(path, instance)) return path;
    const std::vector<std::string> addresses = addresses_of(instance, collection, options.mirror);
    if (addresses.empty())
        throw Error(
            fmt::format("{}: no address is known that it can be fetched from; see {}", instance.name, collection.page));
    check_replaceable(path);
    const std::string text = fetched_text(instance, collection, addresses);
    warn_of_edition(instance, sha256(text));
    replace_file(path, text);
    return path;
}

}  // namespace scrump::cli
