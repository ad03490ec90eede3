//! Prints the syntax tree of a file: `cargo run --example dump -- FILE`.

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args_os().nth(1) else {
        return Ok(());
    };
    let text = std::fs::read(path)?;
    let tree = cu2hip_syntax::Tree::parse(&text, &cu2hip_syntax::oracle::NoOracle);
    println!("{}", tree.dump_text());
    Ok(())
}
