#pragma once
// A simulated machine: hosts with cores, the links between them, and the time that a program's actions take there.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// A simulated machine. All times are in nanoseconds of its own time.
struct SimulatedMachine {
    /// A link between two processes.
    struct Link {
        double latency = 0;        ///< time until the first byte arrives
        double bytes_per_ns = 10;  ///< bandwidth; 1 is 8 Gbit/s
        /// Whether both are the same.
        bool operator==(const Link&) const = default;
    };
    /// Other work on hosts, which takes a part of their cores' time.
    struct Load {
        unsigned first = 0;  ///< the hosts from this one ...
        unsigned last = 0;   ///< ... to this one
        double begins = 0;   ///< time when it first begins
        double lasts = 0;    ///< duration; 0: for ever
        double every = 0;    ///< time between repetitions; 0: once
        double left = 0.5;   ///< part of their speed that hosts have left meanwhile
        /// Whether both are the same.
        bool operator==(const Load&) const = default;
    };
    /// Costs of actions: the time that each takes on a host of speed 1.
    struct Costs {
        double node = 20;        ///< exploring a node
        double clock = 25;       ///< reading the clock
        double look = 40;        ///< checking once for news
        double serve = 300;      ///< checking once what a locality has to do for others
        double yield = 300;      ///< letting others go first
        double task = 150;       ///< beginning and ending a task
        double spawn = 60;       ///< making a task
        double steal = 400;      ///< taking a task from another worker of the same locality
        double access = 100;     ///< reading or changing a word that another worker has in its cache
        double wake = 4000;      ///< time until a woken thread runs, if a core is free
        double preempt = 20000;  ///< time until the thread that serves a locality runs, if no core is free
        double notify = 1500;    ///< waking a thread
        double send = 800;       ///< handing a message to the network
        double receive = 800;    ///< receiving a message
        double byte = 0.1;       ///< each byte of a message, for sender and receiver each
        /// Whether both are the same.
        bool operator==(const Costs&) const = default;
    };

    /// A fault of some hosts.
    struct Fault {
        /// Kinds of faults.
        enum class Kind : std::uint8_t {
            stall,  ///< nothing on the hosts proceeds meanwhile
            part,   ///< messages between them and the others wait until it is over
            die,    ///< nothing on the hosts ever proceeds again, and messages to them are lost
        };
        Kind kind = Kind::stall;  ///< kind of fault
        unsigned first = 0;       ///< the hosts from this one ...
        unsigned last = 0;        ///< ... to this one
        double begins = 0;        ///< time when it first begins
        double lasts = 0;         ///< duration
        double every = 0;         ///< time between repetitions; 0: once
        /// Whether both are the same.
        bool operator==(const Fault&) const = default;

        /// Whether it affects the host.
        bool hits(unsigned host) const { return host >= first && host <= last; }
        /// Time when the fault is over, if it has begun and is not over at `time`; otherwise `time` itself.
        double over(double time) const;
    };

    unsigned hosts = 1;                                  ///< number of hosts
    unsigned localities = 1;                             ///< number of processes per host
    unsigned workers = 1;                                ///< number of workers per process, unless a search gives it
    unsigned cores = 0;                                  ///< number of cores per host; 0: one for each worker
    unsigned hosts_per_rack = 0;                         ///< number of hosts per rack; 0: all are in one
    std::vector<double> speeds{};                        ///< speed of host i: the (i mod size)-th; none: all are 1
    std::map<std::string, double, std::less<>> nodes{};  ///< Costs::node of searches by problem: "semigroups"
    std::vector<Load> loads{};                           ///< other work on the hosts
    /// Largest ratio between latencies of hosts: each latency is multiplied by up to this, in either direction, by
    /// seed.
    double unequal = 1;
    std::vector<Fault> faults{};                        ///< faults
    double delayed = 0;                                 ///< fraction of all messages that are delayed
    double delay = 100000;                              ///< longest delay
    Link within{.latency = 600, .bytes_per_ns = 8};     ///< link between processes of one host
    Link between{.latency = 1500, .bytes_per_ns = 10};  ///< link between hosts of one rack
    Link racks{.latency = 2500, .bytes_per_ns = 10};    ///< link between racks
    Costs costs{};                                      ///< costs of actions
    /// Time between the moments at which a worker and others see each other's actions: the price of speed. Events
    /// elsewhere within it are seen at its end.
    double step = 2000;
    std::uint64_t seed = 1;  ///< seed of all random choices
    /// Longest run: one that takes longer is an Error; 0: no limit.
    double longest = 0;

    /// Number of processes in all.
    unsigned processes() const { return hosts * localities; }
    /// Number of cores per host.
    unsigned cores_per_host() const { return cores > 0 ? cores : localities * workers; }
    /// Host of a process: the processes of a host have consecutive numbers.
    unsigned host_of(unsigned process) const { return process / localities; }
    /// The link between two processes.
    const Link& link(unsigned from, unsigned to) const;
    /// The speed of a host at a time.
    double speed(unsigned host, double time) const;

    /// The machine of that name: `one-host`, `gigabit`, `infiniband`, `cloud`. Throws UsageError for any other.
    static SimulatedMachine named(std::string_view name);
    /// Reads a user's text: `[NAME:]key=value,…`, such as `infiniband:hosts=20,workers=15`; a key `file` applies the
    /// changes of a JSON file. Throws UsageError, or Error for an invalid file.
    static SimulatedMachine parse(const std::string& text);
    /// Reads the text of a JSON file, named `name` in messages; missing values are those of `base`. Throws Error for
    /// invalid text.
    static SimulatedMachine from_json(std::string_view text, const std::string& name, SimulatedMachine base);
    /// The same, with missing values as in SimulatedMachine().
    static SimulatedMachine from_json(std::string_view text, const std::string& name) {
        return from_json(text, name, SimulatedMachine());
    }
    /// The whole machine as JSON.
    std::string to_json() const;
    /// The grammar of parse(), for --help.
    static std::string help();

    /// Whether both are the same machine.
    bool operator==(const SimulatedMachine&) const = default;
};

}  // namespace scrump
