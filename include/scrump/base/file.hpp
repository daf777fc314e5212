#pragma once
// Whole files: read at once, and replaced so that whoever looks, be it after a crash or a power cut, finds either all
// of the old contents or all of the new.

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace scrump {

/// The contents of the file; "-" is the standard input. Throws Error "PATH: cannot be read: reason".
std::string read_file(const std::string& path);

/// Makes `contents` the whole contents of the file, which need not exist; when this returns they are on the disk. Until
/// they all are, the old ones stay and the new ones lie beside them in PATH.new, where no other file may be and no
/// second writer write. Of a symbolic link, the file that it points to is replaced. The permissions stay, but for those
/// that the umask forbids. Throws Error "PATH: cannot be written: reason" and leaves no PATH.new behind.
void replace_file(const std::string& path, std::string_view contents);

/// The same for contents that need not fit into memory: those that `write` puts out. Throws what `write` throws, too;
/// if that leaves the stream bad, Error.
void replace_file(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Throws as replace_file() would, if that is known beforehand: a file can be made there, which is gone again.
void check_replaceable(const std::string& path);

}  // namespace scrump
