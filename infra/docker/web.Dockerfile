# nginx with the built web app. It also proxies /api and /objects.
FROM node:24.18.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY common/package.json common/
COPY web/package.json web/
RUN npm ci -w web --include-workspace-root
COPY tsconfig.base.json ./
COPY infra/local infra/local
COPY api/openapi.json api/
COPY common common
COPY web web
RUN npm run build -w web

FROM nginxinc/nginx-unprivileged:1.30.4-alpine
COPY infra/nginx /etc/nginx/moniker
COPY --from=build /app/web/dist /usr/share/nginx/html
USER 101
EXPOSE 8080 8443
# nginx writes only below /tmp/: its pid file and buffered bodies.
ENTRYPOINT ["nginx", "-p", "/tmp/", "-g", "daemon off;", "-c"]
CMD ["/etc/nginx/moniker/plain.conf"]
