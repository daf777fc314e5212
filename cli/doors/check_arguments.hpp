#pragma once
// What scrump check was asked.

#include "doors/check_answers.hpp"
#include "doors/net_options.hpp"
#include "line/table_options.hpp"
#include "run/live_run.hpp"
#include "run/output_options.hpp"

#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/questions.hpp>
#include <scrump/states/diagrams/option_table.hpp>

#include <memory>
#include <string>
#include <vector>

namespace scrump::cli {

struct CheckArguments : OutputOptions {
    std::string net;
    std::vector<std::string> properties;  // names of files
    std::vector<std::string> names;       // of questions
    std::vector<std::string> only;
    std::vector<std::string> ltl;  // formulas
    std::vector<std::string> ctl;
    petri::Fairness fairness;
    NetOrder order;
    AnswerForm form;
    bool find_paths = true;
    petri::NetReduction reduction = petri::CheckOptions().reduction;
    SymbolicReachOptions options;
    std::shared_ptr<OptionTexts> texts = std::make_shared<OptionTexts>();  // of options of the table
};

/// Checks formulas on a compiled model; returns the exit status.
int check_model(const CheckArguments& given, LiveRun& live);

}  // namespace scrump::cli
