"""The page, the map's numbers, the bytes that they come from, and the comparison of runs."""

import json
import struct

import compare
import ewkb
import page
import pytest
import query
from session import JobError


def blob(sequences, srid=4326, subtype=3):
    """MEOS EWKB of a tgeompoint with linear interpolation; times in seconds since 2000."""
    out = struct.pack("<BHB", 1, 46, subtype | 0x0C | (0x40 if srid else 0)) + (struct.pack("<i", srid) if srid else b"")
    if subtype == 3:
        out += struct.pack("<I", len(sequences))
    for line in sequences:
        out += struct.pack("<IB", len(line), 3)
        for x, y, t in line:
            out += struct.pack("<BI", 1, 1 | (0x20000000 if srid else 0)) + (struct.pack("<i", srid) if srid else b"")
            out += struct.pack("<ddq", x, y, round(t * 1e6))
    return out


@pytest.mark.parametrize("srid", [0, 4326])
def test_positions_come_out_of_the_bytes(srid):
    lines = [[(1.0, 2.0, 0.5), (3.0, 4.0, 10.0)], [(5.0, 6.0, 20.0)]]
    expected = [[(x, y, t + ewkb.EPOCH_S) for x, y, t in line] for line in lines]
    assert ewkb.polylines(blob(lines, srid)) == expected
    assert ewkb.polylines(blob(lines[:1], srid, subtype=2)) == expected[:1]


def test_other_bytes_are_refused():
    good = blob([[(1.0, 2.0, 0.0)]])
    for bad in (b"", b"\x00" + good[1:], b"\x01\x2f" + good[2:], good + b"\x00", good[:3] + bytes([good[3] | 0x10]) + good[4:]):
        with pytest.raises(ValueError):
            ewkb.polylines(bad)


def test_thinning_keeps_ends_and_corners():
    line = [(0.0, 0.0, 0), (1.0, 0.001, 1), (2.0, 0.0, 2), (2.0, 2.0, 3)]
    assert ewkb.thin(line, 0.01) == [line[0], line[2], line[3]]
    assert ewkb.thin(line[:1], 0.01) == line[:1]
    assert ewkb.thin([line[0], line[3], line[0]], 0.01) == [line[0], line[3], line[0]]


def encounter(a=1, b=2, name="ANNA", distance=12.5):
    return {
        "mmsi_a": a, "mmsi_b": b, "name_a": name, "name_b": None, "type_a": "Cargo", "type_b": None, "t": "2026-01-08T00:00:05.000000Z",
        "s": 1767830405.0, "distance_m": distance, "lon_a": 11.0, "lat_a": 54.5, "lon_b": 11.0001, "lat_b": 54.5,
    }


def a_run(rules="both", pairs=1, seconds=2.0):
    return {
        "rules": rules, "spelling": "plain", "seconds": seconds, "pairs": pairs, "encounters": pairs, "from": "2026-01-08 00:00:00",
        "to": "2026-01-15 00:00:00", "region": None, "distance": 300.0, "srid": 25832, "evaluations": {"eDwithin": 1234, "atTime": 56, "length": 7},
        "sql": "SELECT 1 < 2", "plan": "CartesianProduct (a < b)",
    }


def test_the_page_needs_nothing_else_and_escapes_what_it_shows():
    tracks = {1: [[(10.9, 54.4, 1767830400.0), (11.1, 54.6, 1767830410.0)]], 3: [[(11.0, 54.5, 1767830400.0)]]}
    data = page.map_data(tracks, [encounter(name="</script><b>@PLAN@")], vessels=3)
    text = page.render(data, [a_run("none", seconds=8.0), a_run("both")])
    assert "http" not in text.replace("http-equiv", "")
    assert "</script><b>" not in text and "\\u003c/script>" in text
    assert "SELECT 1 &lt; 2" in text and "CartesianProduct (a &lt; b)" in text
    assert "no rules" in text and "8.0 s" in text
    for mark in ("@DATA@", "@RUNS@", "@PAIRS@", "@VESSELS@", "@SQL@"):
        assert mark not in text


def test_the_page_holds_the_nearest_encounters_and_counts_all():
    many = [encounter(a=i, b=i + 1, distance=float(i)) for i in range(page.ENCOUNTERS_SHOWN + 10)]
    data = page.map_data({}, many[::-1], vessels=9)
    assert (data["met"], data["pairs"], data["nearest"]) == (5010, 5010, 0.0)
    assert max(e["distance_m"] for e in data["encounters"]) == 4999.0
    assert "The 5,000 nearest encounters are shown." in page.render(data, [a_run()])


def test_tracks_are_steps_that_add_up_to_the_places():
    data = page.map_data({7: [[(11.0, 54.5, 100.0), (11.00002, 54.49999, 160.0)]]}, [], vessels=1)
    (track,) = data["tracks"]
    assert track["l"] == [[1100000, 5450000, 100, 2, -1, 60]]
    assert (track["m"], track["met"]) == (7, False)


def write_run(folder, run, pairs):
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(run))
    features = [{"properties": {"mmsi_a": a, "mmsi_b": b}} for a, b in pairs]
    (folder / "encounters.geojson").write_text(json.dumps({"features": features}))
    (folder / "map.json").write_text(json.dumps(page.map_data({}, [encounter()], 2)))
    return str(folder)


def test_equal_runs_make_a_table_and_a_page(tmp_path, capsys):
    folders = [write_run(tmp_path / rules, a_run(rules), [(1, 2)]) for rules in ("none", "order", "both")]
    compare.main([*folders, "--page", str(tmp_path / "page.html")])
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == ["rules", "no", "ordering", "ordering", "page:"]
    assert "1,234" in out and "56" in out
    assert "ordering only" in (tmp_path / "page.html").read_text()


def test_runs_with_other_pairs_or_another_question_are_refused(tmp_path):
    a = write_run(tmp_path / "a", a_run(), [(1, 2)])
    b = write_run(tmp_path / "b", a_run(), [(1, 2), (1, 3)])
    c = write_run(tmp_path / "c", a_run() | {"distance": 200.0}, [(1, 2)])
    with pytest.raises(JobError, match=r"1 pairs differ .* such as \(1, 3\)"):
        compare.main([a, b])
    with pytest.raises(JobError, match="another question"):
        compare.main([a, c])
    with pytest.raises(JobError, match="no run of proximity.py"):
        compare.main([a, str(tmp_path / "none")])


def test_the_two_spellings_hold_the_same_tests():
    question = query.Question("2026-01-08 00:00:00", "2026-01-15 00:00:00", 300.0, 25832, (1.0, 2.0, 3.0, 4.0))
    plain, first = (query.pairs_sql(question, spelling) for spelling in query.SPELLINGS)
    tests = [set(text.split("ON ")[1].replace("\n", "").split(" AND ")) for text in (plain, first)]
    assert [{t.strip() for t in one} for one in tests][0] == {t.strip() for t in tests[1]}
    assert plain.index("eDwithin") > plain.index("a.mmsi < b.mmsi") and first.index("eDwithin") < first.index("a.mmsi < b.mmsi")
    assert question.box() == "SRID=25832;STBOX XT(((1.0,2.0),(3.0,4.0)),[2026-01-08 00:00:00+00, 2026-01-15 00:00:00+00))"
