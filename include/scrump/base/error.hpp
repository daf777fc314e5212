#pragma once

// Include it for catching errors.
//
// The one kind of exception that Scrump throws at its users: a sentence that says what was wrong, where, and what was
// expected.

#include <stdexcept>

namespace scrump {

/// Invalid input or a run that is impossible: `what()` is a message for the user.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Invalid options, as opposed to invalid input: the command exits with its usage status.
class UsageError : public Error {
  public:
    using Error::Error;
};

}  // namespace scrump
