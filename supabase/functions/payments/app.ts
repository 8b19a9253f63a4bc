import type { Hono } from "hono";
import type { AppBindings } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { createStandaloneApp } from "../_shared/http/standalone.ts";
import paymentRoutes from "./routes.ts";

export const createPaymentsApp = (services: Services): Hono<AppBindings> =>
  createStandaloneApp("payments", paymentRoutes, services);
