#pragma once
// The description of a problem, from which its subcommand and its function in Python are made: what it reads, what can
// be asked, how answers are shown and checked. A new problem writes one of these in its own folder, and a line in
// all_problems.cpp.

#include <scrump/problems/described/ext/outcome.hpp>
#include <scrump/problems/described/ext/question.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/search/options.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scrump::described {

/// An instance of a problem.
class Instance {
  public:
    Instance() = default;
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;
    virtual ~Instance() = default;

    /// Number of the things that solutions number: items, cities, jobs, vertices.
    virtual std::size_t size() const = 0;

    /// What is said of it, in this order. A fact without a value is left out.
    virtual std::vector<Fact> facts() const = 0;

    /// Answers a question. Throws what the problem's search throws.
    virtual Outcome ask(const Question& question, const SearchOptions& search) const = 0;

    /// The number of the first thing in a file.
    virtual std::uint64_t first_number() const { return 1; }

    /// What is odd about the file, for people; may be empty.
    virtual std::string warning() const { return {}; }

    /// The file for a solution; only of a problem that has an option for it.
    virtual std::string file_of(const Solution& solution) const;

    /// The solution in a file that file_of() or another program wrote; none where such a file is a list of numbers.
    /// Throws Error "name:line: …".
    virtual std::optional<std::vector<std::size_t>> solution_in(std::string_view text, const std::string& name) const;

    /// Why a known solution cannot be used here: "the tour does not …"; empty if it can be.
    virtual std::string refusal_of(std::span<const std::size_t> known) const;

    /// Throws Error if the answer contradicts what the file says of it.
    virtual void check(const Question& question, const Outcome& outcome) const;
};

/// What an instance is made of.
enum class Data : std::uint8_t {
    source,  ///< a file of its own format, or a family with parameters; in Python, data
    graph,   ///< a graph
    graphs,  ///< two graphs with labels and directions
};

/// The things that the numbers of a solution stand for.
enum class Form : std::uint8_t {
    items,            ///< some of the things
    order,            ///< all of the things, in an order
    tour,             ///< all of the things, in a closed order
    clique,           ///< adjacent vertices
    independent_set,  ///< vertices of which no two are adjacent
    vertex_cover,     ///< vertices of which every edge has one
    colouring,        ///< the colour of each vertex
    pairs,            ///< a vertex of the first graph and one of the second, and so on
    mapping,          ///< for each vertex of the first graph one of the second
};

/// The kind of an argument in Python.
enum class InputKind : std::uint8_t {
    values,     ///< a number for each item; several of these belong together
    number,     ///< a whole number
    distances,  ///< a symmetric matrix, or a complete graph
    rows,       ///< a number for each of some things and each of some others: a matrix
    graph,      ///< a graph
};

/// An argument in Python.
struct Input {
    std::string_view name;
    InputKind kind;
    /// Of values and rows: what errors call one, with the places of its names: "the profit of item {!r} is ".
    std::string_view what{};
};

/// A matrix of numbers.
struct Table {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<std::int64_t> values{};  ///< row by row

    std::int64_t operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// A graph as a matrix, or as lists of neighbours if it is large.
using AnyGraph = std::variant<graph::Graph, graph::SparseGraph>;

/// Data that an instance is made of, by the names of the inputs.
struct Inputs {
    std::map<std::string, std::vector<std::int64_t>, std::less<>> values{};
    std::map<std::string, std::int64_t, std::less<>> numbers{};
    Table table{};  ///< distances, or rows
    std::optional<AnyGraph> graph{};
    std::vector<std::uint64_t> weights{};  ///< of the vertices; empty: none were given
    std::optional<graph::LabelledGraph> first{};
    std::optional<graph::LabelledGraph> second{};

    /// The weights of `vertices` vertices; 1 where none was given.
    std::vector<std::int64_t> weights_of(Weights source, std::size_t vertices) const;

    /// The graph as a matrix, which is moved out. Throws Error for a graph that is too large for one.
    graph::Graph take_matrix();
};

/// The fact that a graph has weights, and which; nothing without weights.
std::vector<Fact> facts_of(Weights source);

/// The face of a problem in Python; none without a name.
struct PythonFace {
    std::string_view name{};           ///< of the function
    std::string_view alias{};          ///< another name of it
    std::span<const Input> inputs{};   ///< its positional arguments
    std::string_view positional{};     ///< the option that follows them as an optional argument
    bool known = false;                ///< whether it takes a known solution
    std::string_view detail{};         ///< the field of a solution besides its objective; none: there is no other
    std::string_view documentation{};  ///< the docstring, except the options
};

/// How the command names an instance of its own format.
struct SourceFace {
    std::string_view name{};                                  ///< "FILE"; the key in JSON in small letters
    std::string_view help{};                                  ///< what it may be
    std::vector<std::string> (*words)() = nullptr;            ///< beginnings of families, "random:"
    std::string (*families)() = nullptr;                      ///< the end of help; none: nothing
    bool (*names_file)(const std::string& source) = nullptr;  ///< throws Error for what is neither file nor family
    /// Reads the text of a file; `name` is for messages.
    std::unique_ptr<Instance> (*parse)(std::string_view text, const std::string& name,
                                       const Question& question) = nullptr;
    /// Makes the instance of a family; `seed` is for one that gives none.
    std::unique_ptr<Instance> (*generate)(const std::string& spec, std::uint64_t seed,
                                          const Question& question) = nullptr;
};

/// How the command names a graph.
struct GraphFace {
    std::string_view name = "GRAPH";  ///< of the argument; in small letters the key in JSON, of one of two graphs
    std::string_view help{};          ///< empty: the usual help on graphs
    /// Largest number of its vertices.
    std::size_t (*max_vertices)(const Question& question) = nullptr;
};

/// A noun.
struct Noun {
    std::string_view one;
    std::string_view many;
};

/// A problem.
struct Problem {
    std::string_view name;              ///< of the subcommand
    std::string_view alias{};           ///< another name of it
    std::string_view summary;           ///< one line of help
    Aim aim = Aim::best;                ///< what a search is for if no option says otherwise
    Data data = Data::source;           ///< what an instance is made of
    Form form = Form::items;            ///< what the numbers of a solution stand for
    std::string_view solution;          ///< label of a solution: "items"
    Noun things{};                      ///< what solutions number, in errors: "item", "items"
    std::string_view exists{};          ///< label of whether a solution exists, "{}" for the limit: "{}-clique"
    std::span<const Row> options{};     ///< what can be asked, in the order of help
    std::string_view limit{};           ///< name of the option that sets the limit
    std::string_view answer_file{};     ///< name of the option for the file of the best solution
    std::string_view starts_from{};     ///< another problem whose solutions --start takes
    SourceFace source{};                ///< of Data::source
    std::array<GraphFace, 2> graphs{};  ///< of Data::graph and Data::graphs
    /// Makes an instance of data. Throws Error for data that are not one.
    std::unique_ptr<Instance> (*make)(Inputs inputs, const Question& question) = nullptr;
    PythonFace python{};
};

/// All problems that are described, in the order of help.
std::span<const Problem* const> all_problems();

/// The problem of that name. Throws UsageError if there is none.
const Problem& find_problem(std::string_view name);

}  // namespace scrump::described
