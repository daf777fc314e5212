/* Dining philosophers, all of whom take the left fork first: problems/philosophers. -DN=NUMBER */
bool taken[N];

active [N] proctype philosopher() {
end:
    do
    :: d_step { !taken[_pid]; taken[_pid] = true };
       d_step { !taken[(_pid + 1) % N]; taken[(_pid + 1) % N] = true };
       d_step { taken[_pid] = false; taken[(_pid + 1) % N] = false }
    od
}
