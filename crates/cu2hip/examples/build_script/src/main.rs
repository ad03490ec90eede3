//! Says what the build script made.

fn main() {
    println!("{}", env!("SAXPY_HIP"));
    println!("{}", option_env!("SAXPY_OBJECT").unwrap_or("not compiled"));
}
