#include <scrump/problems/flowshop/ext/description.hpp>
#include <scrump/problems/flowshop/solve.hpp>
#include <scrump/problems/flowshop/source.hpp>

#include <scrump/base/error.hpp>

#include <array>
#include <utility>

namespace scrump::flowshop {
namespace {

using described::Outcome;
using described::Question;

described::Solution solution(const Schedule& schedule) {
    return {.fields = {{"makespan", described::objective_key, schedule.makespan}},
            .numbers = {schedule.order.begin(), schedule.order.end()}};
}

class Jobs final : public described::Instance {
  public:
    Jobs(NamedInstance named, std::optional<std::size_t> number) : named_(std::move(named)), number_(number) {}

    std::size_t size() const override { return named_.instance.jobs(); }

    std::vector<described::Fact> facts() const override {
        std::vector<described::Fact> facts;
        if (!named_.name.empty()) facts.push_back({"name", named_.name});
        facts.push_back({"jobs", static_cast<std::int64_t>(named_.instance.jobs())});
        facts.push_back({"machines", static_cast<std::int64_t>(named_.instance.machines())});
        if (number_) facts.push_back({"number", static_cast<std::int64_t>(*number_)});
        return facts;
    }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        const Settings settings{.search = search,
                                .local_search = question.local_search,
                                .known = {question.known.begin(), question.known.end()}};
        if (question.limit) return Outcome::whether(find_order(named_.instance, *question.limit, settings), solution);
        return Outcome::best(find_best_order(named_.instance, settings), solution);
    }

    std::string file_of(const described::Solution& found) const override {
        std::string text = "# ";
        text.append(named_.name).append(": ").append(std::to_string(size())).append(" jobs, makespan ");
        text += std::to_string(found.objective());
        for (const std::size_t job : found.numbers) {
            text += job == found.numbers.front() ? '\n' : ' ';
            text += std::to_string(job + 1);
        }
        return text + "\n";
    }

  private:
    NamedInstance named_;
    std::optional<std::size_t> number_;
};

std::unique_ptr<described::Instance> read(std::string_view text, const std::string& name, const Question& question) {
    NamedInstance named = parse(text, name, question.instance.value_or(1));
    if (named.name.empty()) named.name = name;
    return std::make_unique<Jobs>(std::move(named), question.instance);
}

std::unique_ptr<described::Instance> generated(const std::string& spec, std::uint64_t seed, const Question& question) {
    if (question.instance) throw UsageError("--instance is for files; " + spec + " is a single instance");
    return std::make_unique<Jobs>(NamedInstance{spec, generate(spec, seed)}, std::nullopt);
}

std::unique_ptr<described::Instance> make(described::Inputs inputs, const Question& /*question*/) {
    Instance instance(inputs.table.rows, inputs.table.columns);
    for (std::size_t job = 0; job < instance.jobs(); ++job)
        for (std::size_t machine = 0; machine < instance.machines(); ++machine)
            instance.set_time(job, machine, inputs.table(job, machine));
    return std::make_unique<Jobs>(NamedInstance{{}, std::move(instance)}, std::nullopt);
}

constexpr std::array options = {
    option<Question>(
        {.name = "instance",
         .value = "N",
         .help = "Take the N-th instance of the file [default: the first]",
         .kind = OptionKind::count,
         .min = 1,
         .faces = in_command},
        [](auto& question) -> auto& { return question.instance; }),
    described::limit({.name = "at-most",
                      .value = "T",
                      .help = "Find an order with at most this makespan, or prove that none exists",
                      .kind = OptionKind::integer}),
    described::answer_file("order", "Write the best order to this file"),
    described::start("Start from the order in this file, jobs from 1, or from the solution in the output of --json"),
    described::no_local_search(),
};

constexpr std::array python_inputs = {
    described::Input{"times", described::InputKind::rows, "the time of job {!r} on machine {} is "},
};

}  // namespace

const described::Problem description = {
    .name = "flowshop",
    .summary = "Find an order of the jobs with the least makespan",
    .form = described::Form::order,
    .solution = "order",
    .things = {"job", "jobs"},
    .exists = "exists",
    .options = options,
    .limit = "at-most",
    .answer_file = "order",
    .source = {.name = "FILE",
               .help = "File of flow shops in Taillard's or the OR-Library's format, - for standard input, or one by "
                       "Taillard's generator: random:jobs=20,machines=5,seed=1",
               .words = [] { return std::vector<std::string>{"random:"}; },
               .names_file = names_file,
               .parse = read,
               .generate = generated},
    .make = make,
    .python = {
        .name = "flow_shop",
        .inputs = python_inputs,
        .known = true,
        .documentation =
            R"(An order of the jobs with the least makespan, where all jobs go through the machines in the same order.

`times[job][machine]`: a matrix of whole numbers that are not negative; a dict of the times of each job; or a pandas
DataFrame with a row for each job. Jobs are called by the keys or the index, and otherwise by their places from 0.

With `at_most`, a search that is complete without a solution proves that none exists. `known`: an order of all jobs;
only better ones are searched for.

>>> found = scrump.flow_shop([[5, 4], [3, 6], [8, 2]])
>>> found.objective, found.solution
(18, [1, 0, 2])
>>> bool(scrump.flow_shop([[5, 4], [3, 6], [8, 2]], at_most=17))
False
)"}};

}  // namespace scrump::flowshop
