#include "line/command_line.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

// Throws UsageError that names those that there are.
const CLI::App& find_subcommand(const CLI::App& app, const std::string& name) {
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->check_name(name)) return *command;
        known.push_back(command->get_name());
        known.insert(known.end(), command->get_aliases().begin(), command->get_aliases().end());
    }
    const auto itself = [](const std::string& each) { return each; };
    throw UsageError("unknown subcommand " + in_quotes(name) + "; there are " + join(known, itself) +
                     did_you_mean(name, known));
}

// What other programs call options of this one.
using OtherName = std::pair<std::string_view, std::string_view>;
constexpr std::array<OtherName, 24> other_names = {{
    {"--threads", "--workers"},
    {"--thread", "--workers"},
    {"--jobs", "--workers"},
    {"--cores", "--workers"},
    {"--cpus", "--workers"},
    {"--num-threads", "--workers"},
    {"--nthreads", "--workers"},
    {"--parallel", "--workers"},
    {"-j", "--workers"},
    {"-w", "--workers"},
    {"--timeout", "--time-limit"},
    {"--time", "--time-limit"},
    {"--max-time", "--time-limit"},
    {"--max-nodes", "--node-limit"},
    {"--nodes", "--node-limit"},
    {"--tolerance", "--gap"},
    {"--verbose", "--stats"},
    {"--silent", "--quiet"},
    {"--weighted", "--weights"},
    {"--examination", "--ask"},
    {"--property", "--ask"},
    {"--formula", "--only"},
    {"--no-witness", "--no-paths"},
    {"--no-path", "--no-paths"},
}};

// What other subcommands have instead of an option; the first that is there counts.
constexpr std::array<OtherName, 3> counterparts = {
    {{"--node-limit", "--state-limit"}, {"--node-limit", "--time-limit"}, {"--state-limit", "--node-limit"}}};

// The first of these that stands for `word` and is known; empty if none does.
std::string_view counterpart(std::span<const OtherName> names, std::string_view word,
                             const std::vector<std::string>& known) {
    for (const auto& [other, own] : names)
        if (other == word && std::ranges::find(known, own) != known.end()) return own;
    return {};
}

// "-j4" is "-j".
std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
    const bool is_short = name.size() > 1 && name[1] != '-';
    const std::string_view word = is_short ? std::string_view(name).substr(0, 2) : std::string_view(name);
    const std::string_view own = counterpart(other_names, word, known);
    return own.empty() ? did_you_mean(name, known) : "; did you mean " + std::string(own) + "?";
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-' && word != "--";
}

// What was chosen: the subcommand, or all of the command if there is none.
const CLI::App& chosen(const CLI::App& app) {
    const std::vector<CLI::App*> commands = app.get_subcommands();
    return commands.empty() ? app : *commands.front();
}

// What a message about `command` begins with: nothing, if that is not a subcommand.
std::string title(const CLI::App& command) {
    return command.get_parent() == nullptr ? "" : command.get_name() + ": ";
}

// Those of the command line before "--", after which there are no options.
std::set<std::string> words_before_mark(const std::vector<std::string>& words) {
    return {words.begin(), std::ranges::find(words, "--")};
}

// The subcommands that have an option which another one lacks; empty if there are none.
std::string where_it_is_known(const CLI::App& app, const std::string& option) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        if (command->get_option_no_throw(option) != nullptr) names.push_back(command->get_name());
    return names.empty() ? "" : "; it is for " + join(names, [](const std::string& each) { return each; });
}

