"""The coasts of printed maps have few points, and frontiers still meet."""

from maps.coasts import area, rings, thinned

COAST = "M0 0l10 1 10-1 10 0 0 30-30 0z"
NEIGHBOUR = "M30 0l0 30 20 0 0-15 1-15z"
ISLET = "M80 80l3 0 0 3z"
BOTH = {"land": COAST + ISLET, "beside": NEIGHBOUR}


def points(data: str) -> list[list[tuple[int, int]]]:
    return [*rings(data)]


def test_path_data_is_read_point_by_point() -> None:
    assert points(ISLET) == [[(80, 80), (83, 80), (83, 83)]]
    assert area(points(COAST)[0]) == 30 * 30 - 10


def test_points_that_hardly_matter_go_and_islets_too() -> None:
    [land] = points(thinned(BOTH, ["land"], 2.0)["land"])
    assert (10, 1) not in land
    assert {(0, 30), (30, 0), (30, 30)} <= set(land)


def test_what_neighbours_share_stays_however_coarse_the_coast() -> None:
    drawn = thinned(BOTH, ["land", "beside"], 50.0)
    shared = {(30, 0), (30, 30)}
    assert all(shared <= set(ring) for data in drawn.values() for ring in points(data))


def test_others_stay_as_they_are() -> None:
    assert thinned(BOTH, ["land"], 2.0)["beside"] == NEIGHBOUR
    assert thinned(BOTH, ["nowhere"], 2.0) == BOTH
