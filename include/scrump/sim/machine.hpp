#pragma once
// A machine that does not exist: hosts with cores, what joins them, and how long what a program does takes there.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// Times are nanoseconds of the machine's own time, throughout.
struct SimulatedMachine {
    /// What joins two processes.
    struct Link {
        double latency = 0;        ///< until the first byte is there
        double bytes_per_ns = 10;  ///< 1 is 8 Gbit/s
        /// Whether it is the same.
        bool operator==(const Link&) const = default;
    };
    /// What else runs on hosts, and takes a part of their cores' time.
    struct Load {
        unsigned first = 0;  ///< the hosts from this one ...
        unsigned last = 0;   ///< ... to this one
        double begins = 0;   ///< when it comes first
        double lasts = 0;    ///< for so long; 0: for ever
        double every = 0;    ///< and again; 0: once
        double left = 0.5;   ///< the part of their speed that hosts have left meanwhile
        /// Whether it is the same.
        bool operator==(const Load&) const = default;
    };
    /// What is done, and how long it takes on a host whose speed is 1.
    struct Costs {
        double node = 20;        ///< to explore a node
        double clock = 25;       ///< to read the clock
        double look = 40;        ///< to look once whether there is news
        double serve = 300;      ///< to look once what a locality has to do for others
        double yield = 300;      ///< to let others go first
        double task = 150;       ///< to begin and end a task
        double spawn = 60;       ///< to make one
        double steal = 400;      ///< to take one from another worker of the same locality
        double access = 100;     ///< to read or change a word that another worker has in its cache
        double wake = 4000;      ///< until one that sleeps runs, where a core is free
        double preempt = 20000;  ///< until the thread that serves a locality runs, where none is
        double notify = 1500;    ///< to wake somebody
        double send = 800;       ///< to hand a message to the network
        double receive = 800;    ///< to take one in
        double byte = 0.1;       ///< of a message, for each of the two
        /// Whether they are the same.
        bool operator==(const Costs&) const = default;
    };

    /// What goes wrong with some hosts.
    struct Fault {
        /// How.
        enum class Kind : std::uint8_t {
            stall,  ///< nothing on them goes on meanwhile
            part,   ///< what they and the others send each other waits until it is over
            die,    ///< nothing on them ever goes on, and what is sent to them is lost
        };
        Kind kind = Kind::stall;  ///< what happens to them
        unsigned first = 0;       ///< the hosts from this one ...
        unsigned last = 0;        ///< ... to this one
        double begins = 0;        ///< when it happens first
        double lasts = 0;         ///< for so long
        double every = 0;         ///< and again; 0: once
        /// Whether it is the same.
        bool operator==(const Fault&) const = default;

        /// Whether it is one of those hosts.
        bool hits(unsigned host) const { return host >= first && host <= last; }
        /// When it is over, if it has begun and is not over by then; otherwise that time itself.
        double over(double time) const;
    };

    unsigned hosts = 1;            ///< how many there are
    unsigned localities = 1;       ///< processes of each host
    unsigned workers = 1;          ///< of each process: where a search does not say how many itself
    unsigned cores = 0;            ///< of each host; 0: one for each worker
    unsigned hosts_per_rack = 0;   ///< 0: all are in one
    std::vector<double> speeds{};  ///< of host i: the (i mod size)-th; none: all are 1
    std::map<std::string, double, std::less<>> nodes{};  ///< Costs::node of searches by what is searched: "semigroups"
    std::vector<Load> loads{};                           ///< what else they have to do
    /// Latencies between hosts differ: each of them is up to so many times as long, in either direction, by seed.
    double unequal = 1;
    std::vector<Fault> faults{};                        ///< what goes wrong
    double delayed = 0;                                 ///< the part of all messages that take longer
    double delay = 100000;                              ///< so much at most
    Link within{.latency = 600, .bytes_per_ns = 8};     ///< between processes of one host
    Link between{.latency = 1500, .bytes_per_ns = 10};  ///< between hosts of one rack
    Link racks{.latency = 2500, .bytes_per_ns = 10};    ///< between racks
    Costs costs{};                                      ///< how long things take
    /// A worker is heard by others, and hears them, only so often: the price of speed. What happens elsewhere within it
    /// is seen at its end.
    double step = 2000;
    std::uint64_t seed = 1;  ///< of all that is random
    /// When the machine breaks down, so to say: a run that takes longer is an Error; 0: never.
    double longest = 0;

    /// How many processes there are in all.
    unsigned processes() const { return hosts * localities; }
    /// The cores of each host.
    unsigned cores_per_host() const { return cores > 0 ? cores : localities * workers; }
    /// Where a process is: those of a host have numbers next to each other.
    unsigned host_of(unsigned process) const { return process / localities; }
    /// What joins two processes.
    const Link& link(unsigned from, unsigned to) const;
    /// The speed of a host at a time.
    double speed(unsigned host, double time) const;

    /// One that is known by name: `one-host`, `gigabit`, `infiniband`, `cloud`. Throws UsageError for another.
    static SimulatedMachine named(std::string_view name);
    /// From what users write: `[NAME:]key=value,…`, such as `infiniband:hosts=20,workers=15`; a key `file` has the rest
    /// changed that a JSON file says. Throws UsageError, or Error for a file that is wrong.
    static SimulatedMachine parse(const std::string& text);
    /// From the text of a JSON file, of which `name` is shown in messages; what it leaves out is as in `base`. Throws
    /// Error.
    static SimulatedMachine from_json(std::string_view text, const std::string& name, SimulatedMachine base);
    /// The same, where what is left out is as in SimulatedMachine().
    static SimulatedMachine from_json(std::string_view text, const std::string& name) {
        return from_json(text, name, SimulatedMachine());
    }
    /// The whole of it as JSON.
    std::string to_json() const;
    /// What parse() takes, for --help.
    static std::string help();

    /// Whether it is the same machine.
    bool operator==(const SimulatedMachine&) const = default;
};

}  // namespace scrump
