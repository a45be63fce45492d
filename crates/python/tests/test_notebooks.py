"""The notebooks run."""

from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


def test_all_notebooks_are_stored_without_results():
    import json

    found = sorted(NOTEBOOKS.glob("*.ipynb"))
    assert [one.stem for one in found] == ["first-game", "study-betrayal", "train-a-player"]
    for one in found:
        cells = json.loads(one.read_text(encoding="utf-8"))["cells"]
        assert all(not cell.get("outputs") for cell in cells), one


@pytest.mark.sample
def test_the_first_one_runs_line_by_line():
    import json

    cells = json.loads((NOTEBOOKS / "first-game.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "first-game", "exec"), names)
    assert names["env"].outcome["winners"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-game", "train-a-player", "study-betrayal"])
def test_a_notebook_runs(name):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=1200, kernel_name="python3").execute()
    if name == "study-betrayal":
        kinds = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
        assert len(kinds) >= 3
