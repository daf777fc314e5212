//! The ways to place queens that do not attack each other.

/// The squares of the next row that are attacked, one bit each.
#[derive(Clone, Copy)]
pub struct Board {
    columns: u32,
    straight: u32,
    rightward: u32,
    leftward: u32,
}

impl Board {
    pub fn new(size: u32) -> Self {
        Board { columns: u32::MAX >> (32 - size), straight: 0, rightward: 0, leftward: 0 }
    }

    fn free(&self) -> u32 {
        self.columns & !(self.straight | self.rightward | self.leftward)
    }

    fn with(&self, queen: u32) -> Self {
        Board {
            columns: self.columns,
            straight: self.straight | queen,
            rightward: (self.rightward | queen) << 1,
            leftward: (self.leftward | queen) >> 1,
        }
    }
}

/// Those ways whose next queen is on one of the `free` squares: each but the last is a task.
fn place_one_of(board: Board, free: u32) -> u64 {
    let queen = free & free.wrapping_neg();
    let others = free ^ queen;
    if others == 0 {
        return place(board.with(queen));
    }
    let (first, rest) = rayon_core::join(|| place(board.with(queen)), || place_one_of(board, others));
    first + rest
}

pub fn place(board: Board) -> u64 {
    if board.straight == board.columns {
        return 1;
    }
    let free = board.free();
    if free == 0 {
        0
    } else {
        place_one_of(board, free)
    }
}
