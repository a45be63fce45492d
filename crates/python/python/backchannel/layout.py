"""What is where in an observation."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Field:
    """A block of an observation: `rows` things with the same features, one after the other."""

    name: str
    offset: int
    rows: int
    features: tuple[str, ...]
    scales: tuple[float, ...]

    @property
    def size(self) -> int:
        """The numbers of the block."""
        return self.rows * len(self.features)

    def of(self, observation: NDArray) -> NDArray:
        """This block of one observation, or of many, as rows and features."""
        block = observation[..., self.offset : self.offset + self.size]
        return block.reshape(*observation.shape[:-1], self.rows, len(self.features))


@dataclass(frozen=True)
class Layout:
    """What is where in an observation, which is an array of bytes. Seats are counted from the observer's own, which is 0."""

    size: int
    fields: tuple[Field, ...]

    @staticmethod
    def parse(text: str) -> Layout:
        """A layout as the native side writes it."""
        read = json.loads(text)
        fields = (
            Field(it["name"], it["offset"], it["rows"], tuple(it["features"]), tuple(it["scales"]))
            for it in read["fields"]
        )
        return Layout(read["size"], tuple(fields))

    def __getitem__(self, name: str) -> Field:
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"there is no {name!r}; the fields are {', '.join(it.name for it in self.fields)}")

    def scales(self) -> NDArray[np.float32]:
        """What to multiply an observation with to get numbers of about one."""
        rows = [np.tile(np.asarray(it.scales, np.float32), it.rows) for it in self.fields]
        return np.concatenate(rows)
