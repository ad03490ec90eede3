//! Translates CUDA C++ to HIP C++ and says what it could not translate.

pub use cu2hip_core as core;
