import type { Hono } from "hono";
import { type AppBindings, createApp } from "../_shared/http/app.ts";
import { mountPaths } from "../_shared/http/mount.ts";
import type { Services } from "../_shared/http/services.ts";
import { nounByPath } from "./paths.ts";
import { routesByNoun } from "./routes.ts";

export function createApiApp(services: Services): Hono<AppBindings> {
  const app = createApp(services);
  const paths = Object.entries(nounByPath);
  mountPaths(
    app,
    paths.map(([path, noun]) => [path, routesByNoun[noun]]),
    services,
  );
  return app;
}
