// scrump instances: lists the instances that the documentation uses, and fetches them.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/complain.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "tools/fetch.hpp"
#include "tools/instance_list.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

struct InstancesArguments {
    std::vector<std::string> words;
    FetchOptions fetch;
    bool fetches = false;
    bool json = false;
};

struct Chosen {
    const ListedInstance* instance;
    const InstanceCollection* collection;
};

using ChosenInstances = std::vector<Chosen>;

ChosenInstances all_instances() {
    ChosenInstances all;
    for (const InstanceCollection& collection : instance_collections())
        for (const ListedInstance& instance : collection.instances) all.push_back({&instance, &collection});
    return all;
}

// The subcommand that takes it.
std::string problem_of(const ListedInstance& instance) {
    return std::string(instance.command.substr(0, instance.command.find(' ')));
}

// --- What the words choose

bool is_called(const Chosen& chosen, const std::string& word) {
    const std::string name = files::in_small_letters(chosen.instance->name);
    return name == word || name.starts_with(word + ".");
}

bool has_in_it(const Chosen& chosen, const std::string& word) {
    const auto has = [&](std::string_view text) {
        return files::in_small_letters(text).find(word) != std::string::npos;
    };
    return has(chosen.instance->name) || has(problem_of(*chosen.instance)) || has(chosen.collection->name);
}

