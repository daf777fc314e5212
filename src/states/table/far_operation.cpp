#include <scrump/states/table/detail/far_operation.hpp>

#include <scrump/states/table/detail/bucket.hpp>

#include <algorithm>

namespace scrump::detail {

void FarOperation::begin(const TableCore::Home& home, std::span<const Word> state, Word hash, bool puts) {
    ++core_.counts.operations;
    ++core_.counts.far;
    home_ = home;
    state_.assign(state.begin(), state.end());
    wanted_ = core_.is_inline() ? Bucket::of_state(state.front()) : Bucket::of_record(state.size(), hash);
    puts_ = puts;
    most_examined_ = core_.max_examined();
    chunk_size_ = std::min(core_.choice.size(), most_examined_);
    ahead_ = core_.choice.requests_ahead();
    room_.reset();
    phase_ = Phase::reading;
    examined_ = 0;
    request(present(), 0);
    ++core_.counts.demanded_chunks;
    if (ahead_) request_next(true);
}

// query-chunk and split of the slides.
void FarOperation::request(Chunk& chunk, std::size_t from) {
    chunk.from = from;
    chunk.size = std::min(chunk_size_, most_examined_ - from);
    if (chunk.copy.size() < chunk.size) chunk.copy.resize(chunk.size);
    const BucketRange range = range_of(line_of(home_.bucket), from, chunk.size, core_.layout.buckets());
    const std::span<Word> to(chunk.copy.data(), chunk.size);
    chunk.parts[0] = core_.array.get(home_.owner, TableCore::word_of_bucket(range.first), to.first(range.before));
    chunk.is_split = range.is_split();
    // In any case one that has not come must not be waited for: it would be written into the copy.
    chunk.parts[1] = chunk.is_split
                         ? core_.array.get(home_.owner, TableCore::word_of_bucket(0), to.subspan(range.before))
                         : RemoteHandle();
    core_.counts.split_chunks += chunk.is_split ? 1U : 0U;
    core_.counts.chunk_buckets += chunk.size;
}

void FarOperation::request_next(bool ahead) {
    const std::size_t from = present().from + present().size;
    if (from >= most_examined_) return;
    request(next(), from);
    ++(ahead ? core_.counts.prefetched_chunks : core_.counts.demanded_chunks);
}

void FarOperation::go_to_next() {
    if (next().size == 0) request_next(false);
    if (next().size == 0) return end(puts_ ? TableOutcome::full : TableOutcome::absent, Bucket::empty);
    present().size = 0;
    present_ = 1 - present_;
    examined_ = 0;
    if (ahead_) request_next(true);
}

bool FarOperation::answered() {
    if (phase_ != Phase::reading) return answer_.done();
    return present().parts[0].done() && (!present().is_split || present().parts[1].done());
}

bool FarOperation::go_on() {
    while (phase_ != Phase::over) {
        if (core_.array.ending()) {
            end(TableOutcome::full, Bucket::empty);
        } else if (!answered()) {
            return false;
        } else if (phase_ == Phase::reading) {
            look_through();
        } else if (phase_ == Phase::claiming) {
            note_swap();
        } else {
            note_comparison();
        }
    }
    return true;
}

void FarOperation::wait() {
    if (phase_ != Phase::reading) {
        answer_.wait();
        return;
    }
    for (RemoteHandle& part : present().parts) part.wait();
}

TableResult FarOperation::finish() {
    while (!go_on()) wait();
    return result_;
}

std::size_t FarOperation::bucket() const {
    const std::size_t after_line = chunks_[present_].from + in_line_order(home_.bucket, examined_);
    return (line_of(home_.bucket) + after_line) % core_.layout.buckets();
}

bool FarOperation::may_be_wanted(Word bucket) const {
    return core_.is_inline() ? bucket == wanted_ : Bucket::alike(bucket, wanted_);
}

void FarOperation::look_through() {
    const std::span<const Word> copy = std::span(present().copy).first(present().size);
    if (present().from == 0 && examined_ == 0)
        core_.choice.note(copy.size() - static_cast<std::size_t>(std::ranges::count(copy, Bucket::empty)), copy.size());
    for (; examined_ < copy.size(); ++examined_) {
        const Word bucket = copy[in_line_order(home_.bucket, examined_)];
        if (bucket == Bucket::empty) return puts_ ? claim() : end(TableOutcome::absent, Bucket::empty);
        if (may_be_wanted(bucket)) return meet(bucket);
    }
    go_to_next();
}

void FarOperation::meet(Word bucket) {
    if (core_.is_inline()) return end(TableOutcome::found, bucket);
    ++core_.counts.records_compared;
    tried_ = bucket;
    record_.resize(state_.size());
    answer_ = core_.array.get(home_.owner, core_.word_of_record(Bucket::index(bucket)), std::span(record_));
    phase_ = Phase::comparing;
}

void FarOperation::note_comparison() {
    if (record_ == state_) return end(TableOutcome::found, tried_);
    ++examined_;
    phase_ = Phase::reading;
}

void FarOperation::claim() {
    if (!core_.is_inline() && !take_room()) return end(TableOutcome::full, Bucket::empty);
    tried_ = wanted_ | room_.value_or(0);
    answer_ = core_.array.compare_and_swap(home_.owner, TableCore::word_of_bucket(bucket()), Bucket::empty, tried_);
    phase_ = Phase::claiming;
}

bool FarOperation::take_room() {
    if (room_) return true;
    room_ = core_.space.take(home_.owner, state_.size());
    if (room_) core_.array.put(home_.owner, core_.word_of_record(*room_), std::span<const Word>(state_));
    return room_.has_value();
}

void FarOperation::note_swap() {
    const Word seen = answer_.wait();
    if (seen == Bucket::empty) return end(TableOutcome::inserted, tried_);
    ++core_.counts.lost_swaps;
    if (may_be_wanted(seen)) return meet(seen);
    ++examined_;
    phase_ = Phase::reading;
}

// A chunk that was requested ahead and not looked at is left to come when it likes.
void FarOperation::end(TableOutcome outcome, Word word) {
    core_.counts.inserted += outcome == TableOutcome::inserted ? 1U : 0U;
    core_.counts.unused_chunks += next().size > 0 ? 1U : 0U;
    if (room_ && outcome != TableOutcome::inserted) core_.space.give_back(home_.owner, *room_, state_.size());
    result_ = {.outcome = outcome, .place = {}};
    if (outcome == TableOutcome::found || outcome == TableOutcome::inserted) {
        result_.place = core_.is_inline() ? Place(home_.owner, 0, bucket())
                                          : Place(home_.owner, state_.size(), Bucket::index(word));
    }
    present().size = next().size = 0;
    phase_ = Phase::over;
}

}  // namespace scrump::detail
