"""Studies: millions of deals, on one machine or on many, with the same result to the last bit.

    plan.py       what is studied: settings, seeds, measures, limits; cut into pieces by the plan alone
    file.py       a plan as a TOML file, read with every mistake named, and written
    measures.py   what can be measured of a deal, and which columns that gives
    work.py       a piece of work: deals by their seeds in, columns out. All that computes happens here
    crew.py       who works: what the coordinator asks of processes or clusters; local.py: processes of this machine
    cluster.py    workers of a Dask cluster
    run.py        the coordinator: hands out pieces, stores what comes back, stops where the plan says so
    folder.py     the result on the disk: parts that are whole or not there, a lock, checksums
    parts.py      a piece as a Parquet file, the same bytes whoever worked it out
    tally.py      counts of what is done, piece by piece; estimate.py: intervals, and when they are narrow enough
    progress.py   how it goes, on a terminal and in the log
    tables.py     a finished or growing folder in figures; report.py: the same as a page with charts; sql.py: by DuckDB
    ready/        studies that come with the package

A study never looks at a clock to decide anything. Read `plan.py` first, then `run.py`.
"""
