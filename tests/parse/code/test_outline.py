"""What belongs to which piece."""

from tests.parse.code.code_samples import places


def test_comments_directly_above_belong_to_a_piece_and_others_do_not() -> None:
    text = "# About nothing.\n\n# About f.\n# And more.\ndef f(): ...\n\n\nx = 1\n# About g.\ndef g(): ...\n# After g.\n"
    assert places(text, "a.py") == ["1-1 module a", "3-5 function f", "8-8 module a", "9-10 function g", "11-11 module a"]


def test_a_comment_beside_code_is_not_above_the_next_piece() -> None:
    assert places("x = f()  # why\ndef g(): ...\n", "a.py") == ["1-1 module a", "2-2 function g"]


def test_two_definitions_on_one_line_are_one_piece() -> None:
    assert places("MIN = 1; MAX = 2\n", "a.py") == ["1-1 constant MIN"]
    assert places("function a() {} function b() {\n}\n", "a.js") == ["1-2 function a"]
    assert places("class A { int f() { return 1; }\n  int g() { return 2; }\n}\n", "A.java") == ["1-1 class A", "2-3 method A.g"]


def test_a_closing_bracket_alone_is_no_piece_but_a_comment_line_is() -> None:
    assert places("class A {\n  f() {}\n\n}\n", "a.js") == ["1-1 class A", "2-4 method A.f"]
    text = "class A {\n  f() { a(); }\n\n private:\n  void g() { b(); }\n};\n}  // namespace b\n"
    assert places(text, "a.cpp") == ["1-1 class A", "2-4 method A.f", "5-7 method A.g"]
    assert places("def f(): ...\n\n# -----\n\ndef g(): ...\n", "a.py") == ["1-1 function f", "3-3 module a", "5-5 function g"]


def test_functions_inside_a_short_function_stay_in_it() -> None:
    assert places("def f():\n    def g():\n        a()\n        b()\n        c()\n    return g\n", "a.py") == ["1-6 function f"]


def test_functions_inside_a_long_function_are_pieces_of_their_own() -> None:
    body = "".join(f"    step({number})\n" for number in range(70))
    inner = "    def retry():\n        a()\n        b()\n        c()\n"
    small = "    def tiny(): ...\n"
    found = places(f"def f():\n{inner}{small}{body}", "a.py")
    assert found[:2] == ["1-1 function f", "2-5 function f.retry"]
    assert {line.split(" ", 1)[1] for line in found[2:]} == {"function f"}


def test_constants_are_those_of_a_module_by_their_languages_convention() -> None:
    text = "Limit = 3\nT = 1\nMAX_LATE = 2\n\n\ndef f():\n    LOCAL = 1\n\n\nclass A:\n    FEE = 3\n"
    assert places(text, "a.py") == ["1-2 module a", "3-3 constant MAX_LATE", "6-7 function f", "10-11 class A"]


def test_a_text_below_a_constant_belongs_to_it() -> None:
    text = 'MAX = 2\n"""Days\nof grace."""\nx = 1\n"""Not a constant."""\n'
    assert places(text, "a.py") == ["1-3 constant MAX", "4-5 module a"]


def test_members_of_a_class_between_its_methods_are_pieces_of_the_class() -> None:
    text = "class A:\n    x = 1\n\n    def f(self): ...\n\n    y = 2\n\n    def g(self): ...\n"
    assert places(text, "a.py") == ["1-2 class A", "4-4 method A.f", "6-6 class A", "8-8 method A.g"]


def test_methods_that_stand_outside_their_type_carry_its_name() -> None:
    assert places("void a::B<T>::c() {\n}\nint d() {\n}\n", "a.cpp") == ["1-2 method a.B.c", "3-4 function d"]
    assert places("package a\nfunc (m *Map[K, V]) Get() {}\n", "a.go")[1:] == ["2-2 method Map.Get"]
    assert places("impl<T> crate::io::Read for &'a mut Pipe<T> {\n    fn go() {}\n}\n", "a.rs")[1:] == ["2-3 method Pipe.go"]


def test_names_of_functions_that_are_assigned() -> None:
    text = "module.exports = () => {\n  a();\n};\nexports.b = () => {\n};\nwindow.C.d = function () {\n};\n"
    assert places(text, "a.js") == ["1-3 function default", "4-5 function b", "6-7 method C.d"]


def test_names_are_written_as_people_write_them() -> None:
    assert places('CREATE TABLE "shop".[orders] (id int);\n', "a.sql") == ["1-1 table shop.orders"]
    assert places("bool A<T>::operator<(const A &o) {\n}\n", "a.cpp") == ["1-2 method A<T>.operator<"]
    assert places("class A\n  def []\n    1\n  end\n\n  def <=>(o)\n    1\n  end\nend\n", "a.rb") == [
        "1-1 class A",
        "2-4 method A.[]",
        "6-9 method A.<=>",
    ]
    assert places(f"def {'f' * 1000}(): ...\n", "a.py") == [f"1-1 function {'f' * 120}"]


def test_what_a_language_does_not_hold_constant_is_none() -> None:
    assert places("class A {\n  static int COUNT = 0;\n  final int SIZE = 1;\n}\n", "A.java") == ["1-4 class A"]
    assert places("class A {\n  static int Count = 0;\n}\n", "a.cs") == ["1-3 class A"]
    assert places("volatile int x = 3;\n", "a.c") == ["1-1 module a"]
    assert places("limit: int = 3\n", "a.py") == ["1-1 module a"]
    assert places("Foo = Bar.new\n", "a.rb") == ["1-1 module a"]
    assert places("private val limit = 3\n", "a.kt") == ["1-1 module a"]
    assert places("let LIMIT = 3;\nconst shop = load();\n", "a.js") == ["1-2 module a"]


def test_what_is_constant_inside_a_function_stays_in_it() -> None:
    body = "  const int local[] = {\n    1,\n    2,\n    3,\n  };\n" + "  step();\n" * 70
    assert {line.split(" ", 1)[1] for line in places(f"int f() {{\n{body}}}\n", "a.c")} == {"function f"}


def test_a_type_inside_the_statement_of_a_constant_belongs_to_it() -> None:
    assert places("struct node {\n  int a;\n} static const first = {1};\n", "a.c") == ["1-3 constant first"]


def test_what_wraps_a_definition_belongs_to_it_and_to_no_other() -> None:
    assert places("template <class T>\ntemplate <class U>\nvoid A<T>::f(U u) {\n}\n", "a.cpp") == ["1-4 method A.f"]
    text = "def f():\n    @wraps(a)\n    def g(): ...\n    return g\n\n\ndef h(): ...\n"
    assert places(text, "a.py") == ["1-4 function f", "7-7 function h"]


def test_what_a_macro_hides_is_no_function() -> None:
    text = "BEGIN_NAMESPACE\nnamespace shop {\nint total() {\n  return 1;\n}\n}\n"
    assert places(text, "a.cpp")[-1].endswith("function total")


def test_functions_in_a_call_or_a_condition_are_found() -> None:
    assert places("(function () {\n  function a() {\n    return 1;\n  }\n})();\n", "m.js") == ["1-1 module m", "2-5 function a"]
    assert places("try:\n    import a\nexcept ImportError:\n    def a(): ...\n", "m.py") == ["1-3 module m", "4-4 function a"]
