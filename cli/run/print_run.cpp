#include "run/print_run.hpp"

#include "line/texts.hpp"
#include "run/complain.hpp"

#include <scrump/base/text.hpp>

#include <fmt/format.h>

namespace scrump::cli {
namespace {

void print_answer_alone(const RunText& text) {
    if (text.quiet) {
        for (const std::string& each : *text.quiet) fmt::print("{}\n", each);
    } else {
        for (const auto& [label, answer] : text.answer) fmt::print("{}\n", answer);
    }
}

void print_lines(const RunText& text) {
    for (const Lines* lines : {&text.answer, &text.rest})
        for (const auto& [label, line] : *lines) print_line(label, line);
    if (text.tables) text.tables();
}

}  // namespace

std::string status_text(Status status) {
    return status == Status::complete ? "complete" : fmt::format("stopped ({})", name(status));
}

void add_workers(Lines& lines, const results::RunReport& report) {
    const bool several = report.localities > 1;
    lines.emplace_back("workers", several ? fmt::format("{} localities of {}", report.localities, report.workers)
                                          : std::to_string(report.workers));
}

void add_paper(Lines& lines, const results::RunReport& report) {
    const auto found = report.choices.find("paper");
    if (found != report.choices.end()) lines.emplace_back("paper", printable(found->get<std::string>()));
}

void add_trace(Lines& lines, const results::RunReport& report) {
    const TraceStatistics& trace = report.statistics.trace;
    if (trace.events == 0) return;
    std::string text = fmt::format("{}: {}", printable(report.trace_file), in_full(trace.events, "event"));
    if (trace.dropped > 0) text += fmt::format(", {} older ones dropped: see --trace-events", trace.dropped);
    lines.emplace_back("trace", text);
}

int print_run(const results::RunReport& report, const RunText& text, const OutputOptions& output,
              const Invocation& invocation, Exit exit) {
    if (output.json) {
        const results::Provenance provenance{.command = invocation.command, .date = invocation.date};
        fmt::print("{}\n", to_json(report, provenance).dump(-1, ' ', false, results::Json::error_handler_t::replace));
    } else if (output.quiet) {
        print_answer_alone(text);
    } else {
        print_lines(text);
    }
    // The answer counts for more, so it is printed first.
    const std::string& failure = text.failure.empty() ? report.statistics.trace.error : text.failure;
    if (failure.empty()) return exit;
    complain(failure);
    return exit == lost ? lost : failed;
}

}  // namespace scrump::cli
