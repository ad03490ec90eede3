//! `cu2hip audit`: its forms, and what scripts rely on.

use serde_json::Value;

use crate::work::Work;

const KERNELS: &str = "#include <cuda_runtime.h>\n__global__ void k(float* p) { p[0] = 1; }\n\
     void run(float* p) {\n  k<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n}\n";

fn sample() -> Work {
    let work = Work::new();
    work.write("src/k.cu", KERNELS);
    work.write(
        "train.py",
        "import torch\n\nmodel = torch.compile(torch.nn.Linear(2, 2))\n",
    );
    work.write("serve/run.py", "import tensorrt\n\ntensorrt.Logger()\n");
    work.write("Makefile", "k.o: src/k.cu\n\tnvcc -c $<\n");
    work
}

fn json(work: &Work, arguments: &[&str]) -> Value {
    let run = work.run(&[&["audit", "--format", "json", "--team", "1"], arguments].concat());
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    serde_json::from_slice(&run.stdout).unwrap()
}

#[test]
fn the_json_has_the_keys_of_the_contract() {
    let audit = json(&sample(), &[]);
    for name in [
        "kernels",
        "libraries",
        "framework",
        "distributed",
        "toolchain",
        "team",
    ] {
        let dimension = &audit["dimensions"][name];
        for key in ["level", "estimate", "rule", "counts", "evidence"] {
            assert!(!dimension[key].is_null(), "{name}.{key}");
        }
    }
    let place = &audit["dimensions"]["kernels"]["evidence"][0];
    assert!(place["file"].is_string() && place["line"].is_u64() && place["text"].is_string());
    let stop = &audit["hard_stops"][0];
    assert_eq!(
        (stop["name"].as_str(), stop["component"].as_str()),
        (Some("TensorRT"), Some("serve"))
    );
    assert_eq!(stop["optional"], false);
    assert_eq!(stop["evidence"][0]["file"], "serve/run.py");
    for key in [
        "name",
        "files",
        "layer",
        "state",
        "counterpart",
        "component",
    ] {
        assert!(audit["libraries"][0].get(key).is_some(), "{key}");
    }
    let paths = audit["paths"].as_array().unwrap();
    let of = |component: &str| {
        paths
            .iter()
            .find(|path| path["component"] == component)
            .unwrap()
    };
    assert_eq!(of("src")["path"], "cu2hip");
    assert_eq!(of("serve")["path"], "stay");
    assert!(audit["score"]["high"].is_u64() && audit["score"]["band"].is_string());
    assert!(audit["networking"].is_object() && audit["effort"]["assumptions"].is_array());
    let counts = &audit["dimensions"]["kernels"]["counts"];
    assert_eq!(
        (
            counts["kernel_definitions"].as_u64(),
            counts["launches"].as_u64()
        ),
        (Some(1), Some(1))
    );
}

