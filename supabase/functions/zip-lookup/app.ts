import type { Hono } from "hono";
import type { AppBindings } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { createStandaloneApp } from "../_shared/http/standalone.ts";
import zipLookupRoutes from "./routes.ts";

export const createZipLookupApp = (services: Services): Hono<AppBindings> =>
  createStandaloneApp("zip-lookup", zipLookupRoutes, services);
