# The web app and its API for many. Build: docker build -t escapology .
# Run: docker run -p 127.0.0.1:8000:8000 -v escapology:/data escapology --allowed-host games.example
FROM python:3.11-slim

COPY pyproject.toml constraints.txt README.md LICENSE NOTICE /source/
COPY src /source/src
RUN pip install --no-cache-dir --constraint /source/constraints.txt '/source[all]' && rm -r /source

# Games and the secret are kept in /data; machine code of the solvers in /cache, which is made here.
RUN useradd --system --home-dir /data --shell /usr/sbin/nologin escapology \
    && install -d -o escapology -g escapology -m 700 /data /cache
ENV XDG_CACHE_HOME=/cache ESCAPOLOGY_DATABASE=/data/plays.sqlite PYTHONUNBUFFERED=1
USER escapology
WORKDIR /data
RUN set -e; for game in devils-square lab-rats kidnap-machine dont-let-them-get-you not-alone; do \
        escapology deal "$game" --seed 1 > /tmp/deal; \
        escapology hint /tmp/deal; \
        escapology solve --limit-seconds 10 /tmp/deal; \
    done; rm /tmp/deal

VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["escapology", "serve", "--host", "0.0.0.0"]
