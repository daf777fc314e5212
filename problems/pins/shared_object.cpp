#include <scrump/problems/pins/detail/shared_object.hpp>
#include <scrump/problems/pins/model.hpp>

#include <scrump/base/error.hpp>

#include <dlfcn.h>
#include <elf.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

namespace scrump::pins {
namespace detail {
namespace {

constexpr std::string_view magic(
    "\x7f"
    "ELF",
    4);

#if defined(__x86_64__)
constexpr std::optional<unsigned> own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::optional<unsigned> own_machine = EM_AARCH64;
#elif defined(__riscv)
constexpr std::optional<unsigned> own_machine = EM_RISCV;
#elif defined(__powerpc64__)
constexpr std::optional<unsigned> own_machine = EM_PPC64;
#else
constexpr std::optional<unsigned> own_machine;  // the loader says it
#endif

constexpr unsigned own_bits = sizeof(void*) * 8;

// The structures of a file, none of which is trusted.
class ElfReader {
  public:
    ElfReader(std::string_view contents, const std::string& file) : contents_(contents), file_(file) {}

    std::set<std::string, std::less<>> exported_names() const {
        check_head();
        const auto head = read<Elf64_Ehdr>(0);
        std::set<std::string, std::less<>> names;
        for (std::size_t i = 0; i < head.e_shnum; ++i) {
            const auto section = read<Elf64_Shdr>(head.e_shoff, i);
            if (section.sh_type == SHT_DYNSYM) add_names(head, section, names);
        }
        return names;
    }

  private:
    void check_head() const {
        if (!begins_as_elf(contents_)) fail("not an ELF file, which compiled models are");
        if (contents_.size() < EI_NIDENT) fail("its beginning is missing");
        const unsigned bits = contents_[EI_CLASS] == ELFCLASS64 ? 64 : 32;
        if (bits != own_bits)
            fail("compiled for " + std::to_string(bits) + "-bit programs; expected " + std::to_string(own_bits) +
                 " bits: compile it for this machine");
        constexpr bool is_little = std::endian::native == std::endian::little;
        if ((contents_[EI_DATA] == ELFDATA2LSB) != is_little) fail("compiled for machines with another byte order");
        const auto head = read<Elf64_Ehdr>(0);
        if (own_machine && head.e_machine != *own_machine)
            fail("compiled for another kind of processor (" + std::to_string(head.e_machine) + "); expected " +
                 std::to_string(*own_machine) + ": compile it for this machine");
        if (head.e_type != ET_DYN) fail("not a shared object: compile the model with -shared -fPIC");
        if (head.e_shentsize != sizeof(Elf64_Shdr)) fail("its sections are missing: do not strip them");
    }

    void add_names(const Elf64_Ehdr& head, const Elf64_Shdr& symbols, std::set<std::string, std::less<>>& names) const {
        if (symbols.sh_link >= head.e_shnum) fail("its table of names is missing");
        const auto strings = read<Elf64_Shdr>(head.e_shoff, symbols.sh_link);
        const std::string_view texts = part(strings.sh_offset, strings.sh_size);
        const std::size_t count = part(symbols.sh_offset, symbols.sh_size).size() / sizeof(Elf64_Sym);
        for (std::size_t i = 0; i < count; ++i) {
            const auto symbol = read<Elf64_Sym>(symbols.sh_offset, i);
            if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= texts.size()) continue;
            const std::string_view rest = texts.substr(symbol.st_name);
            names.emplace(rest.substr(0, rest.find('\0')));
        }
    }

    std::string_view part(std::uint64_t at, std::uint64_t size) const {
        if (at > contents_.size() || size > contents_.size() - at) fail("it ends in the middle of a table");
        return contents_.substr(at, size);
    }
    // An entry of a table.
    template <class Entry>
    Entry read(std::uint64_t table, std::size_t number = 0) const {
        const std::uint64_t skipped = std::uint64_t{number} * sizeof(Entry);
        if (table > contents_.size()) fail("it ends in the middle of a table");
        Entry entry;
        std::memcpy(&entry, part(table + skipped, sizeof(Entry)).data(), sizeof(Entry));
        return entry;
    }
    [[noreturn]] void fail(const std::string& why) const { throw Error(file_ + ": " + why); }

    std::string_view contents_;
    const std::string& file_;
};

}  // namespace

std::set<std::string, std::less<>> exported_names(std::string_view contents, const std::string& file) {
    return ElfReader(contents, file).exported_names();
}

SharedObject::SharedObject(const std::string& file, std::set<std::string, std::less<>> names)
    : file_(file), names_(std::move(names)) {
    // A name without a slash would be looked for elsewhere.
    handle_ = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    const char* const reason = ::dlerror();
    const std::string why = reason == nullptr ? "unknown reason" : reason;
    const bool lacks = why.find("undefined symbol") != std::string::npos;
    throw Error(
        file + ": cannot be loaded: " + why +
        (lacks ? "; the host of a compiled model has to export the functions of PINS, and does not have all" : ""));
}

void* SharedObject::address_of(const std::string& name) const {
    return has(name) ? ::dlsym(handle_, name.c_str()) : nullptr;
}

void SharedObject::fail_without(const std::string& name) const {
    throw Error(file_ + ": does not export " + name + ", which such a model needs");
}

}  // namespace detail

bool begins_as_elf(std::string_view contents) {
    return contents.starts_with(detail::magic);
}

}  // namespace scrump::pins
