#pragma once
// What a subcommand writes to a file that its user names.

#include <functional>
#include <iosfwd>
#include <string>

namespace scrump::cli {

/// Has `write` write to the standard output, "-", or to the file `output`, which is replaced only when all is written;
/// a pipe or a device is written to. Packed where the name ends in .gz, .xz or .zst. Throws Error.
void write_output(const std::string& output, const std::function<void(std::ostream&)>& write);

}  // namespace scrump::cli
