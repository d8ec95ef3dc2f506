# An image with botform alone: built in one stage, run in another, as nobody in particular, with a root that may be read-only.
#   docker build --tag botform .
#   docker run --rm --read-only --cap-drop ALL --security-opt no-new-privileges \
#     --volume "$PWD:/fleet:ro" --volume botform-journal:/journal --env-file keys.env botform plan
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package runs a script of its own while it is installed (threat 12).
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build.mjs tsconfig.json tsconfig.types.json ./
COPY src ./src
COPY tools ./tools
RUN npm run --silent build -- --no-types && find dist -name '*.map' -delete && node dist/main.js --version

FROM ${NODE_IMAGE}
COPY package.json LICENSE /opt/botform/
COPY --from=build /build/dist /opt/botform/dist
RUN ln -s /opt/botform/dist/main.js /usr/local/bin/botform \
  && mkdir -m 0700 /journal && chown 10001:10001 /journal \
  && rm -rf /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx
# The only place that is written to, unless --out says another one.
ENV BOTFORM_JOURNAL=/journal
VOLUME /journal
WORKDIR /fleet
USER 10001:10001
ENTRYPOINT ["botform"]
CMD ["--help"]
