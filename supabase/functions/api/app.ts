import type { Hono } from "hono";
import { catalogue } from "../_shared/contracts/catalogue.ts";
import { type AppBindings, createApp } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { mountCatalogue } from "../_shared/http/mount.ts";
import { handlers } from "./routes.ts";

export function createApi(services: Services): Hono<AppBindings> {
  const app = createApp(services);
  mountCatalogue(app, catalogue, handlers, services);
  return app;
}
