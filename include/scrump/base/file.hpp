#pragma once
// Whole files: read at once, and replaced so that readers, even after a crash or a power cut, find either all of the
// old contents or all of the new.

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace scrump {

/// The contents of the file; "-" is the standard input. Throws Error "PATH: cannot be read: reason".
std::string read_file(const std::string& path);

/// How many may replace a file at once. Of many, also of other hosts, the last one remains; each of their drafts has a
/// name of its own, PATH.HOST.PROCESS.NUMBER.new.
enum class Writers { one, many };

/// Makes `contents` the whole contents of the file, which need not exist; when this returns they are on the disk. Until
/// then, the old contents stay and the new ones lie beside them in PATH.new, where no other file may be and no second
/// writer may write. If the path is a symbolic link, the file that it points to is replaced. The permissions stay,
/// except those that the umask forbids. Throws Error "PATH: cannot be written: reason" and leaves no PATH.new behind.
void replace_file(const std::string& path, std::string_view contents, Writers writers = Writers::one);

/// The same for contents that need not fit into memory: those that `write` puts out. Also rethrows what `write` throws,
/// and throws Error if it leaves the stream in a failed state.
void replace_file(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Throws as replace_file() would, as far as that is known beforehand: creates a file there and removes it.
void check_replaceable(const std::string& path, Writers writers = Writers::one);

}  // namespace scrump
