# One image for the API, the worker, the document worker, the migrations and the command line.
FROM node:24.18.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY common/package.json common/
COPY web/package.json web/
RUN npm ci -w api --include-workspace-root
COPY tsconfig.base.json ./
COPY common common
COPY api api
RUN npm run build -w api
# Keep only production dependencies.
RUN npm ci -w api --omit=dev --include-workspace-root=false && mkdir -p api/node_modules

FROM node:24.18.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json infra/docker/healthcheck.mjs ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/api/node_modules api/node_modules
COPY --from=build /app/api/package.json api/
COPY --from=build /app/api/dist api/dist
# node_modules has a link to `common`.
COPY --from=build /app/common/package.json common/
COPY --from=build /app/common/dist common/dist
RUN mkdir /data /run/documents && chown node:node /data /run/documents
USER node
EXPOSE 3000
CMD ["node", "api/dist/apps/api.js"]
