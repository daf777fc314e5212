// What compiles with the compiler's own extensions, too: there, numbers of 128 bits are arithmetic types. Compiled by
// refused_test.cpp only.

#include <scrump/tasks.hpp>

__int128 twice(scrump::Fork, __int128 number) {
    return 2 * number;
}

void wide_numbers() {
    scrump::run_tasks<twice>({}, __int128{1} << 100);
}
