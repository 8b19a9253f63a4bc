import type { Hono } from "hono";
import type { AppBindings } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { createStandaloneApp } from "../_shared/http/standalone.ts";
import aiRoutes from "./routes.ts";

export const createAiApp = (services: Services): Hono<AppBindings> =>
  createStandaloneApp("ai", aiRoutes, services);
