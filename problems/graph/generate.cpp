#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>
#include <scrump/problems/graph/structured_graphs.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace scrump::graph {
namespace {

constexpr Parameter vertex_count = {"n", "number of vertices", IntegerRange{0, max_vertices}};
constexpr Parameter clique_size = {"k", "vertices of the clique", IntegerRange{1, max_vertices}};
constexpr Parameter density = {"p", "probability of an edge", RealRange{0, 1}};
constexpr Parameter random_seed = {"seed", "seed of the random numbers", IntegerRange{}, ""};

constexpr std::array random_parameters = {vertex_count, density, random_seed};
constexpr std::array planted_parameters = {vertex_count, clique_size, density, random_seed};
constexpr std::array hidden_parameters = {
    vertex_count, clique_size, density,
    Parameter{"depth", "how many choices deep degrees are balanced", IntegerRange{0, 4}, "1"}, random_seed};
constexpr std::array brock_parameters = {
    Parameter{"n", "size of the DIMACS graph to resemble: 200, 400 or 800", IntegerRange{200, 800}},
    Parameter{"i", "number of the DIMACS graph to resemble", IntegerRange{1, 4}}, random_seed};
constexpr std::array p_hat_parameters = {vertex_count, Parameter{"a", "least weight of a vertex", RealRange{0, 1}, "0"},
                                         Parameter{"b", "greatest weight of a vertex", RealRange{0, 1}, "1"},
                                         random_seed};
constexpr std::array hamming_parameters = {Parameter{"n", "bits of a word", IntegerRange{1, 16}},
                                           Parameter{"d", "least Hamming distance of neighbours", IntegerRange{1, 16}}};
constexpr std::array johnson_parameters = {Parameter{"n", "bits of a word", IntegerRange{1, 32}},
                                           Parameter{"w", "weight of a word", IntegerRange{0, 32}},
                                           Parameter{"d", "least Hamming distance of neighbours", IntegerRange{1, 32}}};
constexpr std::array keller_parameters = {Parameter{"dim", "dimension of the cubes", IntegerRange{2, 8}}};
constexpr std::array mann_parameters = {
    Parameter{"n", "points of the Steiner triple system: 9, 15, 27, 45, 81, 135 or 243", IntegerRange{9, 243}}};

constexpr Parameter many_vertices = {"n", "number of vertices", IntegerRange{0, max_sparse_vertices}};
constexpr Parameter edge_count = {"m", "number of edges", IntegerRange{0, 1'000'000'000}};
constexpr Parameter added_clique = {"k", "vertices of a clique that is put in", IntegerRange{0, 10'000}, "0"};
constexpr std::array sparse_random_parameters = {many_vertices, edge_count, added_clique, random_seed};
constexpr std::array power_law_parameters = {
    many_vertices, edge_count, Parameter{"exponent", "of the power law that degrees follow", RealRange{2, 100}, "2.5"},
    added_clique, random_seed};

/// What the headers of DIMACS's brock files say that they were made with.
struct BrockFile {
    std::uint64_t n, i;
    std::size_t k;
    double p;
    unsigned depth;
};
constexpr std::array<BrockFile, 5> brock_files = {
    {{200, 1, 21, 0.75, 1}, {200, 2, 12, 0.5, 1}, {200, 4, 17, 0.65, 0}, {400, 4, 33, 0.75, 1}, {800, 4, 26, 0.65, 2}}};

unsigned small(const Arguments& arguments, std::string_view name) {
    return static_cast<unsigned>(arguments.integer(name));
}

void check_clique(const std::string& family, const Arguments& arguments) {
    const std::uint64_t n = arguments.integer("n");
    const std::uint64_t k = arguments.integer("k");
    if (k > n)
        throw UsageError(family + ": k=" + std::to_string(k) + ": expected at most n, which is " + std::to_string(n));
}

Graph make_random(const Arguments& arguments, std::uint64_t seed) {
    return random_graph(arguments.integer("n"), arguments.real("p"), arguments.integer("seed", seed));
}

Graph make_planted(const Arguments& arguments, std::uint64_t seed) {
    check_clique("planted", arguments);
    return plant_clique(arguments.integer("n"), arguments.integer("k"), arguments.real("p"),
                        arguments.integer("seed", seed))
        .graph;
}

Graph make_hidden(const Arguments& arguments, std::uint64_t seed) {
    check_clique("hidden", arguments);
    return hide_clique(arguments.integer("n"), arguments.integer("k"), arguments.real("p"), small(arguments, "depth"),
                       arguments.integer("seed", seed))
        .graph;
}

Graph make_brock(const Arguments& arguments, std::uint64_t seed) {
    const std::uint64_t n = arguments.integer("n");
    const std::uint64_t i = arguments.integer("i");
    for (const BrockFile& file : brock_files)
        if (file.n == n && file.i == i)
            return hide_clique(n, file.k, file.p, file.depth, arguments.integer("seed", seed)).graph;
    throw UsageError(
        "brock: n=" + std::to_string(n) + ",i=" + std::to_string(i) + ": expected n,i to be one of " +
        join(brock_files, [](const BrockFile& file) { return std::to_string(file.n) + "," + std::to_string(file.i); }));
}

Graph make_p_hat(const Arguments& arguments, std::uint64_t seed) {
    const double a = arguments.real("a");
    const double b = arguments.real("b");
    if (a > b)
        throw UsageError("p_hat: a=" + std::to_string(a) + ": expected at most b, which is " + std::to_string(b));
    return p_hat_graph(arguments.integer("n"), a, b, arguments.integer("seed", seed));
}

Graph make_hamming(const Arguments& arguments, std::uint64_t) {
    return hamming_graph(small(arguments, "n"), small(arguments, "d"));
}

Graph make_johnson(const Arguments& arguments, std::uint64_t) {
    const unsigned n = small(arguments, "n");
    const unsigned w = small(arguments, "w");
    if (w > n)
        throw UsageError("johnson: w=" + std::to_string(w) + ": expected at most n, which is " + std::to_string(n));
    if (johnson_vertices(n, w) > max_vertices)
        throw UsageError("johnson: n=" + std::to_string(n) + ",w=" + std::to_string(w) + ": " +
                         std::to_string(johnson_vertices(n, w)) + " vertices; expected at most " +
                         std::to_string(max_vertices));
    return johnson_graph(n, w, small(arguments, "d"));
}

Graph make_keller(const Arguments& arguments, std::uint64_t) {
    return keller_graph(small(arguments, "dim"));
}

Graph make_mann(const Arguments& arguments, std::uint64_t) {
    const std::uint64_t n = arguments.integer("n");
    if (!steiner_triple_system(n))
        throw UsageError("mann: n=" + std::to_string(n) + ": expected 9, 15, 27, 45, 81, 135 or 243");
    return steiner_cover_graph(n);
}

void check_edges(const std::string& family, const Arguments& arguments) {
    check_clique(family, arguments);
    const std::uint64_t n = arguments.integer("n");
    const std::uint64_t m = arguments.integer("m");
    const std::uint64_t most = n < 2 ? 0 : n * (n - 1) / 2;
    if (m > most)
        throw UsageError(family + ": m=" + std::to_string(m) + ": expected at most " + std::to_string(most) +
                         ", the pairs of n=" + std::to_string(n) + " vertices");
}

SparseGraph make_sparse_random(const Arguments& arguments, std::uint64_t seed) {
    check_edges("sparse-random", arguments);
    return random_sparse_graph(arguments.integer("n"), arguments.integer("m"), arguments.integer("k"),
                               arguments.integer("seed", seed));
}

SparseGraph make_power_law(const Arguments& arguments, std::uint64_t seed) {
    check_edges("power-law", arguments);
    return power_law_graph(arguments.integer("n"), arguments.integer("m"), arguments.real("exponent"),
                           arguments.integer("k"), arguments.integer("seed", seed));
}

constexpr std::array<Family, 11> all_families = {{
    {"random", "each pair an edge with probability p", random_parameters, make_random},
    {"planted", "a random graph into which a clique is put", planted_parameters, make_planted},
    {"hidden", "a clique that degrees do not give away (Brockington and Culberson)", hidden_parameters, make_hidden},
    {"brock", "a new graph made like DIMACS brock<n>_<i>", brock_parameters, make_brock},
    {"p_hat", "a random graph with a wide spread of degrees (DIMACS p_hat)", p_hat_parameters, make_p_hat},
    {"hamming", "words that differ in at least d bits (DIMACS hamming<n>-<d>)", hamming_parameters, make_hamming},
    {"johnson", "words of weight w that differ in at least d bits (DIMACS johnson<n>-<w>-<d>)", johnson_parameters,
     make_johnson},
    {"keller", "Keller's cube tilings (DIMACS keller<dim>)", keller_parameters, make_keller},
    {"mann", "covers of a Steiner triple system (DIMACS MANN_a<n>)", mann_parameters, make_mann},
    {"sparse-random", "m random edges, for large graphs", sparse_random_parameters, nullptr, make_sparse_random},
    {"power-law", "m random edges between few hubs and many others (Chung and Lu), for large graphs",
     power_law_parameters, nullptr, make_power_law},
}};

const Family* find_family(std::string_view name) {
    const auto family = std::ranges::find(all_families, name, &Family::name);
    return family == all_families.end() ? nullptr : &*family;
}

/// A spec that was understood.
struct Request {
    const Family* family;
    Arguments arguments;

    explicit Request(std::string_view spec) : Request(parse_spec(spec)) {}

  private:
    explicit Request(const Spec& spec) : family(&known(spec.name)), arguments(spec, family->parameters) {}

    static const Family& known(const std::string& name) {
        if (const Family* const family = find_family(name)) return *family;
        throw UsageError("unknown graph family '" + name + "'; expected " +
                         join(all_families, [](const Family& each) { return each.name; }));
    }
};

}  // namespace

std::span<const Family> families() {
    return all_families;
}

bool is_generator_spec(std::string_view text) {
    return find_family(spec_name(text)) != nullptr;
}

bool is_sparse_spec(std::string_view spec) {
    const Family* const family = find_family(spec_name(spec));
    return family != nullptr && family->make_sparse != nullptr;
}

Graph generate(std::string_view spec, std::uint64_t default_seed) {
    const Request request(spec);
    if (request.family->make != nullptr) return request.family->make(request.arguments, default_seed);
    if (const std::uint64_t n = request.arguments.integer("n"); n > max_vertices)
        throw UsageError(std::string(request.family->name) + ": n=" + std::to_string(n) + ": expected at most " +
                         std::to_string(max_vertices) + " where the graph is kept as a matrix");
    return to_dense(request.family->make_sparse(request.arguments, default_seed));
}

SparseGraph generate_sparse(std::string_view spec, std::uint64_t default_seed) {
    const Request request(spec);
    if (request.family->make_sparse != nullptr) return request.family->make_sparse(request.arguments, default_seed);
    return to_sparse(request.family->make(request.arguments, default_seed));
}

}  // namespace scrump::graph
