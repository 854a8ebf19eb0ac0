//! What the library says of itself.

use crate::functions;
use crate::types::Type;

functions! {
    /// Version of the library, such as `0.1.0`.
    ///
    /// Answers only where the native library is loaded, so it is the first thing to try when something is missing.
    mobility_version() -> Text = version, nullable: false, throws: false, cost: Constant,
        example: "mobility_version() -> 0.1.0";

    /// The Spark type of a MobilityDB type, for CREATE TABLE.
    ///
    /// `name`: a type of the table, such as `tgeompoint`, in any case. An unknown name is an error that lists the known ones.
    mobility_ddl(name: Text) -> Text = ddl, nullable: false, cost: Constant,
        example: "mobility_ddl('tstzset') -> ARRAY<TIMESTAMP>";
}

fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

fn ddl(name: &str) -> Result<String, temporal::Error> {
    Type::ALL.iter().find(|t| t.name().eq_ignore_ascii_case(name)).map(Type::ddl).ok_or_else(|| {
        let known: Vec<String> = Type::ALL.iter().map(Type::name).collect();
        temporal::Error::Unsupported {
            what: format!("type {name}"),
            reason: format!("known types: {}", known.join(", ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::{Value, entries};

    #[test]
    fn ddl_of_unknown_type_lists_the_known_ones() {
        let entry = entries().find(|e| e.name == "mobility_ddl").unwrap();
        let error = (entry.kernel)(&[&Value::Text("tgeomtry".into())]).unwrap_err();
        assert!(error.to_string().contains("tgeompoint"), "{error}");
        assert_eq!(
            (entry.kernel)(&[&Value::Text("TSTZSPAN".into())]).unwrap(),
            Value::Text("STRUCT<lower: TIMESTAMP, upper: TIMESTAMP, lower_inc: BOOLEAN, upper_inc: BOOLEAN>".into())
        );
    }
}
