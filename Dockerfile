# One image for `docsgen build`, `check`, `serve` and the agent service. See docs/install.mdx.
# Built on the Node.js version of the tests. To pin the exact bytes, pass a digest: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
# The sources are not here yet, so `prepare` cannot build; none of the packages needs a script on this version of Node.js.
RUN npm ci --ignore-scripts --no-audit --no-fund
# .dockerignore lists what this copies.
COPY . .
RUN node scripts/build.mjs && npm pack --ignore-scripts --pack-destination /tmp
# The files of the package and the versions of the lock file, so that the image runs what the tests ran.
RUN mkdir /opt/docsgen \
  && tar -xzf /tmp/docsgen-*.tgz --strip-components=1 -C /opt/docsgen \
  && cp package-lock.json .npmrc /opt/docsgen/ \
  && cd /opt/docsgen \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
# bubblewrap isolates the checks of agent jobs, git fetches repositories and dates pages, tini ends orphaned processes.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates git tini \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/docsgen /opt/docsgen
# The user of the base image, 1000, owns the folders that volumes replace.
RUN ln -s /opt/docsgen/bin/docsgen.js /usr/local/bin/docsgen && mkdir /site /data && chown 1000:1000 /site /data
ENV DOCSGEN_DATA=/data
WORKDIR /site
# A number, because Kubernetes cannot verify that a name is not root.
USER 1000:1000
EXPOSE 4700
# For `docsgen serve` on its default port, with or without a folder. Turn it off for workers without the API.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4700/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "docsgen"]
CMD ["--help"]
