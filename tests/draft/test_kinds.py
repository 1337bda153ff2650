"""The kind of a document by its name and title."""

import pytest

from policy_assistant.draft.kinds import guess_type
from policy_assistant.draft.names import read_name


@pytest.mark.parametrize(
    ("name", "title", "language", "kind"),
    [
        ("supplier returns policy", "", "en", "policy"),
        ("politique fournisseurs", "", "fr", "policy"),
        ("proc refund approvals", "Manual refunds", "en", "procedure"),
        ("x", "Guide to the returns policy", "en", "guide"),
        ("x", "Memo: pump kits", "en", "notice"),
        ("faq livraison", "", "fr", "help"),
        ("x", "Tidewell reels: product sheet", "en", "supplier"),
        ("gift cards", "Gift cards", "en", ""),
    ],
)
def test_a_kind_is_the_head_of_the_name_or_title(name: str, title: str, language: str, kind: str) -> None:
    assert guess_type(name, title, language).value == kind


@pytest.mark.parametrize(
    ("stem", "language"),
    [
        ("notice-kt180", "en"),
        ("Notice KT-180", "en"),
        ("NoticeKT180", "en"),
        ("notice-2026-05-01", "en"),
        ("notice_may_2026", "en"),
        ("avis-kt180", "fr"),
        ("safety-notice-ladders", "en"),
        ("field safety notice", "en"),
        ("recall notice drills", "en"),
        ("product_recall_drills", "en"),
        ("recall-kt180", "en"),
        ("avis-securite-echelles", "fr"),
        ("Avis de sécurité", "fr"),
        ("avis de rappel", "fr"),
        ("rappel-produits", "fr"),
    ],
)
def test_what_is_sent_out_about_safety_a_product_or_a_day_is_a_notice(stem: str, language: str) -> None:
    name = read_name(stem)
    assert guess_type(name.words, "", language, whole=name.whole).value == "notice"
    assert guess_type("x", stem, language).value == ("" if stem == "NoticeKT180" else "notice")


@pytest.mark.parametrize(
    ("stem", "title", "language", "kind"),
    [
        ("notice-and-allowances", "Notice and allowances", "en", ""),
        ("notice-and-allowances", "Leave policy", "en", "policy"),
        ("notice-period-policy", "", "en", "policy"),
        ("notice-30-days", "", "en", ""),
        ("notice-periods-2026", "", "en", ""),
        ("notice-of-3-months", "", "en", ""),
        ("notice-pay-2026-rates", "", "en", ""),
        ("notice-v3", "", "en", ""),
        ("privacy notice", "", "en", ""),
        ("notice-montage-pw2200", "", "fr", "guide"),
        ("préavis-2026", "", "fr", ""),
        ("avis-clients", "", "fr", ""),
        ("rappel-conges", "", "fr", ""),
        ("product-recall-procedure", "", "en", "procedure"),
        ("procedure-rappel-produits", "", "fr", "procedure"),
    ],
)
def test_a_name_that_only_holds_such_a_word_is_read_without_it(stem: str, title: str, language: str, kind: str) -> None:
    name = read_name(stem)
    assert guess_type(name.words, title, language, whole=name.whole).value == kind
