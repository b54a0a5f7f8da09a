# Builds with all tools, and keeps only the release: no compiler, no sources, no libraries that are already bundled.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run release -- --folder program && mkdir data cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATABASE_PATH=/data/career-tarot.db CACHE_DIRECTORY=/cache
WORKDIR /app
COPY --from=build /build/program ./
# Empty folders: a new volume copies their owner.
COPY --from=build --chown=node:node /build/data /data
COPY --from=build --chown=node:node /build/cache /cache
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Like `npm start`, but Docker's signals reach the service directly, without npm and a shell between them.
CMD ["node", "bin/career-tarot.js", "start"]
