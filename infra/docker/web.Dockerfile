# The built web app behind nginx, which also passes /api and /objects on.
FROM node:20.19.5-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY web/package.json web/
RUN npm ci
COPY tsconfig.base.json ./
COPY web web
RUN npm run build -w web

FROM nginxinc/nginx-unprivileged:1.28.0-alpine
COPY infra/nginx/moniker.conf /etc/nginx/conf.d/default.conf
COPY --from=build /app/web/dist /usr/share/nginx/html
EXPOSE 8080
