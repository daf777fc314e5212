// Nets of the Model Checking Contest, and what its oracle says of them.

#include "plain_answers.hpp"
#include "support/data.hpp"

#include <scrump/problems/files/ext/unpacked.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/properties.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

std::string contents(const std::string& name) {
    const std::string file = scrump::test::data(name);
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return files::unpacked(text.str(), file);
}

// Answers of each model and category.
std::map<std::string, std::map<std::string, std::map<std::string, std::string>>> oracle() {
    std::istringstream lines(contents("mcc/formulas.tsv"));
    std::map<std::string, std::map<std::string, std::map<std::string, std::string>>> answers;
    std::string model, category, formula, answer;
    std::getline(lines, model);
    while (lines >> model >> category >> formula >> answer) answers[model][category][formula] = answer;
    return answers;
}

// p of EF p, AG p, EG p and AF p, if it is about a marking: the last one of a path for such a formula shows whether it
// holds.
std::optional<Formula> shown_by_last(const Formula& simple) {
    if (simple.kind != Kind::some_path && simple.kind != Kind::every_path) return std::nullopt;
    const Formula& path = simple.parts.front();
    if (path.kind != Kind::eventually && path.kind != Kind::always) return std::nullopt;
    return is_of_marking(path.parts.front()) ? std::optional(path.parts.front()) : std::nullopt;
}

TEST(Check, AnswersAreThoseOfTheOracleOfTheModelCheckingContest) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/formulas.tsv");
    std::size_t compared = 0;
    for (const auto& [model, categories] : oracle()) {
        const Net net = parse_pnml(contents("mcc/" + model + "/model.pnml.xz"), model);
        std::vector<Property> properties;
        std::map<std::string, std::string> answers;
        for (const auto& [category, formulas] : categories) {
            answers.insert(formulas.begin(), formulas.end());
            for (Property& each :
                 parse_properties(contents("mcc/" + model + "/" + category + ".xml.xz"), category, net))
                properties.push_back(std::move(each));
        }
        CheckOptions options;
        options.reach.diagrams.tasks.workers = 2;
        const Checked found = check(net, properties, options);
        for (std::size_t i = 0; i < properties.size(); ++i) {
            const Verdict& verdict = found.verdicts[i];
            EXPECT_EQ(to_string(verdict), answers.at(verdict.id)) << verdict.id;
            if (!verdict.path) continue;
            if (!is_ctl(simplified(properties[i].formula))) {
                test::expect_end_of_lasso(net, *verdict.path, verdict.cycle);
                continue;
            }
            const auto marking = test::fire(net, *verdict.path);
            ASSERT_TRUE(marking) << verdict.id << ": a transition is not enabled";
            if (verdict.bound) {
                EXPECT_EQ(test::value(properties[i].sum, *marking), static_cast<std::int64_t>(*verdict.bound));
            } else if (const auto shown = shown_by_last(simplified(properties[i].formula))) {
                EXPECT_EQ(holds_in(net, *shown, *marking), *verdict.holds) << verdict.id;
            }
        }
        compared += properties.size();
    }
    EXPECT_EQ(compared, 800U);
}

}  // namespace
}  // namespace scrump::petri
