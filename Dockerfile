# The web app and its API for many. Build: docker build -t escapology .
# Run: docker run -p 127.0.0.1:8000:8000 -v escapology:/data escapology --allowed-host games.example
# For studies on a cluster: docker build --target study -t escapology-study . (docs/studies.md)
# All that is installed has a hash in deploy/requirements*.txt; `make hashes` writes them.
FROM python:3.11-slim AS build
WORKDIR /source
COPY deploy/requirements-build.txt ./
RUN pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements-build.txt
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src ./src
RUN python -m hatchling build --target wheel --directory /wheel

FROM python:3.11-slim AS study
COPY deploy/requirements-study.txt /wheel/
RUN pip install --no-cache-dir --require-hashes --only-binary :all: --requirement /wheel/requirements-study.txt
COPY --from=build /wheel /wheel
RUN pip install --no-cache-dir --no-index --no-deps /wheel/*.whl && pip check && rm -r /wheel
RUN useradd --system --create-home --shell /usr/sbin/nologin escapology
USER escapology
WORKDIR /home/escapology
RUN escapology warm
ENTRYPOINT ["escapology", "study"]

FROM python:3.11-slim
COPY deploy/requirements.txt /wheel/
RUN pip install --no-cache-dir --require-hashes --only-binary :all: --requirement /wheel/requirements.txt
COPY --from=build /wheel /wheel
RUN pip install --no-cache-dir --no-index --no-deps /wheel/*.whl && pip check && rm -r /wheel

# Games and the secret are kept in /data; machine code of the solvers in /cache, which is made here.
RUN useradd --system --home-dir /data --shell /usr/sbin/nologin escapology \
    && install -d -o escapology -g escapology -m 700 /data /cache
ENV XDG_CACHE_HOME=/cache ESCAPOLOGY_DATABASE=/data/plays.sqlite PYTHONUNBUFFERED=1
USER escapology
WORKDIR /data
RUN escapology warm

VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["escapology", "serve", "--host", "0.0.0.0"]
