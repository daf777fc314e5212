#include <scrump/runtime/spmd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/detail/worker.hpp>

#include "serving/serving_side.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace scrump {
namespace {

using Body = std::function<void(SpmdWorker&)>;

class OneOfAll final : public detail::Worker {
  public:
    OneOfAll(detail::Locality& home, SpmdWorker self, const Body& body)
        : detail::Worker(home, self.index, false), home_(home), self_(std::move(self)), body_(body) {}

  private:
    bool take_own() override { return false; }
    bool take_from(detail::Worker& /*victim*/) override { return false; }
    detail::TaskSize run_task() override {
        body_(self_);
        return {.work = 1};
    }
    void work() override {
        begin_task();
        end_task(run_task());
        home_.task_done();
    }

    detail::Locality& home_;
    SpmdWorker self_;
    const Body& body_;
};

// Its workers have something to do from the beginning.
class SpmdLocality final : public detail::Locality {
  public:
    SpmdLocality(Setup setup, const std::vector<RemoteArrayShape>& shapes, const Body& body)
        : detail::Locality(std::move(setup)) {
        std::vector<RemoteArray*> arrays;
        arrays.reserve(shapes.size());
        for (const auto& [name, words] : shapes) arrays.push_back(&remote_memory().open(name, words));
        const detail::Transport& transport = remote_memory().transport();
        for (unsigned index = 0; index < size(); ++index) {
            SpmdWorker self{.locality = transport.self(),
                            .localities = transport.size(),
                            .index = index,
                            .workers = size(),
                            .arrays = {}};
            for (RemoteArray* const array : arrays) self.arrays.push_back(&array->access(index));
            workers_.push_back(std::make_unique<OneOfAll>(*this, std::move(self), body));
        }
        expect_more(size());
    }
};

class SpmdRun final : public detail::Run {
  public:
    SpmdRun(const Settings& settings, const std::vector<RemoteArrayShape>& shapes, const Body& body,
            const std::function<void()>& report)
        : detail::Run(settings), shapes_(shapes), body_(body), report_(report) {
        make_localities({}, [&] {
            std::string arrays;
            for (const auto& [name, words] : shapes)
                arrays += (arrays.empty() ? "" : ", ") + name + " (" + std::to_string(words) + " words)";
            return detail::Agreement({{.what = "remote arrays", .value = arrays}});
        });
    }

    Status operator()() {
        carry_out();
        const auto [status, failure] = leads() ? conclude() : take_over();
        rethrow();
        if (!failure.empty()) throw Error(failure);
        return status;
    }

  private:
    struct Outcome {
        Status status = Status::complete;
        std::string failure{};
    };

    std::unique_ptr<detail::Locality> make(detail::Locality::Setup setup) override {
        return std::make_unique<SpmdLocality>(std::move(setup), shapes_, body_);
    }
    void prepare() override {}
    bool report(const detail::ProgressReport& /*sum*/, Clock::time_point /*now*/) override {
        if (report_) ending_all_by_exceptions(report_);
        return false;
    }

    Outcome conclude() {
        Outcome outcome{first().end().status(), failed_here() ? own_failure() : first().end().failure()};
        if (settings().has_company()) {
            first().end().announce(Encoder().put(outcome.status).put(outcome.failure).take(), network().here());
        }
        return outcome;
    }
    Outcome take_over() {
        Decoder announced(*first().end().announced());
        const auto status = announced.get<Status>();
        return {status, announced.get<std::string>()};
    }

    const std::vector<RemoteArrayShape>& shapes_;
    const Body& body_;
    const std::function<void()>& report_;
};

}  // namespace

Status run_on_all_workers(const Settings& settings, const std::vector<RemoteArrayShape>& arrays, const Body& body,
                          const std::function<void()>& report) {
    return SpmdRun(settings, arrays, body, report)();
}

}  // namespace scrump
