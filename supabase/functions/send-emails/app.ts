import type { Hono } from "hono";
import type { AppBindings } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { createStandaloneApp } from "../_shared/http/standalone.ts";
import sendingRoutes from "./routes.ts";

export const createSendEmailsApp = (services: Services): Hono<AppBindings> =>
  createStandaloneApp("send-emails", sendingRoutes, services);
