#pragma once
// Files of machine code in ELF: what they export, and loading them.

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace scrump::pins::detail {

/// Names that a shared object for this machine exports. Throws Error, with the name of the file, for anything else.
std::set<std::string, std::less<>> exported_names(std::string_view contents, const std::string& file);

/// A shared object that stays loaded until the process ends.
class SharedObject {
  public:
    /// Throws Error, with the name of the file, if it cannot be loaded.
    SharedObject(const std::string& file, std::set<std::string, std::less<>> names);

    /// Whether the file itself exports that name.
    bool has(std::string_view name) const { return names_.contains(name); }
    /// Its address; null if the file does not export it.
    void* address_of(const std::string& name) const;
    /// The function of that name; null if the file does not export it.
    template <class Function>
    Function* function(const std::string& name) const {
        return reinterpret_cast<Function*>(address_of(name));
    }
    /// The same; throws Error if the file does not export it.
    template <class Function>
    Function* required(const std::string& name) const {
        if (!has(name)) fail_without(name);
        return function<Function>(name);
    }
    const std::string& file() const { return file_; }

  private:
    [[noreturn]] void fail_without(const std::string& name) const;

    std::string file_;
    std::set<std::string, std::less<>> names_;
    void* handle_;
};

}  // namespace scrump::pins::detail
