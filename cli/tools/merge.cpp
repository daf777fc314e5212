// scrump merge: the answer of a search from the results of its shards.

#include "commands.hpp"
#include "run/output_options.hpp"
#include "run/print_run.hpp"
#include "run/process.hpp"

#include "results/merged_shards.hpp"

#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

using results::MergedShards;

struct MergeArguments {
    std::vector<std::string> files;
    OutputOptions output;
};

Exit exit_of(const MergedShards& merged) {
    const Status status = merged.report.status;
    return status == Status::complete || status == Status::gap ? solved : stopped;
}

RunText text_of(const MergedShards& merged, std::size_t shards) {
    const results::RunReport& report = merged.report;
    RunText text;
    for (const auto& [key, value] : report.answer.items()) text.answer.emplace_back(key, shown(value));
    text.rest.emplace_back("status", status_text(report.status));
    if (report.status != Status::complete && report.bound)
        text.rest.emplace_back("bound", fmt::format("{:.15g}", *report.bound));
    text.rest.emplace_back("shards", std::to_string(shards));
    for (const results::UnfinishedShard& each : merged.unfinished)
        text.rest.emplace_back("run again", fmt::format("{}: {} ({})", each.part.describe(), printable(each.file),
                                                        printable(each.stopped_by)));
    text.rest.emplace_back("time", fmt::format("{:.3f} s, the longest shard {:.3f} s, {} nodes", merged.total_seconds,
                                               report.seconds, report.speed["nodes"].get<std::uint64_t>()));
    return text;
}

int merge(const MergeArguments& given, const Process& process) {
    if (!process.first()) return solved;
    std::vector<results::ShardFile> shards;
    for (const std::string& file : given.files) shards.push_back(results::read_shard(read_file(file), file));
    const MergedShards merged = results::merge_shards(std::move(shards));
    return print_run(merged.report, text_of(merged, given.files.size()), given.output, process.invocation,
                     exit_of(merged));
}

}  // namespace

void declare_merge(CommandLine& line) {
    const auto given = std::make_shared<MergeArguments>();
    Command command = line.subcommand("merge", "Join the results of the shards of a search");
    command.option("FILE", given->files, "What each job printed with --shard and --json").required();
    const Argument as_json =
        command.flag("--json", given->output.json, "Print one JSON object (see docs/command.md)").group(what_to_print);
    command.flag("--quiet", given->output.quiet, "Print the answer alone").excludes(as_json).group(what_to_print);
    command.does([given](const Process& process) { return merge(*given, process); });
}

}  // namespace scrump::cli
