#include "arguments.hpp"

#include <CLI/CLI.hpp>

namespace scrump::cli {

Argument& Argument::required() {
    option_->required();
    return *this;
}

Argument& Argument::rule(const Rule& rule) {
    option_->transform(CLI::Validator(rule, ""));
    return *this;
}

Argument& Argument::type_name(const std::string& name) {
    option_->type_name(name);
    return *this;
}

Argument& Argument::show_default() {
    option_->capture_default_str();
    return *this;
}

Argument& Argument::group(const std::string& heading) {
    option_->group(heading);
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

bool Argument::given() const {
    return option_->count() > 0;
}

void Command::alias(const std::string& name) {
    app_->alias(name);
}

void Command::footer(const std::function<std::string()>& text) {
    app_->footer(text);
}

Argument Command::option(const std::string& names, Place value, const std::string& help) {
    return std::visit([&](auto* place) { return Argument(*app_->add_option(names, *place, help)); }, value);
}

Argument Command::flag(const std::string& names, bool& value, const std::string& help) {
    return Argument(*app_->add_flag(names, value, help));
}

Argument Command::named(const std::string& names, const std::function<void(const std::string&)>& take,
                        const std::string& help) {
    return Argument(*app_->add_option_function<std::string>(names, take, help));
}

void Command::when_chosen(const std::function<void()>& action) {
    app_->callback(action);
}

}  // namespace scrump::cli
