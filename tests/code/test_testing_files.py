"""Files of tests by the habits of languages, and questions about tests."""

import pytest

from policy_assistant.code.testing_files import asks_for_tests, is_test


@pytest.mark.parametrize(
    "path",
    [
        "tests/shop/till.py",
        "src/test/java/shop/Till.java",
        "web/__tests__/page.js",
        "spec/till_spec.rb",
        "shop/test_till.py",
        "shop/till_test.go",
        "web/page.test.tsx",
        "web/page.spec.ts",
        "shop/TillTest.java",
        "Shop/TillTests.cs",
        "conftest.py",
        "Tests/Till.php",
    ],
)
def test_tests_are_known_by_folder_or_name(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize(
    "path", ["shop/till.py", "shop/latest.py", "shop/testing/server.py", "shop/contest.py", "attest/Till.java", "shop/Contest.java"]
)
def test_other_files_are_none(path: str) -> None:
    assert not is_test(path)


@pytest.mark.parametrize("question", ["which test covers refunds", "où la TVA est-elle testée ?", "les tests de la caisse", "fixtures"])
def test_questions_about_tests_are_known(question: str) -> None:
    assert asks_for_tests(question)


@pytest.mark.parametrize("question", ["where is the latest invoice", "contested refunds", ""])
def test_other_questions_are_not(question: str) -> None:
    assert not asks_for_tests(question)
