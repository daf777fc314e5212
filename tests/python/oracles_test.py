"""What OR-tools, which knows nothing of our searches, says of the same problems."""

import random

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")
cp_model = pytest.importorskip("ortools.sat.python.cp_model")

import scrump  # noqa: E402


def solved(model: "cp_model.CpModel") -> float:
    """The optimum."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return solver.objective_value


@pytest.mark.parametrize("seed", range(3))
def test_cliques_and_covers(seed: int) -> None:
    graph = nx.gnp_random_graph(30, 0.5, seed=seed)
    weights = {vertex: 1 + (vertex * 7 + seed) % 20 for vertex in graph}
    nx.set_node_attributes(graph, weights, "weight")
    plain, weighted, cover = cp_model.CpModel(), cp_model.CpModel(), cp_model.CpModel()
    for model, sense in ((plain, None), (weighted, weights), (cover, None)):
        chosen = [model.new_bool_var(f"{vertex}") for vertex in graph]
        if model is cover:
            for a, b in graph.edges:
                model.add_bool_or(chosen[a], chosen[b])
            model.minimize(sum(chosen))
            continue
        for a, b in nx.complement(graph).edges:
            model.add_bool_or(chosen[a].negated(), chosen[b].negated())
        model.maximize(sum((1 if sense is None else sense[v]) * chosen[v] for v in graph))
    assert scrump.max_clique(graph).objective == solved(plain)
    assert scrump.max_weight_clique(graph).objective == solved(weighted)
    assert scrump.vertex_cover(graph).objective == solved(cover)


@pytest.mark.parametrize("seed", range(3))
def test_colouring(seed: int) -> None:
    graph = nx.gnp_random_graph(16, 0.5, seed=seed)
    model = cp_model.CpModel()
    colours = [model.new_int_var(0, 15, f"{vertex}") for vertex in graph]
    for a, b in graph.edges:
        model.add(colours[a] != colours[b])
    most = model.new_int_var(0, 15, "most")
    model.add_max_equality(most, colours)
    model.minimize(most)
    assert scrump.colouring(graph).objective == solved(model) + 1


@pytest.mark.parametrize("seed", range(3))
def test_knapsack(seed: int) -> None:
    chance = random.Random(seed)
    profits = [chance.randrange(1, 1000) for _ in range(40)]
    weights = [max(1, profit - chance.randrange(100)) for profit in profits]
    capacity = sum(weights) // 3
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"{item}") for item in range(40)]
    model.add(sum(weight * item for weight, item in zip(weights, chosen, strict=True)) <= capacity)
    model.maximize(sum(profit * item for profit, item in zip(profits, chosen, strict=True)))
    assert scrump.knapsack(profits, weights, capacity).objective == solved(model)


@pytest.mark.parametrize("seed", range(3))
def test_tours(seed: int) -> None:
    distances = np.random.default_rng(seed).integers(1, 100, (12, 12))
    distances = distances + distances.T
    np.fill_diagonal(distances, 0)
    model = cp_model.CpModel()
    arcs = [(a, b, model.new_bool_var(f"{a} {b}")) for a in range(12) for b in range(12) if a != b]
    model.add_circuit(arcs)
    model.minimize(sum(int(distances[a, b]) * used for a, b, used in arcs))
    assert scrump.tsp(distances).objective == solved(model)
