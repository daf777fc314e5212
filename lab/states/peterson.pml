/* Peterson's algorithm for N processes, a step of a process at a time: problems/peterson. -DN=NUMBER */
byte seen[N];  /* level of each process as the others see it */
byte last[N];  /* the process that came last on each level */

#define AS_HIGH(k) (k != _pid && seen[k] >= level)
#define WAITS (last[level] == _pid && (AS_HIGH(0) || AS_HIGH(1) || HIGHER))
#if N == 3
#define HIGHER AS_HIGH(2)
#elif N == 4
#define HIGHER AS_HIGH(2) || AS_HIGH(3)
#elif N == 5
#define HIGHER AS_HIGH(2) || AS_HIGH(3) || AS_HIGH(4)
#elif N == 6
#define HIGHER AS_HIGH(2) || AS_HIGH(3) || AS_HIGH(4) || AS_HIGH(5)
#endif

active [N] proctype process() {
    byte level;
    do
    :: level = 1;
next:
       seen[_pid] = level;
       last[level] = _pid;
       if
       :: d_step { !WAITS && level + 1 < N; level++ }; goto next
       :: !WAITS && level + 1 == N
       fi;
       d_step { seen[_pid] = 0; level = 0 }
    od
}
