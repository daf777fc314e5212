#pragma once
// What a subcommand writes to a file that its user names.

#include <scrump/base/error.hpp>

#include <exception>
#include <functional>
#include <iosfwd>
#include <string>

namespace scrump::cli {

/// The reader of standard output has closed it, as `head` does: an error that needs no message.
class OutputClosed : public Error {
  public:
    using Error::Error;
};

/// Throws OutputClosed or Error "cannot write to standard output: …"; `error` is what errno was, 0 if not known.
[[noreturn]] void fail_to_print(int error);

/// Puts all that was printed where it goes. Throws as fail_to_print(): a full disk or a closed pipe is an error, not a
/// result.
void finish_output();

/// Throws as fail_to_print() if printing caused `error`, which only says that a file cannot be written.
void refuse_failed_print(const std::exception& error);

/// Throws UsageError for a name that ends in what stands for packing of another kind than write_output() knows.
void check_output_name(const std::string& output);

/// Has `write` write to the standard output, "-", or to the file `output`, which is replaced only when all is written;
/// a pipe or a device is written to. Packed where the name ends in .gz, .xz or .zst. Throws Error.
void write_output(const std::string& output, const std::function<void(std::ostream&)>& write);

}  // namespace scrump::cli
