#include <scrump/problems/flowshop/source.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/spec.hpp>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace scrump::flowshop {
namespace {

constexpr std::string_view random_family = "random";

constexpr std::array random_parameters = {
    Parameter{"jobs", "number of jobs", IntegerRange{1, max_jobs}},
    Parameter{"machines", "number of machines", IntegerRange{1, max_machines}, "5"},
    Parameter{"seed", "seed of the random numbers", IntegerRange{1, max_seed}, ""},
};

/// D. H. Lehmer's generator with the multiplier of P. A. W. Lewis, A. S. Goodman and J. M. Miller.
class Lehmer {
  public:
    explicit Lehmer(std::uint64_t seed) : state_(seed) {}

    std::uint64_t from_1_to(std::uint64_t most) {
        state_ = state_ * 16807 % modulus;
        return 1 + state_ * most / modulus;
    }

  private:
    static constexpr std::uint64_t modulus = max_seed + 1;

    std::uint64_t state_;
};

}  // namespace

Instance taillard(std::size_t jobs, std::size_t machines, std::uint64_t seed) {
    if (seed < 1 || seed > max_seed)
        throw Error("a seed of " + std::to_string(seed) + "; expected from 1 to " + std::to_string(max_seed));
    Instance instance(jobs, machines);
    Lehmer random(seed);
    for (std::size_t machine = 0; machine < machines; ++machine)
        for (std::size_t job = 0; job < jobs; ++job)
            instance.set_time(job, machine, static_cast<std::int64_t>(random.from_1_to(99)));
    return instance;
}

bool names_file(const std::string& source) {
    std::error_code unreadable;
    if (source == "-" || std::filesystem::exists(source, unreadable)) return true;
    if (spec_name(source) == random_family) return false;
    if (unreadable) throw Error(source + ": cannot be read: " + unreadable.message());
    throw Error(source + ": no such file; expected a file of flow shops, '-', or random:jobs=…");
}

Instance generate(std::string_view spec, std::uint64_t default_seed) {
    const Spec parsed = parse_spec(spec);
    if (parsed.name != random_family) {
        throw UsageError("unknown family of instances '" + parsed.name + "'; expected " + std::string(random_family));
    }
    const Arguments arguments(parsed, random_parameters);
    const std::uint64_t usable_seed = 1 + (default_seed - 1) % max_seed;
    return taillard(arguments.integer("jobs"), arguments.integer("machines"), arguments.integer("seed", usable_seed));
}

NamedInstance parse(std::string_view text, const std::string& name, std::size_t number) {
    std::vector<NamedInstance> instances = parse(text, name);
    if (number < 1 || number > instances.size()) {
        const std::string has =
            instances.size() == 1 ? "one instance" : std::to_string(instances.size()) + " instances";
        throw Error(name + ": has " + has + ", not an instance " + std::to_string(number));
    }
    return std::move(instances[number - 1]);
}

Instance load(const std::string& source, std::uint64_t default_seed) {
    if (!names_file(source)) return generate(source, default_seed);
    return parse(read_file(source), source == "-" ? "standard input" : source, 1).instance;
}

}  // namespace scrump::flowshop
