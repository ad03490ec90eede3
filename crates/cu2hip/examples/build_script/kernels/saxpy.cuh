#pragma once

constexpr int BLOCK = 256;

inline int blocks_for(int n) { return (n + BLOCK - 1) / BLOCK; }
