#include "chunk_source.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace scrump::detail {
namespace {

constexpr unsigned home = 0;  // the locality that has the words

// Words of one kind on cache lines of their own.
constexpr std::size_t line = 8;
constexpr std::size_t step_word = 0;
constexpr std::size_t scheduled_word = line;
constexpr std::size_t first_progress_word = 2 * line;
constexpr std::size_t progress_words = 2 * line;

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

ChunkPlan::ChunkPlan(const Technique& technique, const LoopShape& shape)
    : iterations_(shape.iterations), workers_(shape.workers), rule_(technique.rule(shape)) {
    double sum = 0;
    for (const double weight : shape.weights) sum += weight;
    for (std::size_t worker = 0; worker < shape.weights.size(); ++worker)
        workers_[worker].weight = shape.weights[worker] * shape.workers / sum;
    if (rule_->depends() == ChunkRule::Depends::steps) tabulate();
}

void ChunkPlan::tabulate() {
    fixed_size_ = rule_->fixed_size();
    if (fixed_size_ > 0) return;
    boundaries_.push_back(0);
    while (boundaries_.back() < iterations_ && boundaries_.size() <= longest_table) {
        const std::uint64_t scheduled = boundaries_.back();
        const std::uint64_t size = rule_->size({.step = boundaries_.size() - 1, .scheduled = scheduled});
        boundaries_.push_back(scheduled + std::clamp<std::uint64_t>(size, 1, iterations_ - scheduled));
    }
    if (boundaries_.back() < iterations_) boundaries_.clear();
}

std::size_t ChunkPlan::words() const {
    return first_progress_word + (depends_on_progress() ? workers_.size() * progress_words : 0);
}

ChunkRule::Range ChunkPlan::chunk(std::uint64_t step) const {
    if (fixed_size_ > 0) {
        if (iterations_ == 0 || step > (iterations_ - 1) / fixed_size_) return {};
        const std::uint64_t first = step * fixed_size_;
        return {first, first + std::min(fixed_size_, iterations_ - first)};
    }
    if (step + 1 >= boundaries_.size()) return {};
    return {boundaries_[static_cast<std::size_t>(step)], boundaries_[static_cast<std::size_t>(step) + 1]};
}

ChunkRule::Range ChunkSource::next(double now) {
    if (plan_.is_assigned()) return plan_.rule().assigned(worker_, taken_++);
    if (!plan_.is_tabulated()) return ask(now);
    const std::optional<Word> step = add(step_word, 1);
    return step ? plan_.chunk(*step) : ChunkRule::Range{};
}

ChunkRule::Range ChunkSource::ask(double now) {
    const std::optional<Word> step = add(step_word, 1);
    if (!step) return {};
    ChunkRequest request{.step = *step, .worker = worker_, .now = now};
    RemoteHandle scheduled = words_.get(home, scheduled_word);
    if (plan_.depends_on_progress()) {
        buffer_.resize(all_.size() * progress_words);
        RemoteHandle progress = words_.get(home, first_progress_word, buffer_);
        progress.wait();
        if (!progress.done()) return {};
        for (std::size_t worker = 0; worker < all_.size(); ++worker)
            from_words(buffer_.data() + worker * progress_words, all_[worker]);
        request.workers = all_;
    }
    request.scheduled = scheduled.wait();
    if (!scheduled.done() || request.scheduled >= plan_.iterations()) return {};
    const std::uint64_t left = plan_.iterations() - request.scheduled;
    const std::uint64_t size = std::clamp<std::uint64_t>(plan_.rule().size(request), 1, left);
    const std::optional<Word> first = add(scheduled_word, size);
    if (!first || *first >= plan_.iterations()) return {};
    return {*first, *first + std::min(size, plan_.iterations() - *first)};
}

std::optional<Word> ChunkSource::add(std::size_t word, Word amount) {
    RemoteHandle added = words_.fetch_add(home, word, amount);
    const Word before = added.wait();
    return added.done() ? std::optional(before) : std::nullopt;
}

void ChunkSource::begun(std::uint64_t size, double now) {
    own_.current = size;
    own_.current_since = now;
    if (plan_.depends_on_progress()) put(own_);
}

void ChunkSource::finished(const WorkerProgress& own) {
    own_ = own;
    if (plan_.depends_on_progress()) put(own_);
}

void ChunkSource::put(const WorkerProgress& own) {
    words_.put(home, first_progress_word + worker_ * progress_words, to_words(own));
}

}  // namespace scrump::detail
