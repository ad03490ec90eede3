//! The syntax tree: nodes in an arena, spans as positions in the stream.
//!
//! The tree is tolerant. What the parser does not know becomes an
//! [`NodeKind::Opaque`] node that keeps the children it could read.

use serde::Serialize;

use crate::stream::NONE;

/// Index of a node in its [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct NodeId(pub u32);

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// The text outside of directives.
    TranslationUnit,
    /// The body of a `#define`.
    MacroBody,
    /// `namespace N { ... }`
    Namespace,
    /// `namespace a = b::c;`
    NamespaceAlias,
    /// `extern "C" { ... }` or `extern "C"` before a declaration
    Linkage,
    /// `template <...>` with what it introduces
    Template,
    /// `class`, `struct` or `union`, with or without body
    Class,
    /// `enum`
    Enum,
    /// One name of an `enum`
    Enumerator,
    /// A function, declared or defined
    Function,
    /// One parameter
    Parameter,
    /// A declaration of variables: a type and its declarators
    Declaration,
    /// One declared variable or field
    Variable,
    /// `typedef ... name;` or `using name = ...;`
    Alias,
    /// `using namespace a::b;`
    UsingDirective,
    /// `using a::b;`
    UsingDeclaration,
    /// `static_assert(...)`
    StaticAssert,
    /// A type with its specifiers
    Type,
    /// `{ ... }` of statements
    Compound,
    /// `if`
    If,
    /// `for (;;)`
    For,
    /// `for (x : y)`
    RangeFor,
    /// `while`
    While,
    /// `do ... while`
    DoWhile,
    /// `switch`
    Switch,
    /// `case x:`
    Case,
    /// `default:`, `break;`, `continue;`, `goto x;`, a label, `;`
    Jump,
    /// `return`
    Return,
    /// `try`
    Try,
    /// `catch (...)`
    Catch,
    /// An expression used as a statement
    ExpressionStatement,
    /// An asm statement
    Asm,
    /// A name, with qualifiers and template arguments; `name` is its last identifier
    Name,
    /// `<...>` of a name
    TemplateArguments,
    /// A number, character, string (or several in a row), `this`, `nullptr`, `true`, `false`
    Literal,
    /// A prefix operator; `name` is the operator
    Unary,
    /// `x++`, `x--`; `name` is the operator
    Postfix,
    /// A binary operator; `name` is the operator
    Binary,
    /// `=`, `+=`, ...; `name` is the operator
    Assign,
    /// `a ? b : c`
    Conditional,
    /// A call; `name` is the opening parenthesis
    Call,
    /// One argument of a call or launch, from delimiter to delimiter
    Argument,
    /// `kernel<<<...>>>(...)`; `name` is the opening chevron
    Launch,
    /// `a.b`, `a->b`; `name` is the member
    Member,
    /// `a[b]`
    Subscript,
    /// `(T)x`
    Cast,
    /// `static_cast<T>(x)` and its like; `name` is the keyword
    NamedCast,
    /// `T{...}`, `int(x)`
    Construct,
    /// `{a, b}`
    InitializerList,
    /// `(x)`
    Paren,
    /// `[...](...) { ... }`
    Lambda,
    /// `sizeof`, `alignof`
    Sizeof,
    /// `new`
    New,
    /// `delete`
    Delete,
    /// `throw`
    Throw,
    /// Not understood; its children are what could be read of it
    Opaque,
}

/// What a node is to its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Member of a list of items, statements, arguments or declarators.
    #[default]
    Element,
    /// What is called, launched, subscripted or whose member is taken.
    Callee,
    /// Part of a launch configuration.
    Configuration,
    /// A condition, or the header of a loop.
    Condition,
    /// The step of a `for`.
    Step,
    /// A body or a branch.
    Body,
    /// The `else` branch.
    Else,
    /// A left operand.
    Left,
    /// A right or only operand.
    Right,
    /// The type of a declaration, cast or function.
    Type,
    /// An initialiser.
    Initializer,
    /// An array bound.
    Bound,
    /// A parameter.
    Parameter,
    /// Template arguments of a name.
    TemplateArguments,
}

/// Properties of a node, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
pub struct Flags(pub u32);

impl Flags {
    /// `__global__`
    pub const GLOBAL: Self = Self(1);
    /// `__device__`
    pub const DEVICE: Self = Self(1 << 1);
    /// `__host__`
    pub const HOST: Self = Self(1 << 2);
    /// `__shared__`
    pub const SHARED: Self = Self(1 << 3);
    /// `__constant__`
    pub const CONSTANT: Self = Self(1 << 4);
    /// `__managed__`
    pub const MANAGED: Self = Self(1 << 5);
    /// `static`
    pub const STATIC: Self = Self(1 << 6);
    /// `extern`
    pub const EXTERN: Self = Self(1 << 7);
    /// `constexpr`, `consteval`, `constinit`
    pub const CONSTEXPR: Self = Self(1 << 8);
    /// `volatile`
    pub const VOLATILE: Self = Self(1 << 9);
    /// It has a body.
    pub const DEFINITION: Self = Self(1 << 10);
    /// `friend`
    pub const FRIEND: Self = Self(1 << 11);
    /// `const`
    pub const CONST: Self = Self(1 << 12);
    /// The number of arguments does not fit what the oracle knows.
    pub const ARITY_MISMATCH: Self = Self(1 << 13);
    /// A conditional directive stands inside the argument list.
    pub const DIRECTIVE_INSIDE: Self = Self(1 << 14);
    /// The chevrons of a launch have blanks between them.
    pub const SPACED: Self = Self(1 << 15);
    /// The body was not parsed: nothing in it matters.
    pub const WATER: Self = Self(1 << 16);
    /// `a->b` and not `a.b`.
    pub const ARROW: Self = Self(1 << 17);
    /// The declarator has a `*`.
    pub const POINTER: Self = Self(1 << 18);
    /// The declarator has a `&` or `&&`.
    pub const REFERENCE: Self = Self(1 << 19);
    /// The declarator has array bounds.
    pub const ARRAY: Self = Self(1 << 20);
    /// Code that runs on the device.
    pub const ON_DEVICE: Self = Self(Self::GLOBAL.0 | Self::DEVICE.0);

