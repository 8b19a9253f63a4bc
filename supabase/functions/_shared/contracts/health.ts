import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const healthEndpoints = {
  getHealth: endpoint({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary:
      "Check that the API and its database respond and scheduled jobs run; a 503 names the late jobs",
    output: z.object({ status: z.literal("ok") }),
  }),
  getDeployment: endpoint({
    method: "GET",
    path: "/api/health/deployment",
    access: "monitor",
    summary:
      "What is configured here and how the caller's IP address is found, without values or addresses",
    output: z.object({
      siteUrl: z.string(),
      keys: z.enum(["current", "legacy"]),
      /** Where the keys of access tokens come from. */
      tokenKeys: z.enum(["given", "fetched", "shared secret"]),
      pooler: z.boolean(),
      edgeSecret: z.boolean(),
      payments: z.enum(["demo", "stripe"]).nullable(),
      mail: z.enum(["smtp", "http", "log"]).nullable(),
      emailActivation: z.boolean(),
      captcha: z.boolean(),
      /** Who vouches for the caller's address: our CDN, the project's own edge, or nobody but the connection. */
      addressFrom: z.enum(["cdn", "project", "connection"]),
      /** A keyed hash of it: two of the same caller are the same. */
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
