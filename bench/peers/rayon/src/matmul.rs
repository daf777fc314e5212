//! A product of matrices whose larger side is halved down to blocks of 16 elements.

use crate::random::SplitMix64;

const MOST_ELEMENTS: usize = 16;

pub struct Product {
    size: usize,
    left: Vec<f64>,
    right: Vec<f64>,
    result: Vec<f64>,
}

impl Product {
    pub fn new(size: usize) -> Self {
        let mut random = SplitMix64(1);
        let mut factor = || (0..size * size).map(|_| random.below(16) as f64).collect::<Vec<f64>>();
        let (left, right) = (factor(), factor());
        Product { size, left, right, result: vec![0.0; size * size] }
    }

    pub fn sum(&self) -> f64 {
        self.result.iter().sum()
    }
}

#[derive(Clone, Copy)]
struct Block {
    row: usize,
    rows: usize,
    column: usize,
    columns: usize,
}

impl Block {
    fn halves(&self) -> (Block, Block) {
        if self.rows >= self.columns {
            let half = self.rows / 2;
            let second = Block { row: self.row + half, rows: self.rows - half, ..*self };
            (Block { rows: half, ..*self }, second)
        } else {
            let half = self.columns / 2;
            let second = Block { column: self.column + half, columns: self.columns - half, ..*self };
            (Block { columns: half, ..*self }, second)
        }
    }
}

/// What all tasks see. Each writes elements of the result that no other one does.
#[derive(Clone, Copy)]
struct Shared<'a> {
    size: usize,
    left: &'a [f64],
    right: &'a [f64],
    result: *mut f64,
}

// SAFETY: blocks do not overlap.
unsafe impl Send for Shared<'_> {}
unsafe impl Sync for Shared<'_> {}

#[inline(always)]
fn fill_sized(shared: &Shared, block: Block) {
    let mut sums = [0.0; MOST_ELEMENTS];
    // SAFETY: a block is within the matrices.
    unsafe {
        for k in 0..shared.size {
            for i in 0..block.rows {
                for j in 0..block.columns {
                    *sums.get_unchecked_mut(i * block.columns + j) +=
                        shared.left.get_unchecked((block.row + i) * shared.size + k)
                            * shared.right.get_unchecked(k * shared.size + block.column + j);
                }
            }
        }
        for i in 0..block.rows {
            for j in 0..block.columns {
                let element = (block.row + i) * shared.size + block.column + j;
                *shared.result.add(element) = *sums.get_unchecked(i * block.columns + j);
            }
        }
    }
}

fn multiply_block(shared: Shared, block: Block) {
    if block.rows * block.columns <= MOST_ELEMENTS {
        if block.rows == 4 && block.columns == 4 {
            return fill_sized(&shared, Block { rows: 4, columns: 4, ..block });
        }
        return fill_sized(&shared, block);
    }
    let (first, second) = block.halves();
    rayon_core::join(|| multiply_block(shared, first), || multiply_block(shared, second));
}

pub fn multiply(product: &mut Product) {
    let size = product.size;
    let shared = Shared { size, left: &product.left, right: &product.right, result: product.result.as_mut_ptr() };
    multiply_block(shared, Block { row: 0, rows: size, column: 0, columns: size });
}
