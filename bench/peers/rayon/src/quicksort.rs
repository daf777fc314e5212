//! Quicksort by Hoare's division.

use crate::random::SplitMix64;

/// So many, or fewer, are not divided.
const FEW: usize = 64;

pub fn numbers_to_sort(count: usize) -> Vec<i32> {
    let mut random = SplitMix64(1);
    (0..count).map(|_| (random.next() >> 32) as i32).collect()
}

/// The place of a number is how many are less.
fn sort_few(numbers: &mut [i32]) {
    let mut given = [i32::MAX; FEW]; // is less than none
    given[..numbers.len()].copy_from_slice(numbers);
    let mut taken = [0u8; FEW]; // by numbers that are equal
    for &number in &given[..numbers.len()] {
        let less: u32 = given.iter().map(|&other| u32::from(other < number)).sum();
        let same = &mut taken[less as usize];
        numbers[less as usize + usize::from(*same)] = number;
        *same += 1;
    }
}

fn divide(numbers: &mut [i32]) -> usize {
    let (a, b, c) = (numbers[0], numbers[numbers.len() / 2], numbers[numbers.len() - 1]);
    let pivot = a.min(b).max(a.max(b).min(c));
    let mut low = 0;
    let mut high = numbers.len() - 1;
    // SAFETY: the pivot is among the numbers, so each index stops at it, or at what was swapped to its other side.
    unsafe {
        loop {
            while *numbers.get_unchecked(low) < pivot {
                low += 1;
            }
            while pivot < *numbers.get_unchecked(high) {
                high -= 1;
            }
            if low >= high {
                break;
            }
            let first = numbers.as_mut_ptr();
            std::ptr::swap(first.add(low), first.add(high));
            low += 1;
            high -= 1;
        }
    }
    low.clamp(1, numbers.len() - 1)
}

pub fn sort(numbers: &mut [i32]) {
    if numbers.len() <= FEW {
        return sort_few(numbers);
    }
    let split = divide(numbers);
    let (lower, upper) = numbers.split_at_mut(split);
    rayon_core::join(|| sort(lower), || sort(upper));
}
