"""Does a page that a browser printed to PDF give the text of the page? `python -m benchmarks.browser_pdfs`

Needs `chromium` and the reference documents beside the project. Prints a line for each document and style.
"""

import difflib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from policy_assistant.parse import parse

FORMATS = Path(__file__).resolve().parents[2] / "shared" / "larkfield" / "corpus" / "formats"
STYLES = {
    "no rules": "",
    "ruled": "table { border-collapse: collapse } td, th { border: 1px solid #888; padding: 4px }",
    "lines below rows": "body { font: 11pt serif } table { border-collapse: collapse } "
    "td, th { border-bottom: 1px solid #888; padding: 4px; text-align: left }",
}
CHROMIUM = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-pdf-header-footer")


def printed(markup: str, style: str, folder: Path) -> Path:
    """The PDF that the browser prints of an article."""
    page, pdf = folder / "page.html", folder / "page.pdf"
    page.write_text(f'<html><head><meta charset="utf-8"><style>{style}</style></head><body>{markup}</body></html>', encoding="utf-8")
    command = (*CHROMIUM, f"--user-data-dir={folder}/profile", f"--print-to-pdf={pdf}", page.as_uri())
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return pdf


def main() -> int:
    """Print every document in every style and compare the texts."""
    if not FORMATS.exists():
        print("the reference documents are not beside the project")
        return 1
    print("| document | style | equal | likeness |\n| --- | --- | --- | --- |")
    for path in sorted(FORMATS.glob("*.html")):
        article = re.search(r"<article>.*?</article>", path.read_text(encoding="utf-8"), re.DOTALL)
        if article is None:
            continue
        markup = re.sub(r'<p class="doc-meta">.*?</p>', "", article.group(0))
        text = parse(path).text
        for name, style in STYLES.items():
            with tempfile.TemporaryDirectory() as folder:
                found = parse(printed(markup, style, Path(folder))).text
            likeness = difflib.SequenceMatcher(None, text, found, autojunk=False).ratio()
            print(f"| {path.stem} | {name} | {'yes' if text == found else 'no'} | {likeness:.3f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
