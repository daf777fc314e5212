// Stands for all tests where their common headers are compiled.
int main() {
    return 0;
}
