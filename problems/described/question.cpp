#include <scrump/base/text.hpp>
#include <scrump/problems/described/ext/question.hpp>

namespace scrump {

void described::refuse_gap(const SearchOptions& search) {
    if (search.gap)
        throw UsageError("--gap is only for a search for one best solution: this one counts, lists or decides");
}

std::vector<std::string> described::words_of_weights() {
    return {"file", "modulo"};
}

described::Weights detail::OptionWord<described::Weights>::read(std::string_view text) {
    if (text == "file") return described::Weights::given;
    if (text == "modulo") return described::Weights::modulo;
    throw UsageError("no weights are called " + in_quotes(text) + "; there are file, modulo");
}

std::string detail::OptionWord<described::Weights>::shown(described::Weights weights) {
    switch (weights) {
        case described::Weights::none:
            return {};
        case described::Weights::given:
            return "file";
        case described::Weights::modulo:
            return "modulo";
    }
    return {};
}

}  // namespace scrump
