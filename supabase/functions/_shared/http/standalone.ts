import type { Hono } from "hono";
import { type AppBindings, createApp } from "./app.ts";
import type { AnyRoutes } from "./handlers.ts";
import { mountPaths } from "./mount.ts";
import type { Services } from "./services.ts";

/** Serves some endpoints from their own function: `/api/zip-lookup/:zip` becomes `/zip-lookup/zip-lookup/:zip`. */
export function createStandaloneApp(
  name: string,
  routes: AnyRoutes,
  services: Services,
): Hono<AppBindings> {
  const app = createApp(services);
  const load = () => Promise.resolve({ default: routes });
  const paths = new Set(Object.values(routes.endpoints).map(({ path }) => path));
  mountPaths(
    app,
    [...paths].map((path) => [path, load]),
    services,
    `/${name}`,
  );
  return app;
}