/// The value at a path such as `work.0.number`.
fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    let mut found = value;
    let mut rest = path;
    // The name of an architecture or count has no dot, but a list has numbers.
    while !rest.is_empty() {
        let (part, after) = rest.split_once('.').unwrap_or((rest, ""));
        found = match part.parse::<usize>() {
            Ok(place) if found.is_array() => &found[place],
            _ => &found[part],
        };
        rest = after;
    }
    found
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_json() {
    let work = sample();
    let audit = json(&work, &[]);
    let run = work.run(&["audit", "--format", "html", "--team", "1", "-o", "out.html"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let page = String::from_utf8(work.read("out.html")).unwrap();
    let data = page
        .split_once("id=\"data\">")
        .unwrap()
        .1
        .split_once("</script>")
        .unwrap()
        .0;
    let data: Value = serde_json::from_str(data).unwrap();
    for key in [
        "dimensions",
        "libraries",
        "hard_stops",
        "score",
        "effort",
        "paths",
        "networking",
    ] {
        assert_eq!(data[key], audit[key], "{key}");
    }
    let mut seen = 0;
    for part in page.split("data-at=\"").skip(1) {
        let (path, rest) = part.split_once("\">").unwrap();
        let shown = rest.split('<').next().unwrap().replace(',', "");
        let value = match at(&data, path) {
            Value::Null => "0".to_owned(),
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_f64() => format!("{:.1}", number.as_f64().unwrap()),
            other => other.to_string(),
        };
        assert_eq!(shown, value, "{path}");
        seen += 1;
    }
    assert!(seen > 40, "{seen}");
    assert!(data["targets"]["gfx942"].is_object() || data["effort"]["open_lines"] == 0);
}

#[test]
fn text_of_files_is_escaped_in_every_form() {
    let work = Work::new();
    work.write(
        "<b>&.py",
        "import torch  # \u{1b}[31m\ntorch.cuda.synchronize()  # <script>\u{1b}\n",
    );
    for format in ["text", "markdown", "html"] {
        let run = work.run(&["audit", "--format", format]);
        let text = run.text();
        assert!(!text.contains('\u{1b}') || format != "text", "{text}");
        assert!(!text.contains("<b>&.py") || format == "text", "{text}");
    }
    let why = work.run(&["audit", "--why", "framework"]).text();
    assert!(why.contains("<b>&.py:2: torch.cuda.synchronize()"), "{why}");
    assert!(!why.contains('\u{1b}'), "{why}");
}

#[test]
fn a_summary_fits_a_screen() {
    let text = sample().run(&["audit", "--team", "1"]).text();
    assert!(text.lines().count() <= 40, "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    assert!(
        text.contains("a hard stop comes first: TensorRT in serve"),
        "{text}"
    );
}

#[test]
fn progress_is_compared_and_gated() {
    let work = sample();
    let run = work.run(&["audit", "--format", "json", "--team", "1", "-o", "old.json"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(work.run(&["audit", "--fail-above", "0"]).status, Some(1));
    assert_eq!(work.run(&["audit", "--fail-above", "1"]).status, Some(0));
    work.write("serve/run.py", "import torch\n");
    let audit = json(&work, &["--compare", "old.json"]);
    let levels = &audit["comparison"]["levels"];
    assert_eq!(levels[0], serde_json::json!(["libraries", "High", "Low"]));
    assert_eq!(
        audit["comparison"]["stops_gone"],
        serde_json::json!(["TensorRT in serve"])
    );
    let run = work.run(&["audit", "--compare", "Makefile"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("this is no audit"), "{}", run.stderr);
}

#[test]
fn rules_of_ones_own_win() {
    let work = sample();
    work.write("rules/libraries.toml", "[TensorRT]\nlevel = \"Low\"\n");
    let audit = json(&work, &["--rules", "rules"]);
    assert_eq!(audit["dimensions"]["libraries"]["level"], "Low");
    work.write("rules/levels.toml", "[score]\nbands = 3\n");
    let run = work.run(&["audit", "--rules", "rules"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("levels.toml"), "{}", run.stderr);
}

#[test]
fn history_is_read_without_a_checkout() {
    let work = sample();
    work.git(&["init", "-q"]);
    for (number, kernels) in [1, 2, 3].into_iter().enumerate() {
        let more = "__global__ void more() {}\n".repeat(number);
        work.write("src/k.cu", format!("{KERNELS}{more}"));
        work.git(&["add", "src", "train.py"]);
        work.git(&["commit", "-q", "-m", &kernels.to_string()]);
    }
    work.write("src/k.cu", KERNELS);
    let audit = json(&work, &["--history", "2"]);
    let kernels = |place: usize| &audit["history"][place]["counts"]["kernel_definitions"];
    assert_eq!(
        (kernels(0).as_u64(), kernels(1).as_u64()),
        (Some(1), Some(3))
    );
    assert_eq!(work.read("src/k.cu"), KERNELS.as_bytes());
    assert_eq!(
        Work::new().run(&["audit", "--history", "2"]).status,
        Some(2)
    );
}

#[test]
fn sarif_names_the_places() {
    let run = sample().run(&["audit", "--format", "sarif", "--team", "1"]);
    let log: Value = serde_json::from_slice(&run.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let stop = results
        .iter()
        .find(|result| result["ruleId"] == "hard-stop")
        .unwrap();
    let place = &stop["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "serve/run.py");
    assert_eq!(place["region"]["startLine"], 1);
    assert_eq!(stop["level"], "error");
}

#[test]
fn colour_is_for_terminals_or_by_wish() {
    let work = sample();
    let run = |color: &str| work.run(&["audit", "--team", "1", "--color", color]);
    let (auto, always) = (run("auto"), run("always"));
    let text = |run: &[u8]| String::from_utf8(run.to_vec()).unwrap();
    assert!(
        !text(&auto.stdout).contains('\x1b'),
        "{}",
        text(&auto.stdout)
    );
    assert!(
        text(&always.stdout).contains("\x1b[1m\x1b[91mHigh    \x1b[0m"),
        "{}",
        text(&always.stdout)
    );
    let why = work.run(&["audit", "--why", "libraries", "--color", "always"]);
    assert!(
        text(&why.stdout).starts_with("\x1b[1mLibraries\x1b[0m: "),
        "{}",
        text(&why.stdout)
    );
}
