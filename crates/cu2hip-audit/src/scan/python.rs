//! Python through a real parser: imports are followed, names are resolved, comments and doc strings
//! count for nothing.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Decorator, ExceptHandler, Expr, Keyword, Parameters, PySourceType, Stmt, StmtTry,
};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::file::{FileInventory, line_count};
use crate::matcher::Matcher;
use crate::pattern;
use crate::rules::{Place, PythonRule};
use crate::scan::dependencies::requirement_name;

/// What all Python files of a run share.
pub(crate) struct PythonScan<'a> {
    pub(crate) matcher: &'a Matcher<'a>,
    /// Top-level modules of the repository itself.
    pub(crate) own: &'a FxHashSet<String>,
}

impl PythonScan<'_> {
    /// The inventory of a Python text. `notebook`: with the commands of notebooks.
    pub(crate) fn read(&self, name: &str, text: &[u8], notebook: bool) -> FileInventory {
        let mut found = FileInventory::new(name);
        found.lines = line_count(text);
        if !self.matcher.may_count_in_python(text) {
            return found;
        }
        let text = String::from_utf8_lossy(text);
        let kind = if notebook {
            PySourceType::Ipynb
        } else {
            PySourceType::Python
        };
        let parsed = ruff_python_parser::parse_unchecked_source(&text, kind);
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(at, _)| at + 1),
        );
        let mut reader = Reader {
            scan: self,
            text: &text,
            starts,
            found,
            aliases: FxHashMap::default(),
            guarded: 0,
            lazy: 0,
            is_setup: name.rsplit('/').next() == Some("setup.py"),
            requires: 0,
            extras: 0,
        };
        reader.visit_body(&parsed.syntax().body);
        reader.found
    }
}

/// One file while it is read.
struct Reader<'a> {
    scan: &'a PythonScan<'a>,
    text: &'a str,
    starts: Vec<usize>,
    found: FileInventory,
    /// What a name at the top of the file stands for.
    aliases: FxHashMap<String, String>,
    /// Depth of tests and handlers that make what is in them optional.
    guarded: u32,
    /// Depth of functions.
    lazy: u32,
    is_setup: bool,
    /// Depth of what is required, and of what is only for extras, in a setup.py.
    requires: u32,
    extras: u32,
}

