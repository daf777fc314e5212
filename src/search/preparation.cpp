#include <scrump/search/ext/preparation.hpp>

#include "../runtime/worker_layout.hpp"
#include "settings.hpp"

#include <scrump/net/codec.hpp>
#include <scrump/runtime/session.hpp>

#include <utility>
#include <vector>

namespace scrump {

using detail::settings_of;
using detail::Turns;
using detail::WorkerLayout;
using detail::works_under;

Preparation::Preparation(const SearchOptions& options)
    : options_(options),
      deadline_(options.checkpoints.wanted() ? Deadline() : deadline_of(options)),
      around_(works_under.preparation) {
    // What would be refused its turn is refused here, before anything is agreed on with the other processes.
    if (settings_of(options).has_company()) const Turns::Turn can_be_had(options.session->turns());
    over();
    scope_.emplace(deadline_);
    works_under.preparation = this;
}

Preparation::~Preparation() {
    works_under.preparation = around_;
}

void Preparation::over() {
    Preparation* const own = works_under.preparation;
    if (own == nullptr) return;
    own->scope_.reset();
    if (!own->agreed_ && own->agree(Status::complete) != Status::complete) throw Stopped();
}

std::optional<Status> Preparation::given_up() {
    scope_.reset();
    if (!agreed_) agree(options_.stop.stop_requested() ? Status::cancelled : Status::time_limit);
    if (*agreed_ == Status::complete) return std::nullopt;
    return agreed_;
}

Status Preparation::agree(Status own) {
    agreed_ = own;
    if (settings_of(options_).has_company()) {
        Session& session = *options_.session;
        agreed_ = Decoder(session.broadcast(session.first() ? Encoder().put(own).take() : Bytes())).get<Status>();
    }
    return *agreed_;
}

Statistics Preparation::cost() const {
    const WorkerLayout layout = WorkerLayout::of(settings_of(options_));
    LocalityStatistics idle;
    idle.workers.resize(layout.workers);
    const std::size_t localities = settings_of(options_).has_company() ? options_.session->size() : layout.localities;
    const std::chrono::duration<double> passed = Clock::now() - options_.began.value_or(began_);
    return Statistics::of(std::vector<LocalityStatistics>(localities, idle), passed.count(), {});
}

}  // namespace scrump