// What completion offers: of instances, of problems and of collections.
std::vector<std::string> names_to_choose() {
    std::vector<std::string> names;
    std::set<std::string> others;
    for (const auto& [instance, collection] : all_instances()) {
        names.emplace_back(instance->name);
        others.insert(problem_of(*instance));
        others.emplace(collection->name);
    }
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

// "; did you mean NAME?", with or without what names of files end with, as the word has it.
std::string name_meant(const std::string& word) {
    std::vector<std::string> names = names_to_choose();
    for (const Chosen& each : all_instances())
        names.push_back(std::filesystem::path(each.instance->name).stem().string());
    return did_you_mean(word, names);
}

// Those of that name, with or without what it ends with, or else those that have the word in it.
ChosenInstances chosen_by(const std::string& word) {
    const ChosenInstances all = all_instances();
    const std::string lower = files::in_small_letters(word);
    ChosenInstances chosen;
    std::ranges::copy_if(all, std::back_inserter(chosen), [&](const Chosen& each) { return is_called(each, lower); });
    if (!chosen.empty()) return chosen;
    std::ranges::copy_if(all, std::back_inserter(chosen), [&](const Chosen& each) { return has_in_it(each, lower); });
    if (chosen.empty())
        throw UsageError("instances: no instance, problem or collection has " + in_quotes(word) + " in its name" +
                         name_meant(word));
    return chosen;
}

ChosenInstances chosen_by(const std::vector<std::string>& words) {
    if (words.empty()) return all_instances();
    std::set<std::string_view> names;
    for (const std::string& word : words)
        for (const Chosen& chosen : chosen_by(word)) names.insert(chosen.instance->name);
    ChosenInstances chosen;
    for (const Chosen& each : all_instances())
        if (names.contains(each.instance->name)) chosen.push_back(each);
    return chosen;
}

// --- The list

bool has_address(const InstanceCollection& collection) {
    return !collection.addresses.front().empty();
}

void print_table(const ChosenInstances& instances) {
    constexpr auto row = "{:<31}{:<11}{:<34}{:<10}{}\n";
    fmt::print(row, "name", "problem", "size", "answer", "collection");
    std::set<const InstanceCollection*> shown;
    for (const auto& [instance, collection] : instances) {
        fmt::print(row, instance->name, problem_of(*instance), instance->size, instance->answer, collection->name);
        shown.insert(collection);
    }
    fmt::print("\n");
    for (const InstanceCollection& collection : instance_collections()) {
        if (!shown.contains(&collection)) continue;
        fmt::print("{:<20}{}; {}{}\n", collection.name, collection.about,
                   has_address(collection) ? "" : "not fetched, see ", collection.page);
    }
    fmt::print("\nTo download one: scrump instances --fetch NAME\n");
}

Report::Json json_of(const ListedInstance& instance, const InstanceCollection& collection) {
    Report::Json json = {{"name", instance.name},
                         {"problem", problem_of(instance)},
                         {"command", fmt::format("scrump {}", instance.command)},
                         {"collection", collection.name},
                         {"page", collection.page},
                         {"addresses", Report::Json::array()},
                         {"sha256", Report::Json::array()}};
    if (!instance.size.empty()) json["size"] = instance.size;
    if (!instance.answer.empty()) json["answer"] = instance.answer;
    for (const std::string_view address : collection.addresses)
        if (!address.empty()) json["addresses"].push_back(fmt::format(fmt::runtime(address), instance.original));
    for (const std::string_view sum : instance.sha256)
        if (!sum.empty()) json["sha256"].push_back(sum);
    return json;
}

void print_json(const ChosenInstances& instances) {
    Report::Json json = {{"schema", "scrump-instances"}, {"version", 1}, {"instances", Report::Json::array()}};
    for (const auto& [instance, collection] : instances) json["instances"].push_back(json_of(*instance, *collection));
    fmt::print("{}\n", json.dump());
}

// --- What is fetched

// As it is typed to a shell.
std::string shell_word(const std::string& text) {
    const auto is_plain = [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("/._-+,").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (std::ranges::all_of(text, is_plain)) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

bool is_instance(std::string_view name) {
    return std::ranges::any_of(all_instances(), [&](const Chosen& each) { return each.instance->name == name; });
}

// What runs on the file, which is in that folder; other files that it takes are expected there, too.
void print_command(const ListedInstance& instance, const std::filesystem::path& folder) {
    std::string command = "scrump";
    std::string missing;
    for (std::string_view rest = instance.command; !rest.empty();) {
        const std::string word(rest.substr(0, rest.find(' ')));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const std::string path = (folder / word).string();
        command += " " + (is_instance(word) ? shell_word(path) : word);
        std::error_code unknown;
        if (is_instance(word) && !std::filesystem::exists(path, unknown)) missing += " " + word;
    }
    std::string note(instance.answer);
    if (!missing.empty()) note += fmt::format("{}needs{}, too", note.empty() ? "" : "; ", missing);
    fmt::print("    {}{}\n", command, note.empty() ? "" : "    # " + note);
}

int fetch(const ChosenInstances& instances, const FetchOptions& options) {
    std::vector<std::pair<std::string, const ListedInstance*>> fetched;
    for (const auto& [instance, collection] : instances) {
        try {
            fetched.emplace_back(fetch_instance(*instance, *collection, options), instance);
        } catch (const Error& error) {
            complain(error.what());
        }
    }
    for (const auto& [path, instance] : fetched) {
        fmt::print("{}\n", path);
        print_command(*instance, std::filesystem::path(path).parent_path());
    }
    return fetched.size() == instances.size() ? solved : failed;
}

Reader<std::string> an_address() {
    return [](const std::string& text) {
        if (text.find("://") == std::string::npos)
            throw BadValue("expected an address, such as file:///path/to/folder, " + std::string("found ") +
                           in_quotes(text));
        return text;
    };
}

int list_or_fetch(const InstancesArguments& given, const Session& session) {
    if (!session.first()) return solved;
    if (given.fetches && given.words.empty()) throw UsageError("instances: --fetch needs the NAME of an instance");
    const ChosenInstances instances = chosen_by(given.words);
    if (given.fetches) return fetch(instances, given.fetch);
    if (given.json) {
        print_json(instances);
    } else {
        print_table(instances);
    }
    return solved;
}

}  // namespace

void declare_instances(CommandLine& line) {
    const auto given = std::make_shared<InstancesArguments>();
    Command command = line.subcommand("instances", "List the instances that the documentation uses, and fetch them");
    command
        .option("NAME", given->words,
                "Names of instances, or words in their names, problems or collections; all if left out")
        .words(names_to_choose());
    const Argument fetches =
        command.flag("--fetch", given->fetches, "Download their files into a folder and say what runs on them");
    command.option("--to", given->fetch.folder, a_name(), "Folder for the files")
        .type_name("FOLDER")
        .show_default()
        .needs(fetches);
    command
        .option("--mirror", given->fetch.mirror, an_address(),
                "Download from this address, where each file lies under its name: any URL that curl knows, such as "
                "file:///path/to/folder")
        .type_name("URL")
        .needs(fetches);
    command.flag("--json", given->json, "Print one JSON object").excludes(fetches);
    command.footer([] {
        return std::string(
            "The program curl downloads the files. Each is parsed and checked by its SHA-256; a file that\n"
            "already exists is kept. The exit status is 1 if a file could not be downloaded.\n"
            "Example: scrump instances --fetch brock400_4.clq --to ~/instances");
    });
    command.does([given](const Process& process) { return list_or_fetch(*given, process.session); });
}

}  // namespace scrump::cli
