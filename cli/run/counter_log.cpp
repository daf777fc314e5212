#include "run/counter_log.hpp"

#include <scrump/base/error.hpp>
#include <scrump/metrics/detail/counting.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string_view>

namespace scrump::cli {
namespace {

Scope parse_scope(std::string_view name, const std::string& item) {
    if (name == "run") return Scope::run;
    if (name == "locality") return Scope::locality;
    if (name == "worker") return Scope::worker;
    throw UsageError("--counters " + item + ": '" + std::string(name) + "' is not one of run, locality and worker");
}

bool has(Scope scope, const Counter& counter) {
    return scope != Scope::worker || counter.of_workers;
}

std::FILE* open(const std::string& name) {
    if (name.empty()) return stderr;
    std::FILE* const file = std::fopen(name.c_str(), "w");
    if (file == nullptr) throw Error(name + ": cannot be written: " + std::strerror(errno));
    return file;
}

}  // namespace

bool is_counted(const Counter& counter, results::Computation kind) {
    if (kind == results::Computation::search) return true;
    if (kind == results::Computation::states && (counter.in_json & of_states) != 0) return true;
    return (counter.in_json & (of_searches | of_stacks)) == 0;
}

std::vector<WantedCounter> parse_counters(const std::string& list, results::Computation kind) {
    std::vector<WantedCounter> wanted;
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');) {
        const std::size_t at = item.find('@');
        const std::string name = item.substr(0, at);
        const Scope scope = at == std::string::npos ? Scope::run : parse_scope(item.substr(at + 1), item);
        if (name == "all") {
            for (const Counter& counter : all_counters()) {
                if (has(scope, counter) && is_counted(counter, kind)) wanted.push_back({&counter, scope});
            }
            continue;
        }
        const Counter& counter = find_counter(name);
        if (!is_counted(counter, kind)) throw UsageError("--counters " + item + ": is for searches alone");
        if (!has(scope, counter)) throw UsageError("--counters " + item + ": is not known of each worker");
        wanted.push_back({&counter, scope});
    }
    if (wanted.empty()) throw UsageError("--counters " + list + ": names no counter");
    return wanted;
}

CounterLog::CounterLog(const Request& request, bool json, double alone_per_node)
    : request_(request),
      json_(request.file.ends_with(".jsonl") || (request.file.empty() && json)),
      alone_per_node_(alone_per_node),
      file_(open(request.file)) {
    if (!detail::counting) throw UsageError("this build keeps no counters: SCRUMP_COUNTERS is off");
    if (!json_) fmt::print(file_.get(), "seconds,scope,counter,unit,value\n");
}

void CounterLog::write(const Statistics& now) {
    // Some commands search twice.
    if (const auto run = before_.find("run"); run != before_.end() && now.seconds < run->second.seconds)
        before_.clear();
    write("run", Scope::run, Figures::of_run(now));
    for (std::size_t i = 0; i < now.localities.size(); ++i) {
        write(fmt::format("locality {}", i), Scope::locality, Figures::of_locality(now, i));
        for (std::size_t j = 0; j < now.localities[i].workers.size(); ++j) {
            write(fmt::format("worker {}.{}", i, j), Scope::worker, Figures::of_worker(now, i, j));
        }
    }
    if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return;
    throw Error((request_.file.empty() ? "standard error" : request_.file) +
                ": cannot be written: " + std::strerror(errno));
}

void CounterLog::write(const std::string& scope, Scope kind, Figures figures) {
    figures.alone_per_node = alone_per_node_;
    const Figures passed = figures.since(before_[scope]);
    nlohmann::ordered_json counters;
    for (const WantedCounter& wanted : request_.wanted) {
        if (wanted.scope != kind) continue;
        const Counter& counter = *wanted.counter;
        const double value = counter.value(counter.accrues ? figures : passed);
        if (json_) {
            counters[std::string(counter.name)] = std::isfinite(value) ? nlohmann::ordered_json(value) : nullptr;
        } else {
            fmt::print(file_.get(), "{:.6f},{},{},{},{}\n", figures.seconds, scope, counter.name, counter.unit,
                       std::isfinite(value) ? fmt::format("{}", value) : "");
        }
    }
    if (!counters.is_null()) {
        const nlohmann::ordered_json line = {{"seconds", figures.seconds}, {"scope", scope}, {"counters", counters}};
        fmt::print(file_.get(), "{}\n", line.dump());
    }
    before_[scope] = figures;
}

}  // namespace scrump::cli
