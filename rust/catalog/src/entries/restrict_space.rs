//! Restriction of moving points in space (MobilityDB, "Restrictions").

use temporal::boxes::STBox;
use temporal::point::TPointRef;
use temporal::restrict_space::{Border, at_stbox, minus_stbox};

use crate::functions;

functions! {
    /// The trip while it is in the box, in space and time.
    ///
    /// `border_inc`: FALSE leaves out the sides of greatest x, y and z, so that boxes side by side share nothing. Exclusive times
    /// are respected; a touch gives a single instant; z counts where both have it. NULL where the trip is never inside. Mixed
    /// SRIDs are an error. Source: MobilityDB `atStbox`.
    atStbox(trip: Tgeompoint, stbox: Stbox, border_inc: Boolean = "true") -> Tgeompoint =
        |trip: TPointRef<'_>, stbox: STBox, included: bool| at_stbox(&trip, &stbox, border(included)),
        meos: ["tgeo_at_stbox"],
        example: "asText(atStbox(tgeompoint('[POINT(0 0)@2026-01-01, POINT(4 0)@2026-01-05]'), stboxX(1, -1, 2, 1))) -> \
                  {[POINT(1 0)@2026-01-02 00:00:00+00, POINT(2 0)@2026-01-03 00:00:00+00]}";

    /// The trip while it is not in the box: all that `atStbox` leaves.
    ///
    /// The condition that is removed is that of space and of time together, so `atStbox` and `minusStbox` are the whole trip.
    /// NULL where nothing is left; a trip that is never inside comes back as it is. Source: MobilityDB `minusStbox`.
    minusStbox(trip: Tgeompoint, stbox: Stbox, border_inc: Boolean = "true") -> Tgeompoint =
        |trip: TPointRef<'_>, stbox: STBox, included: bool| minus_stbox(&trip, &stbox, border(included)),
        meos: ["tgeo_minus_stbox"],
        example: "asText(minusStbox(tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]'), stboxX(1, -1, 9, 1))) -> \
                  {[POINT(0 0)@2026-01-01 00:00:00+00, POINT(1 0)@2026-01-02 00:00:00+00)}";
}

fn border(included: bool) -> Border {
    if included { Border::Included } else { Border::UpperExcluded }
}
