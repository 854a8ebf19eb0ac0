//! Span sets against a naive oracle: membership of every half step of a small line of times.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use temporal::span::{Span, TstzSpan};
use temporal::spanset::*;

/// Times are even; odd probes stand for the open intervals between them.
fn members(spans: &[TstzSpan]) -> Vec<bool> {
    (-1..42).map(|t| spans.iter().any(|s| s.contains_value(t))).collect()
}

fn span() -> impl Strategy<Value = TstzSpan> {
    (0_i64..20, 0_i64..6, any::<bool>(), any::<bool>()).prop_filter_map("empty", |(lower, length, li, ui)| {
        Span::new(lower * 2, (lower + length).min(20) * 2, li, ui).ok()
    })
}

fn set() -> impl Strategy<Value = Vec<TstzSpan>> {
    proptest::collection::vec(span(), 0..5).prop_map(from_spans)
}

fn canonical(spans: &[TstzSpan]) -> bool {
    spans.windows(2).all(|w| w[0].ends_before(&w[1]) && !w[0].adjacent(&w[1]))
        && spans.iter().all(|s| Span::new(s.lower, s.upper, s.lower_inc, s.upper_inc).is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn algebra_is_that_of_memberships(a in set(), b in set()) {
        let (ma, mb) = (members(&a), members(&b));
        let pairs = || ma.iter().zip(&mb);
        for (got, expected) in [
            (union(&a, &b), pairs().map(|(a, b)| *a || *b).collect::<Vec<_>>()),
            (intersection(&a, &b), pairs().map(|(a, b)| *a && *b).collect()),
            (minus(&a, &b), pairs().map(|(a, b)| *a && !*b).collect()),
            (complement(&a), ma.iter().map(|a| !a).collect()),
        ] {
            prop_assert!(canonical(&got), "{:?}", got);
            prop_assert_eq!(members(&got), expected, "{:?}", got);
        }
        prop_assert_eq!(overlaps(&a, &b), pairs().any(|(a, b)| *a && *b));
        prop_assert_eq!(contains(&a, &b), pairs().all(|(a, b)| *a || !*b));
        for t in -1..42 {
            prop_assert_eq!(contains_value(&a, t), ma[(t + 1) as usize]);
        }
    }

    #[test]
    fn positions_compare_least_and_greatest_members(a in set(), b in set()) {
        let place = |m: &[bool]| (m.iter().position(|x| *x), m.iter().rposition(|x| *x));
        let ((Some(a_first), Some(a_last)), (Some(b_first), Some(b_last))) = (place(&members(&a)), place(&members(&b))) else {
            prop_assert!(!left(&a, &b) && !overleft(&a, &b) && !right(&a, &b) && !overright(&a, &b) && !adjacent(&a, &b));
            return Ok(());
        };
        prop_assert_eq!(left(&a, &b), a_last < b_first);
        prop_assert_eq!(right(&a, &b), a_first > b_last);
        prop_assert_eq!(overleft(&a, &b), a_last <= b_last);
        prop_assert_eq!(overright(&a, &b), a_first >= b_first);
        prop_assert_eq!(adjacent(&a, &b), a_last + 1 == b_first || b_last + 1 == a_first);
    }
}
