use super::*;

fn facts(texts: &[(&str, &str)], files: &[&str]) -> CMakeFacts {
    let texts = texts
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    let files = files.iter().map(|&file| file.to_owned()).collect();
    cmake_facts(&texts, &files, &|name| {
        name.ends_with("add_library") || name.ends_with("add_executable")
    })
}

fn shown(list: &[Needing]) -> Vec<String> {
    let one = |item: &Needing| {
        let needs = item.needs.iter().map(|s| format!(" {}={}", s.name, s.on));
        format!("{}{}", item.name, needs.collect::<String>())
    };
    list.iter().map(one).collect()
}

#[test]
fn sources_of_targets_need_what_their_lists_need() {
    let text = "option(WITH_TRT \"x\" OFF)\nset(SRC a.cu ${CMAKE_CURRENT_SOURCE_DIR}/b.cu)\n\
                if(WITH_TRT)\n list(APPEND SRC trt.cpp)\n find_package(TensorRT REQUIRED)\n\
                add_compile_definitions(TRT_ENGINE=1)\nelse()\n list(APPEND SRC plain.cpp)\nendif()\n\
                cuda_add_library(core STATIC ${SRC} gone.cu)\nadd_subdirectory(tools)\n";
    let below = "file(GLOB_RECURSE MORE CONFIGURE_DEPENDS *.cu)\nif(${WITH_TRT})\n\
                 add_executable(tool ${MORE})\ntarget_link_libraries(tool PRIVATE core nvinfer)\nendif()\n";
    let found = facts(
        &[("CMakeLists.txt", text), ("tools/CMakeLists.txt", below)],
        &[
            "a.cu",
            "b.cu",
            "plain.cpp",
            "trt.cpp",
            "tools/x/t.cu",
            "tools/y.cpp",
        ],
    );
    assert_eq!(found.options["WITH_TRT"], Some(false));
    let [core, tool] = found.targets.as_slice() else {
        panic!("{:?}", found.targets);
    };
    assert_eq!((core.name.as_str(), core.needs.len()), ("core", 0));
    assert_eq!(
        shown(&core.sources),
        [
            "a.cu",
            "b.cu",
            "trt.cpp WITH_TRT=true",
            "plain.cpp WITH_TRT=false"
        ]
    );
    assert_eq!(shown(&tool.sources), ["tools/x/t.cu WITH_TRT=true"]);
    assert_eq!(
        shown(&found.packages),
        [
            "TensorRT WITH_TRT=true",
            "core WITH_TRT=true WITH_TRT=true",
            "nvinfer WITH_TRT=true WITH_TRT=true"
        ]
    );
    assert_eq!(shown(&found.definitions), ["TRT_ENGINE WITH_TRT=true"]);
}

#[test]
fn a_folder_behind_an_option_needs_it() {
    let root = "option(BUILD_X \"\" ON)\nif(BUILD_X AND NOT WIN32)\nadd_subdirectory(x)\nendif()\n";
    let x = "add_library(x OBJECT k.cu)\nset(OUT ${CMAKE_CURRENT_SOURCE_DIR}/k.cu PARENT_SCOPE)\n";
    let found = facts(
        &[("CMakeLists.txt", root), ("x/CMakeLists.txt", x)],
        &["x/k.cu"],
    );
    assert_eq!(found.targets.len(), 1);
    assert_eq!(shown(&found.targets[0].sources), ["x/k.cu BUILD_X=true"]);
    assert_eq!(found.targets[0].folder, "x");
}

#[test]
fn a_variable_that_an_option_sets_stands_for_it() {
    let text = "option(A \"\")\nset(USE OFF)\nif(A)\nset(USE ON)\nendif()\n\
                if(USE OR FOO)\nadd_library(either a.cu)\nendif()\nif(USE)\nadd_library(one a.cu)\nendif()\n\
                if(Nccl_FOUND)\nadd_library(two a.cu)\nendif()\n";
    let found = facts(&[("CMakeLists.txt", text)], &["a.cu"]);
    let needs = |name: &str| {
        let target = found.targets.iter().find(|t| t.name == name).unwrap();
        target
            .needs
            .iter()
            .map(|s| s.name.clone())
            .collect::<Vec<_>>()
    };
    assert!(needs("either").is_empty(), "FOO is not known");
    assert_eq!(needs("one"), ["A"]);
    assert_eq!(needs("two"), ["Nccl_FOUND"]);
}

#[test]
fn bodies_of_functions_and_circles_end() {
    let text = "function(f name)\nadd_library(${name} a.cu)\nendfunction()\nf(x)\n\
                include(CMakeLists.txt)\nadd_subdirectory(.)\nmy_add_library(y a.cu)\n";
    let found = facts(&[("CMakeLists.txt", text)], &["a.cu"]);
    assert!(!found.targets.is_empty() && found.targets.iter().all(|t| t.name == "y"));
}
