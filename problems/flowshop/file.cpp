#include <scrump/problems/flowshop/file.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::flowshop {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// The numbers of a line that has nothing else.
std::optional<Numbers> numbers_of(Line line) {
    Numbers numbers;
    while (!line.empty()) {
        const auto number = line.number();
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// What the rows of an instance without a description are.
enum class Rows : std::uint8_t { jobs, machines, jobs_in_pairs };

class Parser {
  public:
    Parser(std::string_view text, const std::string& name) : text_(text, name), name_(name) {}

    std::vector<NamedInstance> parse() {
        while (const std::optional<Line> line = text_.next_full_line()) {
            if (const auto numbers = numbers_of(*line)) {
                take_instance(*numbers);
            } else {
                take_description(*line);
            }
        }
        if (instances_.empty()) text_.fail("the file ends without a line '<jobs> <machines>' or one of Taillard's");
        if (odd_line_ > 0) throw Error(name_ + ":" + std::to_string(odd_line_) + ": " + odd_);
        return std::move(instances_);
    }

  private:
    void take_description(Line line) {
        if (is_divider(line.rest()) || files::begins_with_letters(line.rest(), "eof")) return;
        if (odd_line_ == 0 && !instances_.empty()) {
            odd_line_ = text_.line_number();
            odd_ = "expected another instance or the end of the file, " + line.found();
        }
        if (!files::begins_with_letters(line.word(), "instance")) return;
        title_ = line.word();
    }

    // "+++++++++", with words within it or not; "# a comment".
    static bool is_divider(std::string_view text) {
        const char first = text.front();
        return first == '#' ||
               (text.size() > 1 && text[1] == first && std::string_view("+-=*").find(first) != std::string_view::npos);
    }

    void take_instance(const Numbers& numbers) {
        if (numbers.size() != 2 && numbers.size() != 5)
            text_.fail(
                "expected '<jobs> <machines>' or '<jobs> <machines> <seed> <upper bound> <lower bound>', found " +
                std::to_string(numbers.size()) + (numbers.size() == 1 ? " number" : " numbers"));
        Instance instance(checked(numbers[0], max_jobs, "jobs"), checked(numbers[1], max_machines, "machines"));
        if (numbers.size() == 5) {
            take_taillard(instance);
        } else {
            take_rows(instance);
        }
        instances_.push_back({std::exchange(title_, {}), std::move(instance)});
        odd_line_ = 0;
    }

    std::size_t checked(std::uint64_t number, std::size_t most, const char* what) const {
        if (number == 0 || number > most)
            text_.fail(std::to_string(number) + " " + what + "; expected from 1 to " + std::to_string(most));
        return number;
    }

    // A row may go on in further lines.
    void take_taillard(Instance& instance) {
        Line line = next_line(instance, 0);
        if (files::begins_with_letters(line.rest(), "processing")) line = next_line(instance, 0);
        for (std::size_t machine = 0; machine < instance.machines(); ++machine) {
            for (std::size_t job = 0; job < instance.jobs(); ++job) {
                if (line.empty()) line = next_line(instance, machine * instance.jobs() + job);
                take_time(line, instance, job, machine);
            }
        }
        text_.expect_end(line);
    }

    Line next_line(const Instance& instance, std::size_t taken) {
        const std::optional<Line> line = text_.next_full_line();
        if (!line)
            text_.fail("the file ends after " + std::to_string(taken) + " of the " +
                       std::to_string(instance.times().size()) + " processing times of an instance");
        return *line;
    }

    void take_rows(Instance& instance) {
        Line line = next_line(instance, 0);
        const Rows rows = rows_of(line, instance);
        const bool are_machines = rows == Rows::machines;
        const std::size_t number = are_machines ? instance.machines() : instance.jobs();
        const std::size_t length = are_machines ? instance.jobs() : instance.machines();
        const std::uint64_t first_machine = Line(line).number().value_or(0);
        for (std::size_t row = 0; row < number; ++row) {
            if (row > 0) line = next_line(instance, row * length);
            for (std::size_t i = 0; i < length; ++i) {
                if (rows == Rows::jobs_in_pairs) expect_machine(line, first_machine + i);
                take_time(line, instance, are_machines ? i : row, are_machines ? row : i);
            }
            text_.expect_end(line);
        }
    }

    // The first row tells.
    Rows rows_of(const Line& line, const Instance& instance) const {
        const Numbers numbers = numbers_of(line).value_or(Numbers{});
        if (numbers.empty()) text_.fail("expected a row of whole numbers, found " + in_quotes(line.rest()));
        const std::size_t jobs = instance.jobs();
        const std::size_t machines = instance.machines();
        if (is_in_pairs(numbers, machines)) return Rows::jobs_in_pairs;
        const std::size_t length = numbers.size();
        if (length == machines && (machines != jobs || jobs == 1)) return Rows::jobs;
        if (length == jobs && machines != jobs) return Rows::machines;
        if (length == jobs)
            text_.fail(
                "as many jobs as machines: whether a row is a job or a machine is not said; expected rows of jobs "
                "with the machine, from 0, before each time");
        if (length == 2 * machines)
            text_.fail("the machines of a job are not in turn; expected 0 to " + std::to_string(machines - 1) +
                       ", as every job of a flow shop goes through all machines in this order");
        text_.fail("expected a row of " + std::to_string(2 * machines) +
                   " numbers, a machine and a time in turn, or of " + std::to_string(machines) + " or " +
                   std::to_string(jobs) + " times, found " + std::to_string(length) + " numbers");
    }

    static bool is_in_pairs(const Numbers& numbers, std::size_t machines) {
        if (numbers.size() != 2 * machines || numbers[0] > 1) return false;
        for (std::size_t i = 0; i < machines; ++i)
            if (numbers[2 * i] != numbers[0] + i) return false;
        return true;
    }

    void expect_machine(Line& line, std::uint64_t machine) const {
        const Line before = line;
        if (line.number() != machine) text_.fail("expected machine " + std::to_string(machine) + ", " + before.found());
    }

    void take_time(Line& line, Instance& instance, std::size_t job, std::size_t machine) const {
        const Line before = line;
        const auto time = line.number();
        if (!time) text_.fail("expected a processing time, a whole number of at least 0, " + before.found());
        if (*time > static_cast<std::uint64_t>(max_sum - instance.total()))
            text_.fail("the processing times add up to more than " + std::to_string(max_sum));
        instance.set_time(job, machine, static_cast<std::int64_t>(*time));
    }

    Text text_;
    std::string name_;
    std::string title_;
    std::vector<NamedInstance> instances_;
    std::size_t odd_line_ = 0;  // the first that is not understood after the last instance; 0: none
    std::string odd_;
};

}  // namespace

std::vector<NamedInstance> parse(std::string_view text, const std::string& name) {
    return Parser(text, name).parse();
}

}  // namespace scrump::flowshop
