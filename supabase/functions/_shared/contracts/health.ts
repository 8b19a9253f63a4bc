import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const healthEndpoints = {
  getHealth: endpoint({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary:
      "Check that the API and its database respond and that scheduled jobs are running; a 503 names the late jobs",
    output: z.object({ status: z.literal("ok") }),
  }),
  getDeployment: endpoint({
    method: "GET",
    path: "/api/health/deployment",
    access: "monitor",
    summary:
      "Which settings are configured and how the caller's IP address is determined, without any values or addresses",
    output: z.object({
      version: z.string(),
      siteUrl: z.string(),
      keys: z.enum(["current", "legacy"]),
      /** Where the keys that verify access tokens come from. */
      tokenKeys: z.enum(["given", "fetched", "shared secret"]),
      pooler: z.boolean(),
      edgeSecret: z.boolean(),
      payments: z.enum(["demo", "stripe"]).nullable(),
      mail: z.enum(["smtp", "http", "log"]).nullable(),
      emailActivation: z.boolean(),
      captcha: z.boolean(),
      /** Source of the caller's address: our CDN, the Supabase edge, or the connection itself. */
      addressFrom: z.enum(["cdn", "project", "connection"]),
      /** Keyed hash of the caller's address; two requests from one caller return the same hash. */
      countedBy: z.string(),
    }),
  }),
  getOpenapi: endpoint({
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    summary: "This catalog as an OpenAPI 3.1 document",
    cacheable: true,
    output: z.looseObject({ openapi: z.string() }),
  }),
};