impl Reader<'_> {
    fn place(&self, range: TextRange) -> (u32, &str) {
        let at = range.start().to_usize();
        let line = self.starts.partition_point(|start| *start <= at).max(1);
        let start = self.starts[line - 1];
        let end = self.starts.get(line).map_or(self.text.len(), |end| end - 1);
        (line as u32, self.text.get(start..end).unwrap_or_default())
    }

    fn hit(&mut self, key: &str, what: &str, files: bool, range: TextRange, guarded: bool) {
        let (line, text) = self.place(range);
        let text = text.as_bytes().to_vec();
        if files {
            if self.found.counts.get(key) == 0 {
                self.found.file_hit(key, what, line, &text, guarded);
            }
        } else {
            self.found.hit(key, what, line, &text, guarded);
        }
    }

    /// The dotted name of an expression, imports followed; none if it is no imported name.
    fn dotted(&self, expression: &Expr) -> Option<String> {
        match expression {
            Expr::Name(name) => self.aliases.get(name.id.as_str()).cloned(),
            Expr::Attribute(attribute) => {
                let mut name = self.dotted(&attribute.value)?;
                name.push('.');
                name.push_str(attribute.attr.as_str());
                Some(name)
            }
            _ => None,
        }
    }

    fn rules(&self, place: Place, name: &str) -> Vec<&PythonRule> {
        let fits = |pattern: &pattern::Pattern| {
            pattern.fits(name)
                || pattern
                    .stem()
                    .strip_suffix('.')
                    .is_some_and(|stem| stem == name)
        };
        let rules = &self.scan.matcher.rules.code.python;
        rules
            .iter()
            .filter(|rule| rule.on == place && rule.names.iter().any(fits))
            .collect()
    }

    fn count(&mut self, place: Place, name: &str, range: TextRange) {
        let found: Vec<(String, String, bool)> = self
            .rules(place, name)
            .into_iter()
            .map(|rule| (rule.count.clone(), rule.what.clone(), rule.files))
            .collect();
        for (key, what, files) in found {
            let guarded = self.guarded > 0;
            if guarded && key.starts_with("triton_") && key != "triton_kernels" {
                continue;
            }
            self.hit(&key, &what, files, range, guarded);
        }
    }

    fn import(&mut self, module: &str, range: TextRange) {
        let optional = self.guarded > 0 || self.lazy > 0;
        // `import torch.distributed` imports torch as well.
        let mut rest = module;
        loop {
            self.count(Place::Import, rest, range);
            match rest.rsplit_once('.') {
                Some((parent, _)) => rest = parent,
                None => break,
            }
        }
        let top = module.split('.').next().unwrap_or_default();
        if self.scan.own.contains(top) {
            return;
        }
        if let Some((name, _)) = self.scan.matcher.of_module(module) {
            let (line, text) = self.place(range);
            let text = text.as_bytes().to_vec();
            self.found.library(name, line, &text, optional);
            let key = match name {
                "DeepEP" => "deepep_files",
                "NVSHMEM" => "nvshmem_files",
                _ => return,
            };
            self.found.file_hit(key, name, line, &text, optional);
        }
    }

    fn literal(&mut self, text: &str, range: TextRange) {
        let rules = &self.scan.matcher.rules.code.python_string;
        let mut hits = Vec::new();
        for rule in rules {
            let fits = rule.is.iter().any(|is| is == text)
                || (!rule.contains.is_empty()
                    && rule
                        .contains
                        .iter()
                        .any(|part| text.contains(part.as_str())));
            if fits {
                hits.push((rule.count.clone(), rule.what.clone(), rule.files));
            }
        }
        for (key, what, files) in hits {
            self.hit(&key, &what, files, range, self.guarded > 0);
        }
        if let Some((name, _)) = self.scan.matcher.of_string(text) {
            let (line, shown) = self.place(range);
            let shown = shown.as_bytes().to_vec();
            self.found.library(name, line, &shown, true);
        }
        if self.is_setup
            && let Some(name) = requirement_name(text)
        {
            let known = self.scan.matcher.fact("pypi", &name).is_some()
                || self.scan.matcher.of_package(&name).is_some();
            if known {
                let (line, _) = self.place(range);
                let optional = self.extras > 0 || self.requires == 0;
                self.found.packages.push(crate::file::Package {
                    ecosystem: "pypi",
                    name,
                    line,
                    optional,
                });
            }
        }
    }

    /// True if the value names a back end that is NVIDIA's.
    fn is_backend(&self, value: &Expr) -> bool {
        let values = &self.scan.matcher.rules.code.backends.values;
        match value {
            Expr::StringLiteral(literal) => values.iter().any(|v| v == literal.value.to_str()),
            Expr::If(choice) => self.is_backend(&choice.body) || self.is_backend(&choice.orelse),
            _ => false,
        }
    }

    fn names_backend(&self, name: &str) -> bool {
        let words = &self.scan.matcher.rules.code.backends.words;
        words
            .iter()
            .any(|word| name.to_ascii_lowercase().contains(word.as_str()))
    }

    fn backend(&mut self, range: TextRange) {
        let guarded = self.guarded > 0;
        self.hit("nccl_backend_sites", "NCCL back end", false, range, guarded);
    }

    fn backends_of_call(&mut self, call: &ruff_python_ast::ExprCall) {
        let function = match &*call.func {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => "",
        };
        let takes = self
            .scan
            .matcher
            .rules
            .code
            .backends
            .functions
            .iter()
            .any(|f| f == function);
        let first = call.arguments.args.first();
        let mut named = takes && first.is_some_and(|first| self.is_backend(first));
        let speaks =
            |e: &Expr| matches!(e, Expr::StringLiteral(s) if self.names_backend(s.value.to_str()));
        let argument = call.arguments.args.iter().any(speaks);
        for Keyword { arg, value, .. } in &call.arguments.keywords {
            let Some(arg) = arg else { continue };
            let fits = self.names_backend(arg.as_str()) || (argument && arg.as_str() == "default");
            named |= fits && self.is_backend(value);
        }
        if named {
            self.backend(call.range());
        }
    }

    /// True if a test asks for the vendor or for something optional.
    fn asks(&self, test: &Expr) -> bool {
        let text = self
            .text
            .get(test.range().start().to_usize()..test.range().end().to_usize());
        let guards = &self.scan.matcher.rules.code.guards.python;
        let words = text
            .unwrap_or_default()
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
        words
            .flat_map(|word| [word, word.rsplit('.').next().unwrap_or(word)])
            .any(|word| pattern::any(guards, word) || word.ends_with("version.hip"))
    }

    fn catches_import(tried: &StmtTry) -> bool {
        tried.handlers.iter().any(|handler| {
            let ExceptHandler::ExceptHandler(handler) = handler;
            let Some(kind) = &handler.type_ else {
                return true;
            };
            let mut names: Vec<&Expr> = vec![kind];
            if let Expr::Tuple(tuple) = &**kind {
                names = tuple.elts.iter().collect();
            }
            names.iter().any(|name| {
                let name = match name {
                    Expr::Name(name) => name.id.as_str(),
                    Expr::Attribute(attribute) => attribute.attr.as_str(),
                    _ => "",
                };
                [
                    "ImportError",
                    "ModuleNotFoundError",
                    "Exception",
                    "BaseException",
                    "OSError",
                    "RuntimeError",
                ]
                .contains(&name)
            })
        })
    }

    fn defaults(&mut self, parameters: &Parameters) {
        let mut places = Vec::new();
        for parameter in parameters.iter_non_variadic_params() {
            let Some(default) = &parameter.default else {
                continue;
            };
            if self.names_backend(parameter.parameter.name.as_str()) && self.is_backend(default) {
                places.push(parameter.range());
            }
        }
        for place in places {
            self.backend(place);
        }
    }

    fn assigned(&mut self, target: &Expr, value: &Expr, range: TextRange) {
        let name = match target {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return,
        };
        if self.names_backend(name) && self.is_backend(value) {
            self.backend(range);
        }
    }

    fn imports(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let module = alias.name.as_str();
                    let top = module.split('.').next().unwrap_or(module);
                    let named = alias.asname.as_ref();
                    let (name, stands_for) =
                        named.map_or((top, top), |name| (name.as_str(), module));
                    self.aliases.insert(name.to_owned(), stands_for.to_owned());
                    self.import(module, alias.range());
                }
            }
            Stmt::ImportFrom(import) if import.level == 0 => {
                let Some(module) = &import.module else { return };
                for alias in &import.names {
                    let full = format!("{}.{}", module.as_str(), alias.name.as_str());
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.aliases.insert(name.to_string(), full.clone());
                    self.import(&full, import.range());
                }
            }
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for Reader<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(_) | Stmt::ImportFrom(_) => self.imports(statement),
            // A doc string or a remark.
            Stmt::Expr(expression) if matches!(&*expression.value, Expr::StringLiteral(_)) => {}
            Stmt::Try(tried) if Self::catches_import(tried) => {
                self.guarded += 1;
                self.visit_body(&tried.body);
                self.guarded -= 1;
                for handler in &tried.handlers {
                    self.visit_except_handler(handler);
                }
                self.visit_body(&tried.orelse);
                self.visit_body(&tried.finalbody);
            }
            Stmt::If(test) if self.asks(&test.test) => {
                self.visit_expr(&test.test);
                self.guarded += 1;
                self.visit_body(&test.body);
                for clause in &test.elif_else_clauses {
                    self.visit_elif_else_clause(clause);
                }
                self.guarded -= 1;
            }
            Stmt::FunctionDef(function) => {
                self.defaults(&function.parameters);
                let required = self.is_setup && function.name.contains("default");
                self.lazy += 1;
                self.requires += u32::from(required);
                visitor::walk_stmt(self, statement);
                self.requires -= u32::from(required);
                self.lazy -= 1;
            }
            Stmt::Assign(assign) => {
                let mut required = false;
                let mut extra = false;
                for target in &assign.targets {
                    self.assigned(target, &assign.value, assign.range());
                    if let Expr::Name(name) = target {
                        required |= name.id.contains("require");
                        extra |= name.id.contains("extra");
                    }
                }
                self.requires += u32::from(required);
                self.extras += u32::from(extra);
                visitor::walk_stmt(self, statement);
                self.requires -= u32::from(required);
                self.extras -= u32::from(extra);
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.assigned(&assign.target, value, assign.range());
                }
                visitor::walk_stmt(self, statement);
            }
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_decorator(&mut self, decorator: &'a Decorator) {
        let (function, arguments) = match &decorator.expression {
            Expr::Call(call) => (&*call.func, Some(&call.arguments)),
            other => (other, None),
        };
        if let Some(name) = self.dotted(function) {
            self.count(Place::Decorator, &name, decorator.range());
            self.count(Place::Reference, &name, decorator.range());
        }
        if let Some(arguments) = arguments {
            self.visit_arguments(arguments);
        }
    }

    fn visit_keyword(&mut self, keyword: &'a Keyword) {
        let name = keyword.arg.as_ref().map_or("", |name| name.as_str());
        let required = matches!(name, "install_requires" | "setup_requires");
        let extra = matches!(name, "extras_require" | "tests_require");
        self.requires += u32::from(required);
        self.extras += u32::from(extra);
        visitor::walk_keyword(self, keyword);
        self.requires -= u32::from(required);
        self.extras -= u32::from(extra);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Call(call) => {
                if let Some(name) = self.dotted(&call.func) {
                    self.count(Place::Call, &name, call.range());
                }
                self.backends_of_call(call);
                visitor::walk_expr(self, expression);
            }
            Expr::Attribute(_) => match self.dotted(expression) {
                Some(name) => self.count(Place::Reference, &name, expression.range()),
                None => visitor::walk_expr(self, expression),
            },
            Expr::Name(_) => {
                if let Some(name) = self.dotted(expression) {
                    self.count(Place::Reference, &name, expression.range());
                }
            }
            Expr::StringLiteral(literal) => self.literal(literal.value.to_str(), literal.range()),
            Expr::FString(literal) => {
                let range = literal.range();
                let text = self
                    .text
                    .get(range.start().to_usize()..range.end().to_usize());
                let text = text.unwrap_or_default().to_owned();
                self.literal(&text, range);
                visitor::walk_expr(self, expression);
            }
            _ => visitor::walk_expr(self, expression),
        }
    }
}
