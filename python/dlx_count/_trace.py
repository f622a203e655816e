"""A search step by step."""

import os
from html import escape
from pathlib import Path


class Trace:
    """The search step by step, as a page that needs nothing else. A notebook shows it.

    >>> import dlx_count as dlx
    >>> trace = dlx.queens(4).trace()
    >>> trace.html.startswith("<!doctype html>")
    True
    """

    def __init__(self, name: str, html: str) -> None:
        self.name = name
        self.html = html
        """The page."""

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page to a file, `q.html` for example."""
        path = Path(path)
        path.write_text(self.html, encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"<Trace of {self.name}>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="600" style="border:0"></iframe>'
