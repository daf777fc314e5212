//! The programs of fork and join by rayon::join: the same algorithms and cut-offs as in problems/fork_join.
//!
//!     scrump-rayon PROGRAM SIZE WORKERS
//!
//! prints seconds and the answer, as text, in one JSON object.

mod matmul;
mod queens;
mod quicksort;
mod random;
mod threads;
mod uts;

use std::time::Instant;

fn fib(n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    let (first, second) = rayon_core::join(|| fib(n - 1), || fib(n - 2));
    first + second
}

/// The time of `work` alone, its threads included, and what it returns.
fn timed<T: Send>(workers: usize, work: impl FnOnce() -> T + Send) -> (f64, T) {
    let began = Instant::now();
    let value = threads::run(workers, work);
    (began.elapsed().as_secs_f64(), value)
}

fn run(program: &str, size: &str, workers: usize) -> Result<(f64, String), String> {
    let number = || size.parse::<u32>().map_err(|_| format!("{program}: {size} is not a size"));
    match program {
        "fib" => {
            let n = number()?;
            let (seconds, value) = timed(workers, || fib(n));
            Ok((seconds, value.to_string()))
        }
        "queens" => {
            let n = number()?;
            let (seconds, ways) = timed(workers, || queens::place(queens::Board::new(n)));
            Ok((seconds, ways.to_string()))
        }
        "uts" => {
            let tree = uts::Tree::named(size).ok_or(format!("uts: there is no tree {size} here"))?;
            let (seconds, shape) = timed(workers, || uts::measure(&tree));
            let answer = format!("{} nodes, {} leaves, depth {}", shape.nodes, shape.leaves, shape.depth);
            Ok((seconds, answer))
        }
        "matmul" => {
            let mut product = matmul::Product::new(number()? as usize);
            let (seconds, ()) = timed(workers, || matmul::multiply(&mut product));
            Ok((seconds, product.sum().to_string()))
        }
        "quicksort" => {
            let mut numbers = quicksort::numbers_to_sort(number()? as usize);
            let (seconds, ()) = timed(workers, || quicksort::sort(&mut numbers));
            let sorted = if numbers.is_sorted() { "sorted" } else { "not sorted" };
            Ok((seconds, sorted.into()))
        }
        _ => Err(format!("there is no program {program}")),
    }
}

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [program, size, workers] = words.as_slice() else {
        return Err("scrump-rayon PROGRAM SIZE WORKERS".into());
    };
    let workers = workers.parse().map_err(|_| format!("{workers} is not a number of workers"))?;
    let (seconds, answer) = run(program, size, workers)?;
    println!("{{\"seconds\":{seconds},\"answer\":\"{answer}\"}}");
    Ok(())
}
