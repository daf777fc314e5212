#pragma once
// The one kind of exception that Scrump throws at its users: a sentence that says what was wrong, where, and what was
// expected.

#include <stdexcept>

namespace scrump {

/// Wrong input or a run that cannot be made: `what()` is a message for the user.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Wrong options, as opposed to wrong input: the command ends with its usage status.
class UsageError : public Error {
  public:
    using Error::Error;
};

}  // namespace scrump