// Told before all else: whatever it was meant to be is missing, and what comes after it is in the wrong place.
void refuse_unknown_options(const CLI::App& app, const std::set<std::string>& before_mark) {
    for (const CLI::App* command : {&app, &chosen(app)}) {
        for (const std::string& word : command->remaining()) {
            if (!is_option(word) || !before_mark.contains(word)) continue;
            const std::string name = word.substr(0, word.find('='));
            std::vector<std::string> known;
            for (const CLI::Option* option : command->get_options())
                for (const std::string& each : option->get_lnames()) known.push_back("--" + each);
            std::string elsewhere = command == &app ? "" : where_it_is_known(app, name);
            const std::string_view own = counterpart(counterparts, name, known);
            if (!elsewhere.empty() && !own.empty())
                elsewhere += "; " + command->get_name() + " has " + std::string(own);
            throw UsageError(title(*command) + "unknown option " + in_quotes(name) +
                             (elsewhere.empty() ? suggestion(name, known) : elsewhere));
        }
    }
}

std::string hint(const CLI::App& command) {
    return "; see scrump " + command.get_name() + " --help";
}

// The option that `text`, a message of CLI11, is about.
const CLI::Option* option_in(const CLI::App& command, const std::string& text) {
    const CLI::Option* found = nullptr;
    for (const CLI::Option* option : command.get_options()) {
        const std::string name = option->get_name();
        const bool longer = found == nullptr || name.size() > found->get_name().size();
        if (longer && text.find(name) != std::string::npos) found = option;
    }
    return found;
}

void refuse_number_of_values(const CLI::App& command, const std::string& text) {
    const CLI::Option* const option = option_in(command, text);
    if (option == nullptr) throw UsageError(text);
    const std::string name = option->get_name();
    if (option->count() > 1) throw UsageError(name + " is given more than once");
    if (option->get_items_expected_max() == 0) throw UsageError(name + " takes no value");
    throw UsageError(name + " needs a value: " + option->get_type_name());
}

void refuse_combinations(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const std::string name = option->get_name();
        if (option->count() == 0) {
            if (option->get_required()) throw UsageError(name + " is missing" + hint(command));
            continue;
        }
        for (const CLI::Option* other : option->get_needs())
            if (other->count() == 0) throw UsageError(name + " needs " + other->get_name() + ", which is missing");
        for (const CLI::Option* other : option->get_excludes())
            if (other->count() > 0) throw UsageError(name + " cannot be combined with " + other->get_name());
    }
}

template <class Kind>
bool is(const CLI::ParseError& error) {
    return dynamic_cast<const Kind*>(&error) != nullptr;
}

// Says what `error` means.
[[noreturn]] void refuse(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
    if (&command == &app && is<CLI::RequiredError>(error)) throw UsageError("expected a subcommand; see scrump --help");
    if (is<CLI::ArgumentMismatch>(error)) refuse_number_of_values(command, error.what());
    if (is<CLI::ConversionError>(error)) {
        if (const CLI::Option* option = option_in(command, error.what()); option != nullptr && option->count() > 0)
            throw UsageError(option->get_name() + " cannot be " + in_quotes(option->results().back()));
    }
    if (is<CLI::RequiredError>(error) || is<CLI::RequiresError>(error) || is<CLI::ExcludesError>(error))
        refuse_combinations(command);
    if (is<CLI::ExtrasError>(error)) {
        for (const CLI::App* each : {&command, &app})
            for (const std::string& word : each->remaining())
                if (word != "--") throw UsageError("unexpected argument " + in_quotes(word));
    }
    throw UsageError(error.what());
}

[[noreturn]] void refuse_named(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = chosen(app);
    try {
        refuse(app, command, error);
    } catch (const UsageError& refusal) {
        throw UsageError(title(command) + refusal.what());
    }
}

// Those of "private|split"; not those of RATIO|NAME, which nobody can type.
std::vector<std::string> words_in(const std::string& value) {
    std::vector<std::string> words;
    if (value.find('|') == std::string::npos) return words;
    if (value.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-|") != std::string::npos) return words;
    std::istringstream text(value);
    for (std::string word; std::getline(text, word, '|');) words.push_back(word);
    return words;
}

std::vector<std::string> names_of(const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) names.push_back(option->get_name());
    std::ranges::sort(names);
    return names;
}

