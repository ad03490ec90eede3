//! The outside of a translation: walking trees, the project index, build files,
//! and writing each file whole or not at all. No C++ is translated in here.
