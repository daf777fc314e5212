#include "chunk_source.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace scrump::detail {
namespace {

constexpr unsigned first_locality = 0;  // has the words that all share

constexpr std::size_t spacing = ChunkPlan::spacing;
constexpr std::size_t step_word = 0;
constexpr std::size_t scheduled_word = spacing;
constexpr std::size_t first_progress_word = 2 * spacing;

// Longer tables are not worth their memory: such chunks are asked for.
constexpr std::size_t longest_table = 1U << 20U;

using Word = RemoteAccess::Word;

std::array<Word, 9> to_words(const WorkerProgress& progress) {
    return {progress.chunks,
            progress.iterations,
            std::bit_cast<Word>(progress.time),
            std::bit_cast<Word>(progress.squares),
            std::bit_cast<Word>(progress.ranked_iterations),
            std::bit_cast<Word>(progress.ranked_time),
            std::bit_cast<Word>(progress.ranked_total_time),
            progress.current,
            std::bit_cast<Word>(progress.current_since)};
}

constexpr std::uint64_t ceil_divide(std::uint64_t n, std::uint64_t by) {
    return n / by + (n % by != 0 ? 1 : 0);
}

void from_words(const Word* words, WorkerProgress& progress) {
    progress.chunks = words[0];
    progress.iterations = words[1];
    progress.time = std::bit_cast<double>(words[2]);
    progress.squares = std::bit_cast<double>(words[3]);
    progress.ranked_iterations = std::bit_cast<double>(words[4]);
    progress.ranked_time = std::bit_cast<double>(words[5]);
    progress.ranked_total_time = std::bit_cast<double>(words[6]);
    progress.current = words[7];
    progress.current_since = std::bit_cast<double>(words[8]);
}

}  // namespace

ChunkPlan::ChunkPlan(const Technique& technique, const LoopShape& shape, unsigned workers_each)
    : iterations_(shape.iterations),
      rule_(technique.rule(shape)),
      workers_(progress_before(shape)),
      workers_each_(workers_each),
      fixed_size_(rule_->fixed_size()),
      blocks_({.iterations = fixed_size_ > 0 ? ceil_divide(iterations_, fixed_size_) : iterations_,
               .workers = shape.workers}) {
    if (rule_->depends() == ChunkRule::Depends::steps && !is_fixed()) tabulate();
}

void ChunkPlan::tabulate() {
    boundaries_.push_back(0);
    while (boundaries_.back() < iterations_ && boundaries_.size() <= longest_table) {
        const std::uint64_t scheduled = boundaries_.back();
        const std::uint64_t size = rule_->size({.step = boundaries_.size() - 1, .scheduled = scheduled});
        boundaries_.push_back(scheduled + std::clamp<std::uint64_t>(size, 1, iterations_ - scheduled));
    }
    if (boundaries_.back() < iterations_) boundaries_.clear();
}

ChunkRule::Range ChunkPlan::assigned(unsigned worker, std::uint64_t k) const {
    const ChunkRule::Range range = rule_->assigned(worker, k);
    if (range.first <= range.last && range.last <= iterations_) return range;
    throw Error("the technique's rule assigns iterations from " + std::to_string(range.first) + " up to " +
                std::to_string(range.last) + " of a loop of " + std::to_string(iterations_));
}

std::size_t ChunkPlan::words() const {
    if (is_fixed() || is_in_blocks()) return workers_each_ * spacing;
    return first_progress_word + (depends_on_progress() ? workers_.size() * spacing : 0);
}

ChunkSource::ChunkSource(const ChunkPlan& plan, RemoteAccess& words, unsigned worker)
    : plan_(plan), words_(words), worker_(worker) {
    if (plan.is_fixed() || plan.is_in_blocks()) go_to_block(worker);
}

ChunkRule::Range ChunkSource::next_otherwise(double now) {
    if (plan_.is_assigned()) return plan_.assigned(worker_, taken_++);
    if (plan_.is_fixed() || plan_.is_in_blocks()) return take_from_blocks(now);
    if (!plan_.is_tabulated()) return ask(now);
    const std::optional<Word> step = add(first_locality, step_word, 1);
    return step ? plan_.chunk(*step) : ChunkRule::Range{};
}