DescribedArgument described(const CLI::Option& option, const Words& words) {
    DescribedArgument argument{.positional = !option.nonpositional(),
                               .required = option.get_required(),
                               .repeated = option.get_items_expected_max() > 1,
                               .fallback = option.get_default_str(),
                               .help = option.get_description(),
                               .group = option.get_group() == "Options" ? "" : option.get_group(),
                               .needs = names_of(option.get_needs()),
                               .excludes = names_of(option.get_excludes())};
    if (argument.positional) {
        argument.names.push_back(option.get_name(true));
    } else {
        for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
    }
    if (option.get_items_expected_max() > 0) argument.value = option.get_type_name();
    if (const auto known = words.find(&option); known != words.end()) argument.words = known->second;
    if (argument.words.empty()) argument.words = words_in(argument.value);
    return argument;
}

DescribedCommand described(const CLI::App& app, const Words& words) {
    DescribedCommand command{.name = app.get_name(),
                             .aliases = app.get_aliases(),
                             .summary = app.get_description(),
                             .footer = app.get_footer()};
    for (const CLI::Option* option : app.get_options())
        if (!option->get_group().empty()) command.arguments.push_back(described(*option, words));  // not a former name
    return command;
}

}  // namespace

CommandLine::CommandLine(const About& about)
    : app_(std::make_unique<CLI::App>(about.summary, "scrump")), version_(about.version) {
    app_->footer(about.footer);
    app_->set_version_flag("-V,--version", version_);
    app_->require_subcommand(1);
    app_->get_formatter()->column_width(34);
}

CommandLine::~CommandLine() = default;

Command CommandLine::subcommand(const std::string& name, const std::string& summary) {
    CLI::App& command = *app_->add_subcommand(name, summary);
    command.set_version_flag("-V,--version", version_);
    return {command, chosen_, words_, undeclared_};
}

bool CommandLine::has_subcommand(const std::string& name) const {
    const auto all = app_->get_subcommands([](const CLI::App*) { return true; });
    return std::ranges::any_of(all, [&](const CLI::App* command) { return command->check_name(name); });
}

void CommandLine::declare_options_of(const CLI::App& command) const {
    const auto found = undeclared_.extract(&command);
    if (found) found.mapped()();
}

void CommandLine::declare_all_options() const {
    while (!undeclared_.empty()) undeclared_.extract(undeclared_.begin()).mapped()();
}

std::optional<std::string> CommandLine::parse(const std::vector<std::string>& words) {
    if (words.empty() || words.front().starts_with('-')) {
        declare_all_options();
    } else {
        // CLI11 would only say that a subcommand is missing.
        declare_options_of(find_subcommand(*app_, words.front()));
    }
    try {
        app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::Success& asked) {
        std::ostringstream text;
        app_->exit(asked, text, text);
        return text.str();
    } catch (const CLI::ParseError& error) {
        declare_all_options();  // the subcommands that have an option are named
        refuse_unknown_options(*app_, words_before_mark(words));
        refuse_named(*app_, error);
    } catch (const UsageError&) {
        declare_all_options();
        refuse_unknown_options(*app_, words_before_mark(words));
        throw;
    }
    return std::nullopt;
}

std::string CommandLine::chosen() const {
    return app_->get_subcommands().front()->get_name();
}

std::string CommandLine::help(const std::string& name) const {
    const CLI::App& asked = name.empty() ? *app_ : find_subcommand(*app_, name);
    declare_options_of(asked);
    const std::string title = app_->get_name() + (name.empty() ? "" : " " + asked.get_name());
    // Asked itself, the command would tell of the subcommand that was chosen.
    return app_->get_formatter()->make_help(&asked, title, CLI::AppFormatMode::Normal);
}

Description CommandLine::describe() const {
    declare_all_options();
    Description all{.command = described(*app_, words_), .version = version_};
    for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; }))
        all.subcommands.push_back(described(*command, words_));
    return all;
}

}  // namespace scrump::cli
