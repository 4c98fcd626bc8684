"""JSON with a repeated field is refused, however it is written."""

import pytest

from app.base.strict_json import Twice, no_field_twice


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":2}',
        '{"a":1,"\\u0061":2}',
        '{"x":[{"a":1 , "b":{} ,"a" :2}]}',
        '{"a":"","b":"\\"","a":3}',
        '{"a":"v",":b":"v" ,":b":"w"}',
        b'{"\xc3\xa9":1,"\xc3\xa9":2}',
    ],
)
def test_a_field_that_is_there_twice_is_found(text: str | bytes) -> None:
    with pytest.raises(Twice):
        no_field_twice(text)


@pytest.mark.parametrize("text", ['[{"a":1},{"a":2}]', '{"a":{"a":1}}', '{"a":"\\"a\\":"}', '{"a":"{a:a:}"}', "1"])
def test_the_same_name_in_another_object_or_in_a_text_is_none(text: str) -> None:
    no_field_twice(text)