    /// Both sets of flags.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if at least one flag of `other` is set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Names of the flags that are set.
    pub fn names(self) -> Vec<&'static str> {
        const NAMES: [(Flags, &str); 21] = [
            (Flags::GLOBAL, "global"),
            (Flags::DEVICE, "device"),
            (Flags::HOST, "host"),
            (Flags::SHARED, "shared"),
            (Flags::CONSTANT, "constant"),
            (Flags::MANAGED, "managed"),
            (Flags::STATIC, "static"),
            (Flags::EXTERN, "extern"),
            (Flags::CONSTEXPR, "constexpr"),
            (Flags::VOLATILE, "volatile"),
            (Flags::DEFINITION, "definition"),
            (Flags::FRIEND, "friend"),
            (Flags::CONST, "const"),
            (Flags::ARITY_MISMATCH, "arity-mismatch"),
            (Flags::DIRECTIVE_INSIDE, "directive-inside"),
            (Flags::SPACED, "spaced"),
            (Flags::WATER, "water"),
            (Flags::ARROW, "arrow"),
            (Flags::POINTER, "pointer"),
            (Flags::REFERENCE, "reference"),
            (Flags::ARRAY, "array"),
        ];
        NAMES
            .iter()
            .filter(|(f, _)| self.has(*f))
            .map(|(_, n)| *n)
            .collect()
    }
}

/// One node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// What it is to its parent.
    pub role: Role,
    /// Its properties.
    pub flags: Flags,
    /// First position in the stream.
    pub start: u32,
    /// Position past the last.
    pub end: u32,
    /// Position of the declared name, member, operator or opening bracket; see [`NodeKind`].
    pub name: Option<u32>,
    pub(crate) parent: u32,
    pub(crate) first: u32,
    pub(crate) next: u32,
}

/// All nodes of a text.
#[derive(Debug, Clone, Default)]
pub struct Ast {
    pub(crate) nodes: Vec<Node>,
    /// One root per section of the stream.
    pub(crate) roots: Vec<NodeId>,
    /// Innermost node at each position.
    pub(crate) owners: Vec<u32>,
}

impl Ast {
    /// The node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// One root per section of the stream: the text outside of directives, then each macro body.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// All nodes, in no particular order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node around it.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        Some(self.node(id).parent)
            .filter(|&p| p != NONE)
            .map(NodeId)
    }

    /// The nodes around it, innermost first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&p| self.parent(p))
    }

    /// Its children, in order.
    #[inline]
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let link = |raw: u32| Some(raw).filter(|&c| c != NONE).map(NodeId);
        std::iter::successors(link(self.node(id).first), move |&c| link(self.node(c).next))
    }

    /// Its first child with a role.
    #[inline]
    pub fn child(&self, id: NodeId, role: Role) -> Option<NodeId> {
        self.children(id).find(|&c| self.node(c).role == role)
    }

    /// Its children with a role, in order.
    pub fn children_with(&self, id: NodeId, role: Role) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id)
            .filter(move |&c| self.node(c).role == role)
    }

    /// The nearest node around it of a kind.
    pub fn enclosing(&self, id: NodeId, kind: NodeKind) -> Option<NodeId> {
        self.ancestors(id).find(|&a| self.node(a).kind == kind)
    }

    /// The innermost node at a position of the stream.
    #[inline]
    pub fn at(&self, position: u32) -> Option<NodeId> {
        self.owners
            .get(position as usize)
            .copied()
            .filter(|&o| o != NONE)
            .map(NodeId)
    }

    /// The node and everything below it, parents first, in order of place.
    pub fn descendants(&self, id: NodeId) -> Descendants<'_> {
        Descendants {
            ast: self,
            root: id.0,
            next: id.0,
        }
    }
}

/// Iterator of [`Ast::descendants`].
#[derive(Debug)]
pub struct Descendants<'a> {
    ast: &'a Ast,
    root: u32,
    next: u32,
}

impl Iterator for Descendants<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next == NONE {
            return None;
        }
        let id = NodeId(self.next);
        let mut node = self.ast.node(id);
        let mut at = self.next;
        self.next = node.first;
        // Past a leaf: the next sibling of it or of the nearest node around it, within the root.
        while self.next == NONE && at != self.root {
            self.next = node.next;
            at = node.parent;
            if at == NONE {
                break;
            }
            node = self.ast.node(NodeId(at));
        }
        Some(id)
    }
}
