#include "run/output_options.hpp"

#include "run/progress_line.hpp"

namespace scrump::cli {

void declare_output(Command command, OutputOptions& output, const std::string& quiet, const std::string& stats) {
    const Argument as_json =
        command.flag("--json", output.json, "Print one JSON object (see docs/command.md)").group(what_to_print);
    command.flag("--quiet", output.quiet, quiet).excludes(as_json).group(what_to_print);
    const Argument no_live_line =
        command.flag("--no-progress", output.no_progress, "Show no live line on a terminal").group(what_to_print);
    command
        .flag("--progress", output.progress,
              "Print a line each second where standard error is not a terminal (as with mpirun)")
        .excludes(no_live_line)
        .group(what_to_print);
    command.flag("--stats", output.stats, stats).group(what_to_print);
}

bool OutputOptions::shows_progress() const {
    return progress || (ProgressLine::on_terminal() && !quiet && !no_progress);
}

}  // namespace scrump::cli
