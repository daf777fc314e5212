#pragma once
// Labels of transitions: unless they are needed, transitions that differ only in their labels are one.

#include <scrump/states/diagrams/model.hpp>

namespace scrump {

/// The same states and transitions without labels: a pair of states is in a relation if it was there with any label.
/// Takes time and memory linear in the sizes of the diagrams.
SymbolicModel without_labels(const SymbolicModel& model);

}  // namespace scrump
