#pragma once
// Kept where the runtime's users look for it: the processors are found on the lowest floor, because networks tell them
// to each other.

#include <scrump/base/places.hpp>
