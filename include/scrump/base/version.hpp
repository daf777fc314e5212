#pragma once
// The version of the library with which a program is linked.

namespace scrump {

/// The version, as "major.minor.patch".
const char* version();

}  // namespace scrump
