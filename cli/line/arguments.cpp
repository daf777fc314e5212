#include "line/arguments.hpp"

#include "run/complain.hpp"

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>

#include <CLI/CLI.hpp>

#include <utility>

namespace scrump::cli {

namespace {

Argument in_group(Argument argument, const OptionText& option) {
    return option.group.empty() ? argument : argument.group(std::string(option.group));
}

}  // namespace

Argument& Argument::required() {
    option_->required();
    return *this;
}

Argument& Argument::type_name(const std::string& name) {
    option_->type_name(name);
    return *this;
}

Argument& Argument::words(std::vector<std::string> known) {
    (*words_)[option_] = std::move(known);
    return *this;
}

Argument& Argument::show_default() {
    option_->capture_default_str();
    return *this;
}

Argument& Argument::initially(const std::string& text) {
    option_->run_callback_for_default()->default_val(text);
    return *this;
}

Argument& Argument::group(const std::string& heading) {
    option_->group(heading);
    return *this;
}

Argument& Argument::prefix_help(const std::string& text) {
    option_->description(text + option_->get_description());
    return *this;
}

Argument& Argument::needs(Argument other) {
    option_->needs(other.option_);
    return *this;
}

Argument& Argument::excludes(Argument other) {
    option_->excludes(other.option_);
    return *this;
}

void Command::alias(const std::string& name) {
    app_->alias(name);
}

void Command::options(std::function<void(Command)> declare) {
    undeclared_->emplace(app_, [command = *this, declare = std::move(declare)] { declare(command); });
}

void Command::footer(const std::function<std::string()>& text) {
    app_->footer(text);
}

Argument Command::option(const std::string& names, std::string& value, const std::string& help) {
    return {*app_->add_option(names, value, help), *words_};
}

Argument Command::option(const std::string& names, std::vector<std::string>& values, const std::string& help) {
    return {*app_->add_option(names, values, help), *words_};
}

Argument Command::option_again(const std::string& names, std::vector<std::string>& values, const std::string& help) {
    return {*app_->add_option(names, values, help)->allow_extra_args(false), *words_};
}

Argument Command::flag(const std::string& names, bool& value, const std::string& help) {
    return {*app_->add_flag(names, value, help), *words_};
}

Argument Command::flag_against(const std::string& names, bool& value, const std::string& help) {
    return {*app_->add_flag_callback(
                names, [&value] { value = false; }, help),
            *words_};
}

Argument Command::declare(const std::string& names, const std::function<bool(const std::string&)>& take,
                          const std::function<std::string()>& show, const std::string& help) {
    const std::string name = names.substr(names.rfind(',') + 1);
    const CLI::callback_t callback = [take, name](const CLI::results_t& texts) {
        try {
            return take(texts.front());
        } catch (const BadValue& bad) {
            throw CLI::ValidationError(name, bad.what());
        }
    };
    CLI::Option* const option = app_->add_option(names, callback, help, false, show);
    return {*option->type_name("TEXT"), *words_};
}

Argument Command::option(const OptionText& option, const std::function<void(const std::string&)>& set,
                         const std::string& standard) {
    const std::string name = option.dashed();
    const std::string names = option.also.empty() ? name : dashed(option.also) + "," + name;
    const std::string help = option.line_of_help();
    if (!option.takes_value())
        return in_group({*app_->add_flag_callback(
                             names, [set] { set({}); }, help),
                         *words_},
                        option);
    const bool tells_itself = option.kind == OptionKind::spec || option.kind == OptionKind::word;
    const CLI::callback_t take = [set, name, tells_itself](const CLI::results_t& texts) {
        try {
            set(texts.front());
        } catch (const UsageError& refusal) {
            if (tells_itself) throw;
            throw CLI::ValidationError(name, refusal.what());
        } catch (const BadValue& refusal) {
            throw CLI::ValidationError(name, refusal.what());
        }
        return true;
    };
    CLI::Option* const declared = app_->add_option(names, take, help)->required(option.required);
    if (!standard.empty()) declared->default_str(standard);
    if (!option.formerly.empty()) declare_former_name(option, take);
    Argument argument(*declared->type_name(option.placeholder()), *words_);
    if (option.words != nullptr) argument.words(option.words());
    return in_group(argument, option);
}

void Command::declare_former_name(const OptionText& option, const std::function<bool(const Texts&)>& take) {
    const std::string old = dashed(option.formerly);
    const CLI::callback_t take_with_warning = [take, old, name = option.name](const CLI::results_t& texts) {
        if (Session::would_be_first()) complain(old + " is deprecated: write --" + std::string(name));
        return take(texts);
    };
    app_->add_option(old, take_with_warning)->group("");  // no group: not in help
}

Argument Command::declared(const std::string& name) const {
    return {*app_->get_option(name), *words_};
}

bool Command::was_given(const std::string& name) const {
    return app_->get_option(name)->count() > 0;
}

void Command::does(Action action) {
    app_->callback([app = app_, chosen = chosen_, action = std::move(action)] {
        if (const auto found = chosen->consequences.find(app); found != chosen->consequences.end()) found->second();
        chosen->action = action;
    });
}

void Command::consequences(std::function<void()> draw) {
    chosen_->consequences[app_] = std::move(draw);
}

void Command::runs_on(std::function<std::optional<SimulatedMachine>()> machine) {
    app_->parse_complete_callback([chosen = chosen_, machine = std::move(machine)] { chosen->machine = machine; });
}

std::string Command::name() const {
    return app_->get_name();
}

}  // namespace scrump::cli
