# Horloge as a container: the locked packages and our wheel, run by a user who owns nothing.
# Settings come from the environment; see docs/.

ARG PYTHON_IMAGE=python:3.13-slim
FROM ${PYTHON_IMAGE} AS build
WORKDIR /build
COPY requirements requirements
RUN python -m venv /horloge \
 && /horloge/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements/run.lock
COPY . .
RUN python dev.py assets \
 && /horloge/bin/pip install --no-cache-dir --no-index --no-deps --no-build-isolation .

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 1000 --create-home --home-dir /var/lib/horloge horloge \
 && mkdir /backups && chown horloge /backups
COPY --from=build /horloge /horloge
USER horloge
WORKDIR /var/lib/horloge
ENV PATH=/horloge/bin:$PATH PYTHONUNBUFFERED=1 HORLOGE_HOST=0.0.0.0 HORLOGE_PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=20s --retries=4 --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/ready', timeout=15)"]
CMD ["horloge", "serve"]
