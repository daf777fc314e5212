#include "dataflow.hpp"

#include <scrump/runtime/detail/run.hpp>

#include <chrono>
#include <utility>
#include <vector>

#include "flow_locality.hpp"

namespace scrump::heat {

class Dataflow::FlowRun final : public detail::Run {
  public:
    FlowRun(const Work& work, unsigned workers, Plan plan)
        : detail::Run({.workers = workers, .session = work.session, .hardware_counters = work.hardware_counters}),
          work_(work),
          plan_(std::move(plan)) {
        make_localities({}, std::nullopt);
    }

    RunTimes operator()(const Epoch& first) {
        first_ = first;
        const Clock::time_point began = Clock::now();
        carry_out();
        times_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
        rethrow();
        return times_;
    }

  private:
    std::unique_ptr<detail::Locality> make(detail::Locality::Setup setup) override {
        return std::make_unique<FlowLocality>(std::move(setup), work_, std::move(plan_));
    }
    void prepare() override { static_cast<FlowLocality&>(locality()).begin_with(first_); }
    void gathered(std::vector<LocalityStatistics> figures) override {
        times_.activity = figures.front().activity();
        const Counters counters = figures.front().sum();
        times_.steals_tried = counters.steals_tried;
        times_.steals_won = counters.steals_won;
        times_.hardware = figures.front().hardware();
    }

    const Work work_;
    Plan plan_;
    Epoch first_;
    RunTimes times_;
};

Dataflow::Dataflow(const Work& work, unsigned workers, Plan plan)
    : run_(std::make_unique<FlowRun>(work, workers, std::move(plan))) {}

Dataflow::~Dataflow() = default;

RunTimes Dataflow::run(const Epoch& first) {
    return (*run_)(first);
}

}  // namespace scrump::heat
