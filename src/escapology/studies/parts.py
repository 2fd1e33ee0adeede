"""A piece as a Parquet file. The same rows give the same bytes: nothing of the machine or the moment is in it."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from escapology.studies.measures import Column, columns_of
from escapology.studies.plan import Piece, Plan

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["DamagedError", "part_bytes", "read_part"]

_COMPRESSION: Final = "zstd"


class DamagedError(Exception):
    """A part that is not what was written."""


def _schema(plan: Plan, piece: Piece) -> pa.Schema:
    import pyarrow as pa

    kinds = {
        "count": pa.int64(),
        "seed": pa.uint64(),
        "share": pa.float64(),
        "flag": pa.bool_(),
        "bytes": pa.binary(),
        "text": pa.dictionary(pa.int32(), pa.string()),
    }

    def made(column: Column) -> pa.Field:
        return pa.field(column.name, kinds[column.kind], nullable=column.name not in {"setting", "seed"})

    about = {"escapology.study": plan.digest, "escapology.piece": f"{piece.setting}/{piece.number}"}
    return pa.schema([made(column) for column in columns_of(plan)], metadata=about)


def part_bytes(plan: Plan, piece: Piece, columns: Mapping[str, Sequence[object]]) -> bytes:
    """The file of a piece."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema(plan, piece)
    arrays = [pa.array(columns[field.name], field.type) for field in schema]
    out = io.BytesIO()
    pq.write_table(
        pa.Table.from_arrays(arrays, schema=schema),
        out,
        version="2.6",
        compression=_COMPRESSION,
        compression_level=3,
        use_dictionary=True,
        write_statistics=True,
        write_page_checksum=True,
        row_group_size=1 << 20,
    )
    return out.getvalue()


def read_part(plan: Plan, piece: Piece, path: Path) -> dict[str, list[object]]:
    """The columns of a piece that was stored; all of it is looked at, so that damage is found."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            table = pq.read_table(io.BytesIO(file.read()), page_checksum_verification=True, use_threads=False)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise DamagedError(str(error).split("\n", 1)[0]) from None
    schema = _schema(plan, piece)
    if not table.schema.equals(schema, check_metadata=True):
        raise DamagedError("it is a part of another study, or another part of this one")
    columns: dict[str, list[object]] = table.to_pydict()
    if columns["seed"] != list(range(piece.first, piece.first + piece.deals)):
        raise DamagedError("its seeds are not those of this piece")
    return columns
