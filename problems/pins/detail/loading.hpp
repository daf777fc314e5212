#pragma once
// Makes a host for a compiled model of one of three interfaces.

#include <scrump/problems/pins/detail/host.hpp>
#include <scrump/problems/pins/detail/shared_object.hpp>

#include <functional>
#include <set>
#include <string>

namespace scrump::pins::detail {

/// An interface of compiled models: the name that a file exports if it speaks it, and how it fills a host.
struct Interface {
    const char* name;
    const char* sign;
    void (*load)(const SharedObject& object, Host& host);
};

/// The interface of a file that exports these names; null: none.
const Interface* interface_of(const std::set<std::string, std::less<>>& names);
/// "a, b or c", of which a model exports one.
std::string signs_of_models();

}  // namespace scrump::pins::detail
