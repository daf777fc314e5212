#pragma once
// Another package of decision diagrams that makes the functions of peers/diagrams/constructions.hpp.

#include <peers/diagrams/constructions.hpp>

namespace scrump::peers {

struct DiagramsPeer {
    const char* name;
    DiagramsTime (*make)(const DiagramConstruction& construction);
};

DiagramsPeer buddy();

}  // namespace scrump::peers
