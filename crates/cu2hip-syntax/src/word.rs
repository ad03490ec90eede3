//! Reserved words of C++ and of the CUDA language extension.

/// A reserved word, or that an identifier is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Word {
    /// An ordinary identifier (or no identifier at all).
    #[default]
    None,
    /// `int`, `unsigned`, `float`, `void`, `auto`, ...: starts a type by itself.
    BuiltinType,
    /// `const`, `static`, `constexpr`, `inline`, `volatile`, ...: belongs to a declaration.
    DeclSpecifier,
    /// `__restrict__`, `__restrict`.
    Restrict,
    /// `__global__`
    Global,
    /// `__device__`
    Device,
    /// `__host__`
    Host,
    /// `__shared__`
    Shared,
    /// `__constant__`
    Constant,
    /// `__managed__`
    Managed,
    /// `__grid_constant__`, `__forceinline__`, `__noinline__`, `__inline__`
    CudaAttribute,
    /// `__launch_bounds__`, `__maxnreg__`, `__cluster_dims__`, `__block_size__`
    LaunchBounds,
    /// `__attribute__`, `__declspec`, `alignas`, `__align__`: attribute with a list
    Attribute,
    /// `extern`
    Extern,
    /// `struct`, `class`, `union`
    Class,
    /// `enum`
    Enum,
    /// `typename`
    Typename,
    /// `template`
    Template,
    /// `namespace`
    Namespace,
    /// `using`
    Using,
    /// `typedef`
    Typedef,
    /// `friend`
    Friend,
    /// `static_assert`, `_Static_assert`
    StaticAssert,
    /// `public`, `private`, `protected`
    Access,
    /// `operator`
    Operator,
    /// `decltype`, `typeof`, `__typeof__`
    Decltype,
    /// `noexcept`, `throw` as specifier are told by place; `noexcept`
    Noexcept,
    /// `requires`
    Requires,
    /// `concept`
    Concept,
    /// `asm`, `__asm__`, `__asm`
    Asm,
    /// `if`
    If,
    /// `else`
    Else,
    /// `for`
    For,
    /// `while`
    While,
    /// `do`
    Do,
    /// `switch`
    Switch,
    /// `case`
    Case,
    /// `default`
    Default,
    /// `return`, `co_return`
    Return,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`
    Goto,
    /// `try`
    Try,
    /// `catch`
    Catch,
    /// `throw`
    Throw,
    /// `new`
    New,
    /// `delete`
    Delete,
    /// `sizeof`, `alignof`
    Sizeof,
    /// `static_cast`, `reinterpret_cast`, `const_cast`, `dynamic_cast`
    NamedCast,
    /// `this`, `nullptr`, `true`, `false`
    Value,
    /// `_Pragma`, `__pragma`
    Pragma,
}

impl Word {
    /// The word that `text` spells.
    pub fn of(text: &[u8]) -> Self {
        match text.len() {
            2..=4 => Self::of_short(text),
            5..=8 => Self::of_medium(text),
            9..=18 => Self::of_long(text),
            _ => Self::None,
        }
    }

    fn of_short(text: &[u8]) -> Self {
        match text {
            b"if" => Self::If,
            b"do" => Self::Do,
            b"int" | b"char" | b"bool" | b"long" | b"void" | b"auto" => Self::BuiltinType,
            b"for" => Self::For,
            b"new" => Self::New,
            b"asm" => Self::Asm,
            b"try" => Self::Try,
            b"else" => Self::Else,
            b"case" => Self::Case,
            b"enum" => Self::Enum,
            b"goto" => Self::Goto,
            b"this" | b"true" => Self::Value,
            _ => Self::None,
        }
    }

    fn of_medium(text: &[u8]) -> Self {
        match text {
            b"float" | b"short" | b"double" | b"signed" | b"unsigned" | b"wchar_t" | b"char8_t"
            | b"char16_t" | b"char32_t" | b"__int64" | b"__int128" => Self::BuiltinType,
            b"const" | b"static" | b"inline" | b"mutable" | b"virtual" | b"explicit"
            | b"register" | b"volatile" => Self::DeclSpecifier,
            b"class" | b"union" | b"struct" => Self::Class,
            b"using" => Self::Using,
            b"while" => Self::While,
            b"break" => Self::Break,
            b"catch" => Self::Catch,
            b"throw" => Self::Throw,
            b"false" | b"nullptr" => Self::Value,
            b"__asm" | b"__asm__" => Self::Asm,
            b"return" => Self::Return,
            b"switch" => Self::Switch,
            b"sizeof" | b"alignof" => Self::Sizeof,
            b"delete" => Self::Delete,
            b"extern" => Self::Extern,
            b"friend" => Self::Friend,
            b"public" | b"private" => Self::Access,
            b"alignas" => Self::Attribute,
            b"default" => Self::Default,
            b"typedef" => Self::Typedef,
            b"typeof" | b"decltype" => Self::Decltype,
            b"concept" => Self::Concept,
            b"continue" => Self::Continue,
            b"operator" => Self::Operator,
            b"template" => Self::Template,
            b"typename" => Self::Typename,
            b"noexcept" => Self::Noexcept,
            b"requires" => Self::Requires,
            b"__host__" => Self::Host,
            b"_Pragma" | b"__pragma" => Self::Pragma,
            _ => Self::None,
        }
    }

    fn of_long(text: &[u8]) -> Self {
        match text {
            b"constexpr" | b"consteval" | b"constinit" | b"thread_local" | b"__extension__" => {
                Self::DeclSpecifier
            }
            b"__restrict__" | b"__restrict" => Self::Restrict,
            b"__global__" => Self::Global,
            b"__device__" => Self::Device,
            b"__shared__" => Self::Shared,
            b"__constant__" => Self::Constant,
            b"__managed__" => Self::Managed,
            b"__grid_constant__" | b"__forceinline__" | b"__noinline__" | b"__inline__"
            | b"__forceinline" => Self::CudaAttribute,
            b"__launch_bounds__" | b"__maxnreg__" | b"__cluster_dims__" | b"__block_size__" => {
                Self::LaunchBounds
            }
            b"__attribute__" | b"__declspec" | b"__align__" | b"__builtin_align__" => {
                Self::Attribute
            }
            b"namespace" => Self::Namespace,
            b"static_assert" | b"_Static_assert" => Self::StaticAssert,
            b"protected" => Self::Access,
            b"__typeof__" => Self::Decltype,
            b"co_return" => Self::Return,
            b"static_cast" | b"const_cast" | b"dynamic_cast" | b"reinterpret_cast" => {
                Self::NamedCast
            }
            _ => Self::None,
        }
    }

    /// True for a word that can only stand in a declaration.
    pub fn starts_declaration(self) -> bool {
        matches!(
            self,
            Self::BuiltinType
                | Self::DeclSpecifier
                | Self::Global
                | Self::Device
                | Self::Host
                | Self::Shared
                | Self::Constant
                | Self::Managed
                | Self::CudaAttribute
                | Self::LaunchBounds
                | Self::Attribute
                | Self::Extern
                | Self::Class
                | Self::Enum
                | Self::Typename
                | Self::Decltype
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn words_are_known_by_spelling() {
        assert_eq!(Word::of(b"__global__"), Word::Global);
        assert_eq!(Word::of(b"char16_t"), Word::of(b"char32_t"));
        assert_eq!(Word::of(b"__host__"), Word::Host);
        assert_eq!(Word::of(b"cudaMalloc"), Word::None);
        assert_eq!(Word::of(b"i"), Word::None);
    }
}
