import type { Hono } from "hono";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { type AppBindings, createApp } from "./app.ts";
import type { AnyHandlers } from "./handlers.ts";
import { mountCatalogue } from "./mount.ts";
import type { Services } from "./services.ts";

/** Serves some endpoints from their own function: `/api/zip-lookup/:zip` becomes `/zip-lookup/zip-lookup/:zip`. */
export function createStandaloneApp(
  name: string,
  endpoints: Readonly<Record<string, EndpointDefinition>>,
  handlers: AnyHandlers,
  services: Services,
): Hono<AppBindings> {
  const app = createApp(services);
  mountCatalogue(app, endpoints, handlers, services, `/${name}`);
  return app;
}
