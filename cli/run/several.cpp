#include "run/several.hpp"

#include "line/values.hpp"

namespace scrump::cli {

std::pair<Argument, Argument> declare_several(Command command, GivenSeveral& given, const std::string& solutions,
                                              Enough enough) {
    const std::string otherwise = enough == Enough::best ? "" : ", or good enough";
    const Argument all = command.flag("--all,--all-solutions", given.all,
                                      "List all " + solutions + " that are as good as the best" + otherwise);
    const Argument most = command.option("--best", given.most, whole_number(1), "List the K best " + solutions)
                              .type_name("K")
                              .excludes(all);
    return {all, most};
}

}  // namespace scrump::cli
