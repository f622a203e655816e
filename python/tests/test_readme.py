"""What the pages show is what the package does."""

import doctest
import os
import re
import subprocess
import sys

import pytest


def blocks(text, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/src/python.md", "python/README.md"])
def test_examples_in_python(root, page):
    found = blocks((root / page).read_text(), "python")
    assert found
    for block in found:
        test = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
        assert len(test.examples) >= 4 and doctest.DocTestRunner().run(test).failed == 0


def test_commands(root, tmp_path):
    """The cluster is this machine, so that it needs no address."""
    pytest.importorskip("ray")
    found = [block for block in blocks((root / "docs/src/python.md").read_text(), "sh") if "python -m" in block]
    assert found
    for block in found:
        command, output = block.removeprefix("$ python ").split("\n", 1)
        words = command.replace(" --address auto", "").split()
        environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
        done = subprocess.run([sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
        assert done.stdout == output, done.stderr
