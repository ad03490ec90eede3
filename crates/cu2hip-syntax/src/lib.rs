//! Lossless front end for CUDA C++.
//!
//! Bytes go in; tokens that tile the input, the preprocessor structure, the
//! bracket partners and a tolerant syntax tree come out. Nothing in here knows
//! an API name or touches a file, and no input is an error.

pub mod text;
