#include <cstdio>

void greet() {
  std::puts("no CUDA here");
}
