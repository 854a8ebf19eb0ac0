//! What `control` takes and gives besides scalars and strings: primitive arrays, and answers behind the gate.
//!
//! robusta_jni has no `int[]`, reads `boolean[]` as empty and cannot tell an `ArrayList<Integer>` from a list of strings, so
//! control methods use these types only. It also aborts the JVM on a panic and knows one exception text a method:
//! [`Checked`] is the gate for its methods.

use jni19::JNIEnv;
use jni19::errors::Result;
use jni19::sys::{jintArray, jlongArray};
use robusta_jni::convert::{Signature, TryFromJavaValue, TryIntoJavaValue};
use robusta_jni::jni as jni19;

use crate::error::Error;
use crate::gate;

/// `int[]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ints(pub Vec<i32>);

/// `long[]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Longs(pub Vec<i64>);

macro_rules! primitive_array {
    ($name:ident, $signature:literal, $java:ty, $element:ty, $new:ident, $get:ident, $set:ident) => {
        impl Signature for $name {
            const SIG_TYPE: &'static str = $signature;
        }

        impl<'env: 'borrow, 'borrow> TryFromJavaValue<'env, 'borrow> for $name {
            type Source = $java;

            fn try_from(source: $java, env: &'borrow JNIEnv<'env>) -> Result<Self> {
                if source.is_null() {
                    return Err(jni19::errors::Error::NullPtr("array"));
                }
                let length = env.get_array_length(source)?;
                let mut values: Vec<$element> = vec![0; usize::try_from(length).unwrap_or(0)];
                env.$get(source, 0, &mut values)?;
                Ok(Self(values))
            }
        }

        impl<'env> TryIntoJavaValue<'env> for $name {
            type Target = $java;

            fn try_into(self, env: &JNIEnv<'env>) -> Result<$java> {
                // An array of 2^31 elements is beyond Java: as large as it can be, then out of bounds, an exception.
                let array =
                    env.$new(<i32 as std::convert::TryFrom<usize>>::try_from(self.0.len()).unwrap_or(i32::MAX))?;
                env.$set(array, 0, &self.0)?;
                Ok(array)
            }
        }
    };
}
primitive_array!(Ints, "[I", jintArray, i32, new_int_array, get_int_array_region, set_int_array_region);
primitive_array!(Longs, "[J", jlongArray, i64, new_long_array, get_long_array_region, set_long_array_region);

/// An answer that went through the gate: an error or a panic in it is thrown instead.
#[derive(Debug)]
pub struct Checked<T>(std::result::Result<T, Error>);

impl<T> Checked<T> {
    /// Runs `f` inside the gate.
    pub fn run(f: impl FnOnce() -> std::result::Result<T, Error>) -> Self {
        Self(gate::run(f))
    }
}

impl<T: Signature> Signature for Checked<T> {
    const SIG_TYPE: &'static str = T::SIG_TYPE;
}

impl<'env, T: TryIntoJavaValue<'env>> TryIntoJavaValue<'env> for Checked<T> {
    type Target = T::Target;

    fn try_into(self, env: &JNIEnv<'env>) -> Result<T::Target> {
        match self.0 {
            Ok(value) => value.try_into(env),
            Err(error) => {
                env.throw_new(error.class_name(), error.text())?;
                // SAFETY: targets are numbers and references of JNI, for all of which zero bits are a value; it is not looked
                // at, since an exception is pending.
                Ok(unsafe { std::mem::zeroed() })
            }
        }
    }
}
