"""How long players were away, by cause, and how long they were behind: from the acknowledgement of an action until they
were shown it, or a later one.
"""

from tests.harness.delays import absences, delays, share
from tests.harness.history import Absence, History, Request, Shown, Told


def request(choice: str, at: float, sequence: int) -> Request:
    return Request("room", f"k{sequence}", "red", choice, at - 0.5, [Told(at, sequence)])


def shown(sequence: int, at: float, side: str | None = None) -> Shown:
    return Shown("room", 0, sequence, side, b"view", at)


def test_each_viewer_counts_from_the_answer_to_the_first_sight() -> None:
    history = History()
    history.requests = [request('{"do":"collect"}', 10.0, 1), request('{"do":"publish","dispatch":3}', 20.0, 2)]
    history.shown = [shown(1, 9.9, "red"), shown(2, 21.0, "red"), shown(1, 12.0, "blue"), shown(2, 24.0, "blue")]
    assert delays(history) == [0.0, 1.0, 2.0, 4.0]


def test_who_was_shown_a_later_position_has_seen_the_earlier_one() -> None:
    history = History()
    history.requests = [request('{"do":"collect"}', 10.0, 1)]
    history.shown = [shown(0, 9.0), shown(5, 13.0), shown(4, 14.0)]
    assert delays(history) == [3.0]


def test_what_is_not_for_all_eyes_is_not_waited_for() -> None:
    history = History()
    history.requests = [request('{"do":"order","pass_in":"none"}', 10.0, 1)]
    history.shown = [shown(1, 13.0)]
    assert delays(history) == []


def test_who_was_away_while_the_database_was_gone_counts_as_such() -> None:
    outages = [(10.0, 12.0), (20.0, 21.0)]
    before, within, after, around = Absence(8.0, 9.5), Absence(11.0, 11.5), Absence(12.5, 13.5), Absence(19.0, 24.0)
    assert absences([before, within, after, around], outages) == ([1.0, 1.5], [0.5, 5.0])


def test_the_slowest_of_a_hundred_may_be_slower_and_of_fewer_all_count() -> None:
    assert share([1.0] * 198 + [2.0, 9.0], 0.99) == 2.0
    assert share([1.0, 9.0], 0.99) == 9.0
    assert share([], 0.99) == 0.0
