#pragma once
// Labels of transitions: where they are not asked for, a transition is one whatever its label is.

#include <scrump/states/diagrams/model.hpp>

namespace scrump {

/// The same states and transitions without labels: a pair of states is in a relation if it was there with any label.
/// Takes time and memory linear in the sizes of the diagrams.
SymbolicModel without_labels(const SymbolicModel& model);

}  // namespace scrump
