#pragma once
// Files of models whose states are explored.

#include "problems/sokoban/levels.hpp"

#include <string>

namespace scrump::test {

using sokoban::test::microban_1;

inline const std::string small_net =
    "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>\n"
    "<place id='p'><name><text>tokens</text></name><initialMarking><text>5</text></initialMarking></place>\n"
    "<place id='q'/><transition id='t'/>\n"
    "<arc id='a' source='p' target='t'><inscription><text>2</text></inscription></arc>\n"
    "<arc id='b' source='t' target='q'/>\n"
    "</page></net></pnml>\n";

}  // namespace scrump::test
