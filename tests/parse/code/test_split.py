"""Long pieces and windows are cut where a reader would cut."""

from policy_assistant.parse.code import parse_code
from tests.parse.code.code_samples import check_pieces, places


def test_a_long_function_is_cut_between_its_statements() -> None:
    blocks = "".join(f"    if a{number}:\n        b()\n        c()\n    # next\n" for number in range(30))
    parsed = parse_code(f'def f():\n    """Do it."""\n{blocks}    return 1\n'.encode(), "a.py")
    check_pieces(parsed)
    assert [block.section for block in parsed.blocks] == ["f", "f", "f"]
    assert all(block.text.startswith(("def f", "    if", "    # next")) for block in parsed.blocks)
    sizes = [block.text.count("\n") + 1 for block in parsed.blocks]
    assert max(sizes) - min(sizes) < 10, "parts are about equally long"


def test_a_long_statement_inside_a_function_is_cut_between_its_own_statements() -> None:
    inner = "".join(f"        if a{number}:\n            b()\n" for number in range(60))
    parsed = parse_code(f"def f():\n    for a in b:\n{inner}    return 1\n".encode(), "a.py")
    check_pieces(parsed)
    assert len(parsed.blocks) == 3
    assert all(block.text.startswith(("def f", "        if")) for block in parsed.blocks)


def test_a_comment_stays_with_the_statement_below_it() -> None:
    body = "".join(f"    # Why {number}.\n    step({number})\n" for number in range(100))
    parsed = parse_code(f"def f():\n{body}".encode(), "a.py")
    check_pieces(parsed)
    assert len(parsed.blocks) > 3
    assert all(block.text.startswith("    # Why") for block in parsed.blocks[1:])


def test_a_long_table_is_cut_between_its_entries() -> None:
    entries = "".join(f'    "key{number}": [\n        {number},\n    ],\n' for number in range(40))
    parsed = parse_code(f"TABLE = {{\n{entries}}}\n".encode(), "a.py")
    check_pieces(parsed)
    assert {(block.place.kind, block.place.name) for block in parsed.blocks if block.place} == {("constant", "TABLE")}
    assert all(block.text.lstrip().startswith(("TABLE", '"key')) for block in parsed.blocks)


def test_a_text_of_many_lines_is_cut_between_lines_only_where_it_must() -> None:
    text = 'HELP = """\n' + "word " * 30 + "\n" + "line\n" * 130 + '"""\n'
    parsed = parse_code(text.encode(), "a.py")
    check_pieces(parsed)
    assert len(parsed.blocks) == 3
    assert {block.section for block in parsed.blocks} == {"HELP"}


def test_one_line_over_the_limit_is_a_piece_of_its_own() -> None:
    parsed = parse_code(f"def f():\n    a = 1\n    b = '{'x' * 5000}'\n    return a\n".encode(), "a.py")
    check_pieces(parsed)
    assert [block.text.count("\n") for block in parsed.blocks] == [1, 0, 0]


def test_a_piece_of_exactly_the_limit_is_not_cut() -> None:
    body = "    x()\n" * 59
    assert places(f"def f():\n{body}", "a.py") == ["1-60 function f"]
    assert len(places(f"def f():\n{body}    y()\n", "a.py")) == 2
    assert len(places(f"def f():\n    x = '{'a' * (2000 - 20)}'\n", "a.py")) == 1
    assert len(places(f"def f():\n    x = '{'a' * (2000 - 18)}'\n", "a.py")) == 2


def test_windows_end_at_blank_lines() -> None:
    text = "".join(f"key{number}: 1\n" + "other: 2\n" * 7 + "\n" for number in range(10))
    found = places(text, "conf/a.yaml")
    assert found == ["1-35 lines a.yaml", "37-71 lines a.yaml", "73-89 lines a.yaml"]


def test_windows_of_a_file_without_blank_lines_are_about_equally_long() -> None:
    assert places("line\n" * 100, "a.txt") == ["1-34 lines a.txt", "35-68 lines a.txt", "69-100 lines a.txt"]
