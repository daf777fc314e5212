#pragma once

/// Before a function that models call: it is found by its name in the program, whatever else is hidden.
#define SCRUMP_HOST __attribute__((visibility("default"), used))
