#include <scrump/problems/petri/reduction.hpp>

#include <scrump/base/error.hpp>

namespace scrump::petri {

std::string_view name(NetReduction reduction) {
    return reduction == NetReduction::none ? "none" : "stubborn";
}

NetReduction parse_net_reduction(std::string_view text) {
    for (const NetReduction each : {NetReduction::none, NetReduction::stubborn})
        if (name(each) == text) return each;
    throw UsageError("no reduction is called '" + std::string(text) + "'; there are none, stubborn");
}

std::vector<std::string> net_reduction_names() {
    return {"none", "stubborn"};
}

}  // namespace scrump::petri
