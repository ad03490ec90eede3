use super::*;
use crate::write::write_file;

fn folder_with(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_file(&folder.path().join(FILE_NAME), text.as_bytes()).unwrap();
    folder
}

fn read(text: &str) -> Result<Settings, String> {
    let folder = folder_with(text);
    match Settings::read(&folder.path().join(FILE_NAME)) {
        Ok(found) => Ok(found.settings),
        Err(error) => Err(format!("{}: {}", error.line, error.message)),
    }
}

#[test]
fn the_nearest_file_upwards_is_read() {
    let folder = folder_with("rocm = \"6.4\"\nlaunch = \"hip\"\ninclude-dirs = [\"inc\"]\n");
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    let found = Settings::discover(&deep).unwrap();
    assert!(found.path.as_ref().unwrap().ends_with(FILE_NAME));
    assert_eq!(found.settings.rocm.as_deref(), Some("6.4"));
    assert_eq!(found.settings.launch, Some(Launch::Hip));
    assert!(found.include_dirs()[0].ends_with("inc"));
}

#[test]
fn all_keys_are_read() {
    let settings = read(
        "pedantic = true\n[extensions]\n\"cu.in\" = \"cuda\"\n[severity]\nmask-width = \"off\"\n\
         [[override]]\npaths = [\"old/**\"]\nlibs = \"cublas=hip\"\nseverity = { CH1006 = \"error\" }\n",
    )
    .unwrap();
    assert!(settings.pedantic);
    assert_eq!(settings.extensions["cu.in"], FileKind::Cuda);
    assert_eq!(settings.severity["mask-width"], Weight::Off);
    assert_eq!(settings.overrides[0].severity["CH1006"], Weight::Error);
}

#[test]
fn an_unknown_key_or_value_is_named_with_line_and_hint() {
    let error = |text: &str| read(text).unwrap_err();
    assert_eq!(
        error("rocm = \"6.4\"\nrocn = \"7\"\n"),
        "2: unknown key `rocn`: did you mean `rocm`?"
    );
    assert_eq!(
        error("launch = \"hipp\"\n"),
        "1: unknown value `hipp`: did you mean `hip`?"
    );
    let inner = error("[[override]]\npath = [\"a\"]\n");
    assert_eq!(inner, "2: unknown key `path`: did you mean `paths`?");
    assert!(error("arch = \"gfx942\"\n").starts_with("1: invalid type"));
}

#[test]
fn rules_macros_and_kept_names_stand_over_the_tables() {
    let folder = folder_with(
        "keep = [\"cudaFree\"]\namd-macros = [\"ACME_AMD\"]\nrules = [\"rules/acme.toml\"]\n",
    );
    fs::create_dir(folder.path().join("rules")).unwrap();
    let rules = b"library = \"acme\"\n[rename]\nacmeCudaMalloc = \"acmeHipMalloc\"\n";
    write_file(&folder.path().join("rules/acme.toml"), rules).unwrap();
    let found = Settings::discover(folder.path()).unwrap();
    let mappings = found.mappings().unwrap();
    let target = cu2hip_mappings::Target::default();
    let action = |name: &str| mappings.decide(name.as_bytes(), &target).unwrap().action;
    assert_eq!(action("cudaFree"), cu2hip_mappings::Action::Stay);
    assert_eq!(
        action("acmeCudaMalloc"),
        cu2hip_mappings::Action::Rename("acmeHipMalloc")
    );
    let role = mappings.macro_role(b"ACME_AMD", &target);
    assert_eq!(role, Some(cu2hip_mappings::MacroRole::AmdOnly));
}

#[test]
fn rule_files_are_read_below_the_folder_only() {
    let outside = tempfile::NamedTempFile::new().unwrap();
    let text = format!("# first\nrules = [{:?}]\n", outside.path());
    let folder = folder_with(&text);
    let error = Settings::discover(folder.path())
        .unwrap()
        .mappings()
        .unwrap_err();
    assert_eq!(error.line, 2);
    assert!(error.message.contains("outside"), "{error}");
    let folder = folder_with("rules = [\"none.toml\"]\n");
    let error = Settings::discover(folder.path())
        .unwrap()
        .mappings()
        .unwrap_err();
    assert!(error.to_string().contains("none.toml"), "{error}");
}

#[test]
fn a_wrong_rule_names_its_file_line_and_key() {
    let folder = folder_with("rules = [\"r.toml\"]\n");
    write_file(
        &folder.path().join("r.toml"),
        b"[rename]\na = \"b\"\n[[entry]]\ncuda = \"x\"\ntempalte = \"y\"\n",
    )
    .unwrap();
    let error = Settings::discover(folder.path())
        .unwrap()
        .mappings()
        .unwrap_err();
    assert!(error.path.ends_with("r.toml") && error.line == 5, "{error}");
    assert!(error.message.contains("tempalte"), "{error}");
}

#[test]
fn cuda_releases_are_read() {
    let version = |major, minor| Some(CudaVersion { major, minor });
    assert_eq!(parse_cuda("12.4"), version(12, 4));
    assert_eq!(parse_cuda("12"), version(12, 0));
    assert_eq!(parse_cuda("12.4.1"), version(12, 4));
    assert_eq!(parse_cuda("twelve"), None);
}
