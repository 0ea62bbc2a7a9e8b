# Everything is installed and prepared in the first stage; the second holds what runs, and no package manager's cache.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
COPY console/package.json console/
RUN npm ci --no-audit --no-fund
COPY . .
# The starter corpus is built here, so that a container starts in a second.
RUN node server/src/cli/pandect.ts prepare && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PANDECT_DATA_DIR=/data
WORKDIR /app
# The program belongs to root and cannot change itself; only the data folder is the user's.
COPY --from=build /app /app
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/cli/pandect.ts"]
CMD ["serve"]
