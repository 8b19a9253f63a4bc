import type { Hono } from "hono";
import { sendingEndpoints } from "../_shared/contracts/email-outbox.ts";
import type { AppBindings } from "../_shared/http/app.ts";
import type { Services } from "../_shared/http/services.ts";
import { createStandaloneApp } from "../_shared/http/standalone.ts";
import sendingHandlers from "./routes.ts";

export const createSendEmails = (services: Services): Hono<AppBindings> =>
  createStandaloneApp("send-emails", sendingEndpoints, sendingHandlers, services);
