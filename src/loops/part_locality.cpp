#include "part_locality.hpp"

#include "loop_shape.hpp"
#include "part_service.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>

#include <string>

namespace scrump::detail {
namespace {

// What is put behind data and results, which may be large, need not move them.

// Bytes with what they were when they were sent, if that is to be checked.
Bytes sealed(Bytes bytes, bool checked) {
    if (!checked) return bytes;
    const std::uint64_t sum = checksum(bytes);
    return Encoder(std::move(bytes)).put(sum).take();
}

Bytes opened(Decoder& from, bool checked, const char* what) {
    if (!checked) return from.rest();
    const auto sum = from.get_last<std::uint64_t>();
    Bytes bytes = from.rest();
    if (checksum(bytes) != sum) throw Error(std::string(what) + " did not arrive as they were sent");
    return bytes;
}

double seconds_since(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace

// --- The locality

PartLocality::PartLocality(Setup setup, const LoopOptions& options, const LoopPart& part,
                           const LoopGathering& gathering)
    : AnyLoopLocality(std::move(setup), gathering, part.size),
      stealing_(options.stealing),
      part_(part),
      seed_(options.seed),
      pieces_(options, part.size, workers_in_all(), size()),
      timed_(options.history != nullptr || pieces_.depends_on_progress()),
      progress_(progress_before(shape_for(options.technique, options, part.size, workers_in_all())), self() * size(),
                size()) {
    if (stealing_.checked) sums_.resize(remote_memory().transport().size());
    for (unsigned index = 0; index < size(); ++index) workers_.push_back(std::make_unique<PartWorker>(*this, index));
    transfers_.own = part.size;
    if (part.size == 0) return;
    pieces_.add({.owner = self(), .range = {0, part.size}});
    expect_tasks(1);
}

std::optional<Piece> PartLocality::take(unsigned worker) {
    std::optional<Pieces::Taken> taken;
    {
        const std::lock_guard lock(mutex_);
        const double time = now();
        taken = pieces_.take(self() * size() + worker, time, progress_.all());
        if (taken) progress_.begun(self() * size() + worker, taken->piece.range.size(), time);
        if (taken && !taken->last) expect_more(1);  // else the piece was counted, and now its last chunk is
    }
    if (!taken) return std::nullopt;
    if (taken->last) note_taken();
    return std::move(taken->piece);
}

std::uint64_t PartLocality::run(const Piece& chunk, unsigned worker, ChunkGuard& guard) {
    LoopChunk shown(chunk.range, chunk.owner, self(), worker, guard);
    return part_.run(shown, chunk.stolen_data());
}

void PartLocality::finish(const Piece& chunk) {
    const bool travels = chunk.stolen.data && stealing_.results_go_home;
    Bytes results;
    if (travels) {
        results = sealed(part_.results(chunk.stolen.within(chunk.range), chunk.stolen), stealing_.checked);
        expect_more(1);
    }
    {
        const std::lock_guard lock(mutex_);
        if (!sums_.empty()) sums_[chunk.owner].add(IterationSums::of(chunk.range));
        if (travels) outgoing_.emplace_back(chunk.owner, Encoder(std::move(results)).put(chunk.range).take());
        if (chunk.stolen.data && !travels) part_.keep(chunk.owner, chunk.range, chunk.stolen);
    }
    if (travels) server_events_.notify_all();
}

void PartLocality::note(unsigned worker, const WorkerProgress& progress) {
    const std::lock_guard lock(mutex_);
    progress_.finished(self() * size() + worker, progress);
}

bool PartLocality::has_victims() const {
    return settings().localities > 1 && stealing_.order.kind == StealOrder::Kind::decentralised;
}

bool PartLocality::has_shared_tasks() const {
    const std::lock_guard lock(mutex_);
    return !pieces_.empty();
}

// Workers without work take what there is before any thief does: each has at least an iteration for itself.
Locality::StealReply PartLocality::give(unsigned thief) {
    if (stealing_.order.kind == StealOrder::Kind::off) return {};
    std::optional<Pieces::Taken> given;
    {
        const std::lock_guard lock(mutex_);
        given = pieces_.give({.first = thief * size(), .count = size()}, now(), progress_.all(), idle_workers());
        if (given && !given->last) expect_more(1);  // until it is sent
    }
    if (!given) return {};
    if (given->last) note_given(1);
    send_began_ = Clock::now();
    const Piece& piece = given->piece;
    const StolenData* const stolen = piece.stolen_data();
    Bytes data =
        sealed(part_.pack(stolen != nullptr ? stolen->within(piece.range) : piece.range, stolen), stealing_.checked);
    Encoder message(std::move(data));
    message.put(piece.range).put(piece.owner);
    put_news(message);
    return {.tasks = 1, .bytes = message.take()};
}

void PartLocality::note_sent() {
    transfers_.add_sent(seconds_since(send_began_));
}

void PartLocality::put_news(Encoder& message) {
    std::vector<ProgressNews> news;
    if (pieces_.depends_on_progress()) {
        const std::lock_guard lock(mutex_);
        news = progress_.news();
    }
    detail::put_news(message, news);
}

void PartLocality::take_news(Decoder& message) {
    const std::vector<ProgressNews> news = detail::take_news(message);
    if (news.empty()) return;
    const std::lock_guard lock(mutex_);
    progress_.learn(news);
}

void PartLocality::receive(Bytes tasks) {
    const Clock::time_point began = messages_->arrival_began().value_or(Clock::now());
    Decoder from(std::move(tasks));
    take_news(from);
    Piece piece;
    piece.owner = from.get_last<unsigned>();
    piece.range = from.get_last<ChunkRule::Range>();
    Bytes data = opened(from, stealing_.checked, "the data of stolen iterations");
    transfers_.iterations += piece.range.size();
    transfers_.bytes += data.size();
    // What was its own and comes back (its thief was stolen from) is still where it was.
    if (piece.owner != self()) piece.stolen = part_.unpack(piece.range, std::move(data));
    expect_tasks(1);
    {
        const std::lock_guard lock(mutex_);
        pieces_.add(std::move(piece));
    }
    transfers_.add_received(seconds_since(began));
    tell_of_tasks(size());
}

std::vector<std::pair<unsigned, Bytes>> PartLocality::take_outgoing() {
    const std::lock_guard lock(mutex_);
    return std::exchange(outgoing_, {});
}

void PartLocality::put_results(Bytes message) {
    Decoder from(std::move(message));
    const auto range = from.get_last<ChunkRule::Range>();
    part_.put(range, opened(from, stealing_.checked, "results of stolen iterations"));
}

std::vector<std::unique_ptr<Component>> PartLocality::components(const ServingParts& parts) {
    messages_ = &parts.messages;
    std::vector<std::unique_ptr<Component>> all;
    all.push_back(std::make_unique<PartService>(parts, *this, remote_memory().transport().topology(), seed_));
    return all;
}

// --- The worker

PartWorker::PartWorker(PartLocality& home, unsigned index)
    : AnyLoopWorker(home, {.locality = home.self(), .worker = index}), home_(home) {}

bool PartWorker::take_shared() {
    if (home_.timed()) asked_ = home_.seconds_since_start();
    std::optional<Piece> chunk = home_.take(index_);
    if (!chunk) return false;
    chunk_ = std::move(*chunk);
    return true;
}

TaskSize PartWorker::run_task() {
    start_chunk();
    const std::uint64_t done = home_.run(chunk_, index_, *this);
    ran(done);
    finish_chunk(done);
    return {.work = done};
}

void PartWorker::start_chunk() {
    if (home_.timed()) began_ = home_.seconds_since_start();
}

void PartWorker::finish_chunk(std::uint64_t done) {
    ++share_.chunks;
    share_.iterations += done;
    tell_done(share_.iterations);
    if (chunk_.owner != share_.locality) share_.stolen += done;
    share_.finished = home_.seconds_since_start();
    if (home_.timed()) {
        share_.progress.finish(chunk_.range.size(), share_.finished - began_, share_.finished - asked_);
        home_.note(index_, share_.progress);
    }
    if (done == chunk_.range.size()) home_.finish(chunk_);
    chunk_.stolen = {};
}

bool PartWorker::begin_chunk() {
    if (home_.ending() || !take_shared()) return false;
    begin_task();
    start_chunk();
    return true;
}

void PartWorker::end_chunk(std::uint64_t done) {
    finish_chunk(done);
    end_task({.work = done});
    home_.task_done();
}

}  // namespace scrump::detail
