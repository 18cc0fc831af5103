# The server in a container, for hosts that start MCP servers with `docker run -i --rm`. For the `http` command take
# deploy/Dockerfile: it has the client for Redis, too.
FROM node:24-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM node:24-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /build/dist/ ./
COPY LICENSE ./
USER node
ENTRYPOINT ["node", "/app/agent-platform-mcp.cjs"]
