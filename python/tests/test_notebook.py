"""The notebooks of the examples run from the first cell to the last."""

import nbformat
import pytest
from nbclient import NotebookClient


def text(notebook):
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return "\n".join(output.get("text") or output["data"].get("text/plain", "") for output in outputs)


def kinds(notebook):
    return {kind for cell in notebook.cells for output in cell.get("outputs", ()) for kind in output.get("data", ())}


@pytest.mark.parametrize("name", ["exact_covers"])
def test_a_notebook_runs(root, name):
    notebook = nbformat.read(root / f"python/examples/{name}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert {"image/svg+xml", "text/html"} <= kinds(notebook), "solutions and the search are drawn"
    for known in ("14200", "12988816", "2339", "161280", "108,776,032,459,082,956,800", "233"):
        assert known in text(notebook), known
