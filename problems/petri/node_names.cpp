#include <scrump/problems/petri/detail/node_names.hpp>

#include <scrump/base/text.hpp>

namespace scrump::petri {

std::string NodeNames::complaint(const std::string& kind, const std::string& name) const {
    if (ambiguous_.contains(name))
        return "the net has several " + kind + "s " + in_quotes(name) + "; expected the id of one";
    return "the net has no " + kind + " " + in_quotes(name) + "; expected the id or name of one";
}

std::vector<std::string> NodeNames::all() const {
    std::vector<std::string> names;
    names.reserve(ranges_.size());
    for (const auto& [name, range] : ranges_) names.push_back(name);
    return names;
}

}  // namespace scrump::petri
