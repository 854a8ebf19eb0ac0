//! The macro that declares entries, and the whole table.

/// Declares entries.
///
/// ```text
/// functions! {
///     /// Whether two moving points are ever within `dist` of each other.
///     eDwithin(a: Tgeompoint, b: Tgeompoint, dist: Double) -> Boolean = relations::ever_dwithin,
///         implies: Within(2), cost: Linear, meos: ["edwithin_tgeo_tgeo"],
///         example: "eDwithin(..) -> true";
/// }
/// ```
/// After the kernel come, in any order, fields of [`crate::Entry`]: `aliases`, `kind`, `sql`, `strict: false`,
/// `nullable: false`, `throws: false`, `false_on_error: true`, `session_zone: true`, `cost`, `implies`, `meos`, `example`. A parameter may have a
/// default, `border: Boolean = "true"`, and an array parameter is written `[Tgeompoint]`. The kernel's own parameter types
/// pick the conversions.
#[macro_export]
macro_rules! functions {
    ($($(#[doc = $doc:expr])+ $name:ident ( $($p:ident : $ty:tt $(= $default:literal)?),* $(,)? ) -> $result:tt
        = $kernel:expr $(, $field:ident : $value:tt $(($arg:literal))?)* ;)*) => {
        /// The entries of this family.
        pub const ENTRIES: &[$crate::Entry] = &[$({
            const ENTRY: $crate::Entry = {
                let mut entry = $crate::Entry {
                    name: stringify!($name),
                    aliases: &[],
                    doc: concat!($($doc, "\n"),+),
                    params: &[$($crate::Param {
                        name: stringify!($p),
                        ty: $crate::functions!(@type $ty),
                        default: $crate::functions!(@default $($default)?),
                    }),*],
                    result: $crate::functions!(@type $result),
                    kind: $crate::Kind::Scalar,
                    kernel: |values| $crate::functions!(@call stringify!($name), values, $kernel, $($p: $ty),*),
                    sql: None,
                    strict: true,
                    nullable: true,
                    throws: true,
                    false_on_error: false,
                    session_zone: false,
                    cost: $crate::Cost::Linear,
                    implies: $crate::Implies::Nothing,
                    meos: &[],
                    example: "",
                };
                $($crate::functions!(@set entry, $field, $value $(($arg))?);)*
                entry
            };
            ENTRY
        }),*];
    };
    (@type [$of:tt]) => { $crate::Type::Array(&$crate::functions!(@type $of)) };
    (@type $ty:ident) => { $crate::Type::$ty };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
    (@set $e:ident, aliases, $v:tt) => { $e.aliases = &$v };
    (@set $e:ident, meos, $v:tt) => { $e.meos = &$v };
    (@set $e:ident, sql, $v:tt) => { $e.sql = Some($v) };
    (@set $e:ident, cost, $v:tt) => { $e.cost = $crate::Cost::$v };
    (@set $e:ident, kind, $v:tt ($n:literal)) => { $e.kind = $crate::Kind::$v($n) };
    (@set $e:ident, implies, $v:tt ($n:literal)) => { $e.implies = $crate::Implies::$v($n) };
    (@set $e:ident, implies, $v:tt) => { $e.implies = $crate::Implies::$v };
    (@set $e:ident, $field:ident, $v:tt) => { $e.$field = $v };
    (@call $name:expr, $values:ident, $kernel:expr, $($p:ident : $ty:tt),*) => {{
        #[allow(unused_mut, unused_variables)]
        let mut left = $values.iter();
        $(let $p = {
            let value = left.next();
            match value.and_then(|v| $crate::FromValue::from_value(v)) {
                Some(v) => v,
                None if matches!(value, Some($crate::Value::Null)) => return Ok($crate::Value::Null),
                None => return Err($crate::Error::ArgumentType {
                    function: $name,
                    position: $values.len() - left.len(),
                    expected: $crate::functions!(@type $ty).name(),
                }),
            }
        };)*
        $crate::IntoValue::into_value($kernel($($p),*))
            .map_err(|source| $crate::Error::Kernel { function: $name, source })
    }};
}

/// Every entry, family by family.
pub fn entries() -> impl Iterator<Item = &'static crate::Entry> {
    crate::entries::FAMILIES.iter().flat_map(|family| family.iter())
}
