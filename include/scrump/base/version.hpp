#pragma once
// The version of the library that a program is linked with.

namespace scrump {

/// "major.minor.patch".
const char* version();

}  // namespace scrump
