//! Unbalanced Tree Search: a task for each node, whose children are halved until one is left.

use std::f64::consts::PI;

type State = [u32; 5];

const START: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const VALUES: f64 = (1u64 << 31) as f64;

#[derive(Clone, Copy)]
pub enum Law {
    Binomial {
        b0: u32,
        q: f64,
        m: u32,
    },
    /// Geometric around a target that goes up and down with the depth.
    Cyclic {
        b0: f64,
        max_depth: u32,
    },
}

/// A table of the least values that have more than 0, 1, … children, for a target branching.
struct Thresholds(Vec<u32>);

pub struct Tree {
    law: Law,
    seed: u32,
    by_depth: Vec<Thresholds>,
}

#[derive(Clone, Copy)]
struct Node {
    state: State,
    children: u32,
    depth: u32,
}

#[derive(Clone, Copy, Default)]
pub struct Shape {
    pub nodes: u64,
    pub leaves: u64,
    pub depth: u32,
}

impl Shape {
    fn of(node: &Node) -> Self {
        Shape { nodes: 1, leaves: u64::from(node.children == 0), depth: node.depth }
    }

    fn and(self, other: Shape) -> Shape {
        Shape {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            depth: self.depth.max(other.depth),
        }
    }
}

impl Thresholds {
    fn by_formula(target: f64, value: u32) -> u32 {
        if target <= 0.0 {
            return 0;
        }
        let p = 1.0 / (1.0 + target);
        let u = f64::from(value) / VALUES;
        (((1.0 - u).ln() / (1.0 - p).ln()).floor().min(100.0)) as u32
    }

    /// The formula never falls as the value grows, so the least value with more than k children is found by halving.
    fn new(target: f64) -> Self {
        let most = Self::by_formula(target, (1u32 << 31) - 1);
        let first_with_more = |k: u32| {
            let (mut low, mut high) = (0u32, (1u32 << 31) - 1);
            while low < high {
                let middle = low + (high - low) / 2;
                if Self::by_formula(target, middle) > k {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            low
        };
        Thresholds((0..most).map(first_with_more).collect())
    }

    fn children(&self, value: u32) -> u32 {
        self.0.iter().take_while(|&&first| value >= first).count() as u32
    }
}

impl Tree {
    pub fn named(name: &str) -> Option<Tree> {
        let (law, seed) = match name {
            "T2" => (Law::Cyclic { b0: 6.0, max_depth: 16 }, 502),
            "T2L" => (Law::Cyclic { b0: 7.0, max_depth: 23 }, 220),
            "T3" => (Law::Binomial { b0: 2000, q: 0.124875, m: 8 }, 42),
            "T3L" => (Law::Binomial { b0: 2000, q: 0.200014, m: 5 }, 7),
            _ => return None,
        };
        let by_depth = match law {
            Law::Binomial { .. } => vec![],
            Law::Cyclic { b0, max_depth } => (0..=5 * max_depth)
                .map(|depth| match depth {
                    0 => b0,
                    _ => b0.powf((2.0 * PI * f64::from(depth) / f64::from(max_depth)).sin()),
                })
                .map(Thresholds::new)
                .collect(),
        };
        Some(Tree { law, seed, by_depth })
    }

    fn children(&self, state: &State, depth: u32) -> u32 {
        let value = state[4] & 0x7fff_ffff;
        match self.law {
            Law::Binomial { b0, .. } if depth == 0 => b0,
            Law::Binomial { q, m, .. } => {
                if f64::from(value) < q * VALUES {
                    m
                } else {
                    0
                }
            }
            Law::Cyclic { .. } => self.by_depth.get(depth as usize).map_or(0, |table| table.children(value)),
        }
    }

    fn root(&self) -> Node {
        let state = hash(&[0, 0, 0, 0, self.seed]);
        Node { state, children: self.children(&state, 0), depth: 0 }
    }

    fn child_of(&self, parent: &Node, index: u32) -> Node {
        let s = &parent.state;
        let state = hash(&[s[0], s[1], s[2], s[3], s[4], index]);
        let depth = parent.depth + 1;
        Node { state, children: self.children(&state, depth), depth }
    }
}

/// SHA-1 of a few big-endian words, which fit into one block.
fn hash(words: &[u32]) -> State {
    let mut block = [0u8; 64];
    for (place, word) in block.chunks_exact_mut(4).zip(words) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    block[4 * words.len()] = 0x80;
    block[60..].copy_from_slice(&(32 * words.len() as u32).to_be_bytes());
    let mut state = START;
    sha1::compress(&mut state, &[block.into()]);
    state
}

fn measure_children(tree: &Tree, parent: &Node, begin: u32, end: u32) -> Shape {
    if end - begin == 1 {
        let child = tree.child_of(parent, begin);
        let shape = Shape::of(&child);
        if child.children == 0 {
            return shape;
        }
        return shape.and(measure_children(tree, &child, 0, child.children));
    }
    let middle = begin + (end - begin) / 2;
    let (lower, upper) = rayon_core::join(
        || measure_children(tree, parent, begin, middle),
        || measure_children(tree, parent, middle, end),
    );
    lower.and(upper)
}

pub fn measure(tree: &Tree) -> Shape {
    let root = tree.root();
    let shape = Shape::of(&root);
    if root.children == 0 {
        return shape;
    }
    shape.and(measure_children(tree, &root, 0, root.children))
}
