#include "results/merged_shards.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/described/ext/problem.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace scrump::results {
namespace {

constexpr std::string_view so_far = "_so_far";

[[noreturn]] void refuse(const ShardFile& file, const std::string& what) {
    throw Error(file.name + ": " + what);
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string quoted(const std::string& name) {
    std::string text = "'";
    text += name;
    text += "'";
    return text;
}

// --- Members of an object that may be anything

const Json& member(const ShardFile& file, const std::string& path) {
    const Json::json_pointer pointer(path);
    if (!file.run.contains(pointer)) refuse(file, "is not the result of a shard: it has no " + quoted(path.substr(1)));
    return file.run[pointer];
}

std::string text(const ShardFile& file, const std::string& path) {
    const Json& found = member(file, path);
    if (!found.is_string()) refuse(file, quoted(path.substr(1)) + " is not a text");
    return found.get<std::string>();
}

std::uint64_t whole(const ShardFile& file, const Json& number, const std::string& name) {
    if (!number.is_number_unsigned()) refuse(file, quoted(name) + " is not a whole number");
    return number.get<std::uint64_t>();
}

std::uint64_t whole(const ShardFile& file, const std::string& path) {
    return whole(file, member(file, path), path.substr(1));
}

double real(const ShardFile& file, const std::string& path) {
    const Json& found = member(file, path);
    if (!found.is_number()) refuse(file, quoted(path.substr(1)) + " is not a number");
    return found.get<double>();
}

Shard part_of(const ShardFile& file) {
    const std::uint64_t count = whole(file, "/shard/count");
    const std::uint64_t index = whole(file, "/shard/index");
    if (count < 1 || count > Shard::max_count || index < 1 || index > count)
        refuse(file, "is of shard " + std::to_string(index) + "/" + std::to_string(count) + ", which cannot be");
    return {.index = static_cast<unsigned>(index), .count = static_cast<unsigned>(count)};
}

bool is_complete(const ShardFile& file) {
    return text(file, "/status") == "complete";
}
// By a gap, the job came to its end, too.
bool is_finished(const ShardFile& file) {
    return is_complete(file) || text(file, "/stopped_by") == name(Status::gap);
}
// A run that ended before the tree was divided knows nothing of the search.
bool is_divided(const ShardFile& file) {
    return file.run.contains("/shard/plan"_json_pointer);
}

// What the object says besides the answer.
constexpr std::array<std::string_view, 32> no_answer = {
    "schema",  "version", "problem",          "instance",    "status",     "stopped_by", "bound",      "gap",
    "seconds", "nodes",   "nodes_per_second", "workers",     "localities", "skeleton",   "policy",     "paper",
    "seed",    "program", "command",          "date",        "hosts",      "processors", "statistics", "incumbents",
    "history", "shard",   "earlier",          "checkpoints", "trace",      "simulated",  "simulation", "exchange"};

Json answer_of(const ShardFile& file) {
    Json answer = Json::object();
    for (const auto& [key, value] : file.run.items())
        if (std::ranges::find(no_answer, key) == no_answer.end()) answer[key] = value;
    return answer;
}

// --- Whether they belong together

// Whatever the order of members, which other programs may have changed.
bool are_equal(const Json& one, const Json& other) {
    return nlohmann::json(one) == nlohmann::json(other);
}

void expect_same(const ShardFile& one, const ShardFile& other, const std::string& path, const std::string& what) {
    const Json& expected = member(one, path);
    const Json& found = member(other, path);
    if (are_equal(found, expected)) return;
    refuse(other, "is of another " + what + ": of " + dumped(found) + ", and " + one.name + " of " + dumped(expected));
}

void expect_same_search(const ShardFile& one, const ShardFile& other) {
    expect_same(one, other, "/problem", "problem");
    if (!are_equal(what_is_searched(member(one, "/instance")), what_is_searched(member(other, "/instance"))))
        expect_same(one, other, "/instance", "instance");
    expect_same(one, other, "/program", "version");
    expect_same(one, other, "/shard/count", "number of shards");
    if (!is_divided(one) || !is_divided(other)) return;
    expect_same(one, other, "/shard/problem", "instance");
    expect_same(one, other, "/shard/kind", "kind of search");
    expect_same(one, other, "/shard/search", "search, with other options");
    if (member(one, "/shard/plan") != member(other, "/shard/plan"))
        refuse(other, "divides the tree in another way than " + one.name +
                          ": the search is not the same on both machines; run all shards on machines of one kind");
}

void expect_well_formed(const ShardFile& file) {
    static_cast<void>(part_of(file));
    if (text(file, "/schema") != "scrump-result") refuse(file, "is not the result of a search");
    if (!is_complete(file)) static_cast<void>(text(file, "/stopped_by"));
    if (is_complete(file) && !is_divided(file))
        refuse(file, "was answered before the tree was divided: its answer is that of the whole search");
    if (real(file, "/seconds") < 0) refuse(file, "'seconds' is negative");
    for (const char* const path : {"/nodes", "/workers", "/localities"}) static_cast<void>(whole(file, path));
}

// In the order of their parts.
void sort_by_part(std::vector<ShardFile>& files) {
    std::ranges::stable_sort(files, {}, [](const ShardFile& file) { return part_of(file).index; });
    for (std::size_t i = 1; i < files.size(); ++i) {
        if (part_of(files[i]) == part_of(files[i - 1]))
            refuse(files[i], "is of shard " + part_of(files[i]).describe() + ", as is " + files[i - 1].name);
    }
}

void expect_all_parts(const std::vector<ShardFile>& files) {
    const unsigned count = part_of(files.front()).count;
    std::vector<bool> there(count + 1, false);
    for (const ShardFile& file : files) there[part_of(file).index] = true;
    std::string missing;
    for (unsigned index = 1; index <= count; ++index)
        if (!there[index])
            missing += (missing.empty() ? "" : ", ") + std::to_string(index) + "/" + std::to_string(count);
    if (!missing.empty()) throw Error("missing shards: " + missing + "; expected the results of all shards");
}

// --- The joint answer

class Joint {
  public:
    explicit Joint(const std::vector<ShardFile>& files) : files_(files) {
        complete_ = std::ranges::all_of(files, is_complete);
        for (const ShardFile& file : files)
            if (is_divided(file)) kind_ = text(file, "/shard/kind");
    }

    void answer(RunReport& report) const {
        if (kind_.starts_with("enumeration")) {
            report.answer = sums();
        } else if (kind_.starts_with("decision")) {
            decide(report);
        } else if (!kind_.empty()) {
            report.answer = best();
            report.bound = bound(report.answer);
        }
    }

    bool has_witness() const { return kind_.starts_with("decision") && witness() != files_.end(); }

  private:
    // As Report::counted() names them.
    static std::string plain(std::string key) {
        if (key.ends_with(so_far)) key.resize(key.size() - so_far.size());
        return key;
    }

    Json sums() const {
        Json sum = Json::object();
        for (const ShardFile& file : files_) {
            const Json answer = answer_of(file);
            for (const auto& [key, value] : answer.items()) add(sum[plain(key)], value, file, plain(key));
        }
        expect_same_numbers(sum);
        if (sum.contains("solutions")) std::sort(sum["solutions"].begin(), sum["solutions"].end());
        if (complete_) return sum;
        Json part = Json::object();
        for (const auto& [key, value] : sum.items()) part[key + std::string(so_far)] = value;
        return part;
    }

    // Solutions are collected, numbers added; the depth of a tree is the largest.
    static void add(Json& sum, const Json& value, const ShardFile& file, const std::string& key) {
        if (sum.is_null()) sum = value.is_array() ? Json::array() : Json();
        if (sum.is_array() != value.is_array())
            refuse(file, quoted(key) + " is a list in one shard, and a number in another");
        if (!value.is_array()) return add_number(sum, value, file, key);
        if (key == "solutions") {
            sum.insert(sum.end(), value.begin(), value.end());
            return;
        }
        while (sum.size() < value.size()) sum.push_back(0U);
        for (std::size_t i = 0; i < value.size(); ++i) add_number(sum[i], value[i], file, key);
    }

    // What is counted may be as good as the best, or be the count itself, as of Python's results.
    static bool is_counted(const ShardFile& file) {
        return file.run.contains("count") || file.run.contains("count" + std::string(so_far));
    }

    static void add_number(Json& sum, const Json& value, const ShardFile& file, const std::string& key) {
        const std::uint64_t more = whole(file, value, key);
        if (sum.is_null()) {
            sum = more;
            return;
        }
        const auto before = sum.get<std::uint64_t>();
        if (key == "depth") {
            sum = std::max(before, more);
        } else if (key == "objective" && is_counted(file)) {
            if (before != more) refuse(file, "has another 'objective' than the other shards");
        } else if (more > std::numeric_limits<std::uint64_t>::max() - before) {
            refuse(file, "the sum of " + quoted(key) + " does not fit into 64 bits");
        } else {
            sum = before + more;
        }
    }

    // Of complete shards, each has the whole answer.
    void expect_same_numbers(const Json& sum) const {
        for (const ShardFile& file : files_) {
            if (!is_complete(file)) continue;
            for (const auto& [key, value] : sum.items())
                if (!file.run.contains(key)) refuse(file, "has no " + quoted(key) + ", which other shards have");
        }
    }

    // Whether there is a solution, or what it is worth; a shard without one says neither.
    std::vector<ShardFile>::const_iterator witness() const {
        return std::ranges::find_if(files_, [](const ShardFile& file) {
            const auto exists = file.run.find("exists");
            return exists != file.run.end() ? *exists == true : file.run.contains("objective");
        });
    }

    void decide(RunReport& report) const {
        if (const auto found = witness(); found != files_.end()) {
            report.answer = {{"exists", true}};
            report.answer.update(answer_of(*found));
        } else if (complete_) {
            report.answer = {{"exists", false}};
        }
    }

    // The command's problems are known; of others, objectives are what their own searches compare.
    bool least_is_best() const {
        const std::string problem = text(files_.front(), "/problem");
        for (const described::Problem* const each : described::all_problems()) {
            if (each->name != problem) continue;
            using described::Form;
            static constexpr std::array least = {Form::order, Form::tour, Form::vertex_cover, Form::colouring};
            return std::ranges::find(least, each->form) != least.end();
        }
        return kind_.starts_with("minimisation");
    }

    bool better(double one, double other) const { return least_is_best() ? one < other : one > other; }

    Json best() const {
        const ShardFile* found = nullptr;
        for (const ShardFile& file : files_) {
            if (!file.run.contains("objective")) continue;
            if (found == nullptr || better(real(file, "/objective"), real(*found, "/objective"))) found = &file;
        }
        Json answer = found != nullptr ? answer_of(*found) : Json::object();
        if (!answer.contains("at_least")) return answer;
        double least = real(*found, "/at_least");
        // What no solution of any shard goes below.
        for (const ShardFile& file : files_) {
            if (file.run.contains("at_least") && real(file, "/at_least") < least) {
                least = real(file, "/at_least");
                answer["at_least"] = member(file, "/at_least");
            }
        }
        return answer;
    }

    std::optional<double> bound(const Json& answer) const {
        if (complete_) return objective_in(answer);
        std::optional<double> weakest;
        for (const ShardFile& file : files_) {
            if (!file.run.contains("bound")) {
                if (is_complete(file) && !file.run.contains("objective")) continue;  // nothing is there
                return std::nullopt;
            }
            const double each = real(file, "/bound");
            if (!weakest || better(each, *weakest)) weakest = each;
        }
        return weakest;
    }

    const std::vector<ShardFile>& files_;
    bool complete_ = false;
    std::string kind_;
};

Status status_named(const std::string& word) {
    for (const Status each : {Status::time_limit, Status::node_limit, Status::cancelled, Status::gap})
        if (word == name(each)) return each;
    return Status::cancelled;
}

Json common_choices(const std::vector<ShardFile>& files) {
    Json choices = Json::object();
    for (const char* const key : {"skeleton", "policy"}) {
        std::optional<Json> same;
        for (const ShardFile& file : files) {
            const Json mine = file.run.value(key, Json("unknown"));
            same = !same || *same == mine ? mine : Json("several");
        }
        choices[key] = *same;
    }
    return choices;
}

// What the workers of all jobs did.
Counters counters_in(const ShardFile& file) {
    Counters counters;
    counters.nodes = whole(file, "/statistics/nodes");
    counters.prunes = whole(file, "/statistics/prunes");
    counters.backtracks = whole(file, "/statistics/backtracks");
    counters.spawns = whole(file, "/statistics/spawns");
    counters.tasks = whole(file, "/statistics/tasks");
    counters.steals_tried = whole(file, "/statistics/steals_tried");
    counters.steals_won = whole(file, "/statistics/steals_won");
    return counters;
}

void add_costs(MergedShards& merged, const std::vector<ShardFile>& files) {
    RunReport& report = merged.report;
    report.localities = 0;
    report.computation = Computation::search;
    Counters& total = report.statistics.total;
    for (const ShardFile& file : files) {
        total += counters_in(file);
        merged.total_seconds += real(file, "/seconds");
        report.seconds = std::max(report.seconds, real(file, "/seconds"));
        report.workers = std::max<std::size_t>(report.workers, whole(file, "/workers"));
        report.localities += whole(file, "/localities");
    }
    const double rate = merged.total_seconds > 0 ? static_cast<double>(total.nodes) / merged.total_seconds : 0;
    report.speed = {{"nodes", total.nodes}, {"nodes_per_second", rate}};
    report.choices = common_choices(files);
}

// What concerns the shards.
Json merged_json(const MergedShards& merged, std::size_t shards) {
    Json unfinished = Json::array();
    for (const UnfinishedShard& each : merged.unfinished)
        unfinished.push_back({{"shard", each.part.describe()}, {"file", each.file}, {"stopped_by", each.stopped_by}});
    return {{"shards", shards}, {"total_seconds", merged.total_seconds}, {"unfinished", std::move(unfinished)}};
}

}  // namespace

Json what_is_searched(Json instance) {
    if (!instance.is_object()) return instance;
    for (const char* const name : {"graph", "file", "source", "format", "tree", "hash"}) instance.erase(name);
    for (Json& part : instance) part = what_is_searched(part);
    return instance;
}

ShardFile read_shard(std::string_view text, const std::string& name) {
    constexpr int max_depth = 100;  // results have a few levels; more would fill the stack
    const std::string what = ": is not what scrump --json prints: ";
    ShardFile file{.name = name};
    try {
        file.run = Json::parse(text, [&](int depth, Json::parse_event_t /*event*/, Json& /*part*/) {
            if (depth > max_depth) throw Error(name + what + "it is nested too deeply");
            return true;
        });
    } catch (const Json::parse_error& error) {
        const auto line = 1 + std::ranges::count(text.substr(0, error.byte), '\n');
        throw Error(name + ":" + std::to_string(line) + what +
                    (text.empty() ? "it is empty" : "it is not JSON, or ends early"));
    } catch (const Json::exception&) {
        throw Error(name + what + "it has a number that is too large");
    }
    if (!file.run.is_object()) throw Error(name + ":1" + what + "it is not an object");
    expect_well_formed(file);
    return file;
}

MergedShards merge_shards(std::vector<ShardFile> files) {
    if (files.empty()) throw Error("no shards: expected the results of all shards of a search");
    for (const ShardFile& file : files) expect_same_search(files.front(), file);
    sort_by_part(files);
    const auto divided = std::ranges::find_if(files, is_divided);
    for (const ShardFile& file : files)
        if (divided != files.end()) expect_same_search(*divided, file);
    const Joint joint(files);
    if (!joint.has_witness()) expect_all_parts(files);

    MergedShards merged;
    RunReport& report = merged.report;
    report.schema = "scrump-result";
    report.problem = text(files.front(), "/problem");
    report.instance = member(files.front(), "/instance");
    joint.answer(report);
    for (const ShardFile& file : files) {
        if (is_complete(file)) continue;
        const std::string stopped_by = text(file, "/stopped_by");
        if (!is_finished(file)) merged.unfinished.push_back({part_of(file), file.name, stopped_by});
        if (report.status == Status::complete || !is_finished(file)) report.status = status_named(stopped_by);
    }
    if (joint.has_witness()) {
        report.status = Status::complete;
        merged.unfinished.clear();
    }
    add_costs(merged, files);
    report.more["merged"] = merged_json(merged, files.size());
    return merged;
}

}  // namespace scrump::results