// From its own block and then those of the workers after it, which are the nearer ones first.
ChunkRule::Range ChunkSource::take_from_blocks(double now) {
    const auto owner = [&] { return (worker_ + left_blocks_) % plan_.blocks(); };
    for (; left_blocks_ < plan_.blocks(); ++left_blocks_, go_to_block(owner())) {
        bool ended = false;
        const ChunkRule::Range range = take_from_block(owner(), now, ended);
        if (ended || range.size() > 0) return range;
    }
    counter_ = nullptr;
    return {};
}

// Empty if the block is, or if the run has ended.
ChunkRule::Range ChunkSource::take_from_block(unsigned owner, double now, bool& ended) {
    const Word size = plan_.is_in_blocks() ? size_in_block(now) : 1;
    if (size == 0) return {};
    const std::optional<Word> taken = add(plan_.home(owner), plan_.counter_of(owner), size);
    ended = !taken;
    if (ended || *taken >= block_.size()) return {};
    const std::uint64_t first = block_.first + *taken;
    if (plan_.is_fixed()) return plan_.fixed_chunk(first);
    scheduled_ = *taken + size;
    return {first, std::min(first + size, block_.last)};
}

// 0 if the block is known to be empty.
std::uint64_t ChunkSource::size_in_block(double now) {
    if (block_counter_ != nullptr) scheduled_ = block_counter_->load(std::memory_order_relaxed);
    if (scheduled_ >= block_.size()) return 0;
    return std::clamp<std::uint64_t>(
        plan_.rule().size({.scheduled = scheduled_, .block = block_.size(), .now = now, .workers = {&in_block_, 1}}), 1,
        block_.size() - scheduled_);
}

void ChunkSource::go_to_block(unsigned worker) {
    block_ = plan_.block(worker);
    in_block_ = {};
    scheduled_ = 0;
    std::atomic<Word>* const words = words_.direct(plan_.home(worker));
    block_counter_ = words != nullptr ? words + plan_.counter_of(worker) : nullptr;
    counter_ = plan_.is_fixed() ? block_counter_ : nullptr;
}

ChunkRule::Range ChunkSource::ask(double now) {
    const std::optional<Word> step = add(first_locality, step_word, 1);
    if (!step) return {};
    ChunkRequest request{.step = *step, .worker = worker_, .now = now};
    RemoteHandle scheduled = words_.get(first_locality, scheduled_word);
    if (plan_.depends_on_progress()) {
        buffer_.resize(all_.size() * spacing);
        RemoteHandle progress = words_.get(first_locality, first_progress_word, buffer_);
        outcome(progress);
        if (!progress.done()) return {};
        for (std::size_t worker = 0; worker < all_.size(); ++worker)
            from_words(buffer_.data() + worker * spacing, all_[worker]);
        request.workers = all_;
    }
    request.scheduled = outcome(scheduled);
    if (!scheduled.done() || request.scheduled >= plan_.iterations()) return {};
    const std::uint64_t left = plan_.iterations() - request.scheduled;
    const std::uint64_t size = std::clamp<std::uint64_t>(plan_.rule().size(request), 1, left);
    const std::optional<Word> first = add(first_locality, scheduled_word, size);
    if (!first || *first >= plan_.iterations()) return {};
    return {*first, *first + std::min(size, plan_.iterations() - *first)};
}

std::optional<Word> ChunkSource::add(unsigned home, std::size_t word, Word amount) {
    RemoteHandle added = words_.fetch_add(home, word, amount);
    const Word before = outcome(added);
    return added.done() ? std::optional(before) : std::nullopt;
}

ChunkSource::Word ChunkSource::outcome(RemoteHandle& handle) {
    if (serve_ && !handle.done()) serve_(handle);
    return handle.wait();
}

void ChunkSource::begun(std::uint64_t size, double now) {
    own_.current = size;
    own_.current_since = now;
    if (plan_.depends_on_progress()) put(own_);
}

void ChunkSource::finished(std::uint64_t size, double seconds, double total) {
    own_.finish(size, seconds, total);
    if (plan_.is_in_blocks()) in_block_.finish(size, seconds, total);
    if (plan_.depends_on_progress()) put(own_);
}

void ChunkSource::put(const WorkerProgress& own) {
    words_.put(first_locality, first_progress_word + worker_ * spacing, to_words(own));
}

}  // namespace scrump::detail
