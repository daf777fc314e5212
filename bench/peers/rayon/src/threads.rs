//! Threads as Scrump has them: bound to a core each where there are several, and with stacks for deep recursions.

use rayon_core::ThreadPoolBuilder;

/// Addresses, of which only what is used becomes memory.
const LARGE_STACK: usize = 1 << 30;

fn bind_this_thread(core: usize) {
    // SAFETY: a set of processors is plain data; the call reads it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
    }
}

/// Runs `work` in a pool of its own.
pub fn run<T: Send>(workers: usize, work: impl FnOnce() -> T + Send) -> T {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut builder = ThreadPoolBuilder::new().num_threads(workers).stack_size(LARGE_STACK);
    if workers > 1 && workers <= cores {
        builder = builder.start_handler(bind_this_thread);
    }
    builder.build().expect("threads can be started").install(work)
}
