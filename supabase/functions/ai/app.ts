import type { Hono } from "hono";
import { aiEndpoints } from "../_shared/contracts/ai.ts";
import type { AppBindings } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { createStandaloneApp } from "../_shared/http/standalone.ts";
import aiHandlers from "./routes.ts";

export const createAi = (services: Services): Hono<AppBindings> =>
  createStandaloneApp("ai", aiEndpoints, aiHandlers, services);
