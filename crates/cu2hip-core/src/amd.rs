//! Macros whose presence in a condition means AMD.

/// Exact names, and patterns with one `*` at either end.
const PATTERNS: [&str; 22] = [
    "__HIP_PLATFORM_AMD__",
    "__HIP_PLATFORM_HCC__",
    "__HIPCC__",
    "__HIPCC_RTC__",
    "__HIP__",
    "__HIP_DEVICE_COMPILE__",
    "__HIP_ARCH_*",
    "__HCC__",
    "__AMDGCN__",
    "__AMDGCN_*",
    "__gfx*",
    "HIP_VERSION",
    "HIP_VERSION_*",
    "TORCH_HIP_VERSION",
    "*ROCM*",
    "*USE_HIP",
    "*USE_HIP_*",
    "*ENABLE_HIP*",
    "*WITH_HIP*",
    "*HAVE_HIP*",
    "*_HIP",
    "HIP_*_ENABLED",
];

/// True if the macro tells AMD from CUDA.
pub(crate) fn is_amd_macro(name: &[u8]) -> bool {
    PATTERNS
        .iter()
        .any(|pattern| matches(pattern.as_bytes(), name))
}

/// Glob match with any number of `*`.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|at| matches(rest, &name[at..])),
        Some((c, rest)) => name
            .split_first()
            .is_some_and(|(n, tail)| n == c && matches(rest, tail)),
    }
}

#[cfg(test)]
mod tests {
    use super::is_amd_macro;

    #[test]
    fn projects_spell_it_in_many_ways() {
        for name in [
            "USE_ROCM",
            "GGML_USE_HIP",
            "__gfx942__",
            "XGBOOST_USE_HIP",
            "KOKKOS_ENABLE_HIP",
        ] {
            assert!(is_amd_macro(name.as_bytes()), "{name}");
        }
        for name in ["__CUDACC__", "USE_CUDA", "SHIPPING", "CHIP_ID"] {
            assert!(!is_amd_macro(name.as_bytes()), "{name}");
        }
    }
}
