#include "rows.hpp"
namespace scrump::bench {
void add_loop_steals(Experiments&) {}
}  // namespace scrump::bench
