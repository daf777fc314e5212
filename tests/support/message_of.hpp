#pragma once
// What an action says when it fails.

#include <scrump/base/error.hpp>

#include <string>

namespace scrump::test {

/// The message of the `Exception` that `action` throws; other exceptions pass.
template <class Exception = Error, class Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const Exception& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace scrump::test
