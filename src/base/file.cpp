#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <system_error>
#include <utility>

namespace scrump {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int error) {
    throw std::system_error(error, std::generic_category());
}

// The result of a system call, which is made again when a signal interrupts it.
template <class Call>
auto completed(Call call) {
    while (true) {
        const auto result = call();
        if (result >= 0) return result;
        if (errno != EINTR) fail(errno);
    }
}

std::string read_all(int descriptor) {
    std::string contents;
    std::array<char, 65536> buffer;
    while (const auto got = completed([&] { return ::read(descriptor, buffer.data(), buffer.size()); }))
        contents.append(buffer.data(), static_cast<std::size_t>(got));
    return contents;
}

// An open file. Throws std::system_error.
class File {
  public:
    File(const fs::path& path, int flags, mode_t mode = 0)
        : descriptor_(completed([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); })) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    int descriptor() const { return descriptor_; }

    void write(std::string_view contents) const {
        while (!contents.empty()) {
            const auto put = completed([&] { return ::write(descriptor_, contents.data(), contents.size()); });
            contents.remove_prefix(static_cast<std::size_t>(put));
        }
    }

    void sync() const {
        completed([&] { return ::fsync(descriptor_); });
    }

    // Interrupted or not, a descriptor is gone after close(): it must not be closed again.
    void close() {
        if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail(errno);
    }

  private:
    int descriptor_;
};

// A new file with a name that lasts as long as this, or until the file is moved.
class Draft {
  public:
    Draft(fs::path path, mode_t mode) : path_(std::move(path)), file_(create(path_, mode)) {}
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    ~Draft() {
        if (!path_.empty()) ::unlink(path_.c_str());
    }

    void write(std::string_view contents) { file_.write(contents); }

    // All is written.
    void move(const fs::path& to) {
        file_.sync();
        file_.close();
        if (::rename(path_.c_str(), to.c_str()) != 0) fail(errno);
        path_.clear();
    }

  private:
    // What a writer that was killed left is in the way; a new file cannot be another name of something else.
    static File create(const fs::path& path, mode_t mode) {
        ::unlink(path.c_str());
        return File(path, O_WRONLY | O_CREAT | O_EXCL, mode);
    }

    fs::path path_;
    File file_;
};

// What is put into a stream, collected and written to a draft.
class DraftBuffer : public std::streambuf {
  public:
    explicit DraftBuffer(Draft& draft) : draft_(draft) { setp(pieces_.data(), pieces_.data() + pieces_.size()); }

  protected:
    int_type overflow(int_type character) override {
        sync();
        if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
        return sputc(traits_type::to_char_type(character));
    }

    int sync() override {
        draft_.write({pbase(), static_cast<std::size_t>(pptr() - pbase())});
        setp(pieces_.data(), pieces_.data() + pieces_.size());
        return 0;
    }

  private:
    Draft& draft_;
    std::array<char, 65536> pieces_;
};

// A file's name lasts once its folder is on the disk. Nothing more can be done where the system cannot sync folders, or
// where this one may be written but not read.
void sync_folder(const fs::path& folder) {
    try {
        File(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY).sync();
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::permission_denied && error.code() != std::errc::invalid_argument) throw;
    }
}

// What symbolic links lead to, whether it exists or not. That they do lead somewhere is to be known.
fs::path followed(fs::path path) {
    while (fs::is_symlink(fs::symlink_status(path))) path = path.parent_path() / fs::read_symlink(path);
    return path;
}

// What the name of a draft has in addition to that of the file.
std::string draft_ending(Writers writers) {
    std::string ending = ".new";
    if (writers == Writers::one) return ending;
    static std::atomic<unsigned> drafts = 0;
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) fail(errno);
    for (const std::string& part : {std::to_string(++drafts), std::to_string(::getpid()), std::string(host.data())})
        ending.insert(0, part).insert(0, 1, '.');
    return ending;
}

// Calls `use` with the new file and the place that it is to take. It is gone afterwards if it was not moved there.
template <class Use>
void with_draft(const std::string& path, Writers writers, const Use& use) {
    try {
        if (path.empty()) fail(ENOENT);
        const fs::file_status old = fs::status(path);
        if (fs::exists(old) && !fs::is_regular_file(old))
            throw Error(path + ": cannot be written: it is not a regular file");
        const auto permissions = fs::exists(old) ? old.permissions() & fs::perms::all : fs::perms(0666);
        const fs::path target = followed(path);
        Draft draft(target.string() + draft_ending(writers), static_cast<mode_t>(permissions));
        use(draft, target);
    } catch (const std::system_error& error) {
        throw Error(path + ": cannot be written: " + error.code().message());
    }
}

}  // namespace

std::string read_file(const std::string& path) {
    const bool standard = path == "-";
    try {
        return standard ? read_all(STDIN_FILENO) : read_all(File(path, O_RDONLY).descriptor());
    } catch (const std::system_error& error) {
        throw Error((standard ? "the standard input" : path) + ": cannot be read: " + error.code().message());
    }
}

void check_replaceable(const std::string& path, Writers writers) {
    with_draft(path, writers, [](Draft&, const fs::path&) {});
}

void replace_file(const std::string& path, std::string_view contents, Writers writers) {
    with_draft(path, writers, [&](Draft& draft, const fs::path& target) {
        draft.write(contents);
        draft.move(target);
        sync_folder(target.parent_path());
    });
}

void replace_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
    with_draft(path, Writers::one, [&](Draft& draft, const fs::path& target) {
        DraftBuffer buffer(draft);
        std::ostream out(&buffer);
        out.exceptions(std::ios::badbit);  // the reason why writing failed gets through
        write(out);
        out.flush();
        draft.move(target);
        sync_folder(target.parent_path());
    });
}

}  // namespace scrump
