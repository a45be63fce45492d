"""Results as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


class Table:
    """Columns of equal length, which pandas, pyarrow, polars and others can read.

    pandas and pyarrow are only needed for the methods that name them.
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self.columns: dict[str, list[Any]] = {name: list(column) for name, column in columns.items()}
        lengths = {len(column) for column in self.columns.values()}
        if len(lengths) > 1:
            raise ValueError("columns: they are not of equal length")
        self._length = lengths.pop() if lengths else 0

    @staticmethod
    def of(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> Table:
        """A table of rows; what a row does not have is None. `columns` are there even if there is no row."""
        names: dict[str, None] = dict.fromkeys(columns)
        for row in rows:
            names.update(dict.fromkeys(row))
        return Table({name: [row.get(name) for row in rows] for name in names})

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, name: str) -> list[Any]:
        return self.columns[name]

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, one after the other."""
        for values in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, values, strict=True))

    def to_pandas(self) -> Any:
        """As a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.columns)

    def to_arrow(self) -> Any:
        """As a pyarrow Table."""
        import pyarrow

        return pyarrow.table(self.columns)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow PyCapsule interface."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"
