#include <scrump/states/table/detail/table_core.hpp>

namespace scrump::detail {

TableCore::TableCore(const TableOptions& options, RemoteAccess& words, unsigned workers)
    : layout(options, words.owners()),
      near(words.owners()),
      examined_limit(options.max_examined()),
      state_words(options.state_words),
      shared(words.owners() > 1 || workers > 1),
      array(words),
      space(options, words, workers),
      choice(options) {
    reach_all();
}

void TableCore::reach_all() {
    for (unsigned owner = 0; owner < near.size(); ++owner) {
        std::atomic<Word>* const there = array.direct(owner);
        if (there == nullptr) continue;
        near[owner] = {.buckets = {.first = there + word_of_bucket(0),
                                   .count = layout.buckets(),
                                   .max_examined = max_examined(),
                                   .shared = shared},
                       .records = there + word_of_record(0)};
    }
}

}  // namespace scrump::detail
