"""One tool reads one file, in a process of its own: `python worker.py TOOL FILE` prints JSON with what it gave and used.

This file imports nothing of the project, so that it runs in the other tools' environment. Import time is not counted.
"""

import importlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Given = dict[str, Any]
"""What a tool gave: `text`, `pages` (a text each, or none), `tables` (rows of cells), `title`, `labels`."""

_MAXRSS_BYTES = 1 if sys.platform == "darwin" else 1_024


def _ours(library: Any, path: str) -> Given:
    document = library.parse(path)
    return {"text": document.text, "count": document.page_count}


def _pypdf(library: Any, path: str) -> Given:
    reader = library.PdfReader(path)
    pages = [page.extract_text() for page in reader.pages]
    title = reader.metadata.title if reader.metadata else ""
    return {"pages": pages, "title": title or "", "labels": list(reader.page_labels)}


def _pdfplumber(library: Any, path: str) -> Given:
    pages, tables = [], []
    with library.open(path) as document:
        for page in document.pages:
            pages.append(page.extract_text())
            tables += page.extract_tables()
            page.close()
        title = document.metadata.get("Title", "")
    return {"pages": pages, "tables": tables, "title": title if isinstance(title, str) else ""}


def _pdfminer(library: Any, path: str) -> Given:
    return {"pages": library.extract_text(path).removesuffix("\f").split("\f")}


def _pypdfium2(library: Any, path: str) -> Given:
    document = library.PdfDocument(path)
    pages = [page.get_textpage().get_text_range() for page in document]
    return {
        "pages": pages,
        "title": document.get_metadata_value("Title"),
        "labels": [document.get_page_label(at) or str(at + 1) for at in range(len(document))],
    }


def _markitdown(library: Any, path: str) -> Given:
    result = library.MarkItDown(enable_plugins=False).convert(path)
    return {"text": result.text_content, "title": result.title or ""}


def _pymupdf4llm(library: Any, path: str) -> Given:
    chunks = library.to_markdown(path, page_chunks=True, show_progress=False)
    return {"pages": [chunk["text"] for chunk in chunks], "title": (chunks[0]["metadata"].get("title") or "") if chunks else ""}


def _kreuzberg(library: Any, path: str) -> Given:
    config = library.ExtractionConfig(output_format="markdown", pages=library.PageConfig(extract_pages=True), use_cache=False)
    result = library.extract_file_sync(path, config=config)
    tables = [table["cells"] if isinstance(table, dict) else table.cells for table in result.tables]
    return {"text": result.content, "pages": [page["content"] for page in result.pages or []], "tables": tables}


TOOLS: dict[str, tuple[str, Callable[[Any, str], Given]]] = {
    "policy-assistant": ("policy_assistant.parse.base", _ours),
    "pypdf": ("pypdf", _pypdf),
    "pdfplumber": ("pdfplumber", _pdfplumber),
    "pdfminer.six": ("pdfminer.high_level", _pdfminer),
    "pypdfium2": ("pypdfium2", _pypdfium2),
    "markitdown": ("markitdown", _markitdown),
    "kreuzberg": ("kreuzberg", _kreuzberg),
    "pymupdf4llm": ("pymupdf4llm", _pymupdf4llm),
    "pymupdf4llm-layout": ("pymupdf4llm", _pymupdf4llm),
}
"""Name -> (module, how it reads a file)."""


def main() -> None:
    """Read the file on one core and print the result; a tool's own output goes to standard error."""
    tool, path = sys.argv[1], sys.argv[2]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    out, sys.stdout = sys.stdout, sys.stderr
    module, read = TOOLS[tool]
    library = importlib.import_module(module)
    began = time.process_time()
    try:
        given = read(library, str(Path(path)))
    except Exception as error:  # whatever a tool raises is its answer
        given = {"error": f"{type(error).__name__}: {error}"[:500]}
    given["seconds"] = time.process_time() - began
    given["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS_BYTES / 1_000_000
    json.dump(given, out)


if __name__ == "__main__":
    main()
