import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, timestamp } from "./fields.ts";
import { healthProblem, serviceStates } from "./system-status.ts";

export const healthEndpoints = {
  getHealth: endpoint({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary:
      "Check that the API responds, that its database stores changes, that scheduled jobs run, that emails go out, that Stripe accepts our requests and that its webhooks arrive; a 503 says what is wrong",
    output: z.object({
      status: z.literal("ok"),
      /** Present while emails have to wait, which isn't a problem with the site. */
      emails: z.string().optional(),
    }),
  }),
  getDeployment: endpoint({
    method: "GET",
    path: "/api/health/deployment",
    access: "monitor",
    area: "settings",
    summary:
      "The deployment's state: which settings are configured, what is wrong, when each scheduled job last ran and how the caller's IP address is determined, without any secrets or addresses",
    output: z.object({
      version: z.string(),
      /** Such as `Deno/2.1.4 (variant; SupabaseEdgeRuntime/1.74.3)`. */
      runtime: z.string(),
      siteUrl: z.string(),
      keys: z.enum(["current", "legacy"]),
      /** `shared secret`: tokens are verified with the project's keys, which are fetched, or with AUTH_JWT_SECRET. */
      tokenKeys: z.enum(["fetched", "shared secret"]),
      pooler: z.boolean(),
      edgeSecret: z.boolean(),
      payments: z.enum(["demo", "stripe"]).nullable(),
      mail: z.enum(["smtp", "http", "log"]).nullable(),
      emailActivation: z.boolean(),
      captcha: z.boolean(),
      /** True if a setting says that there is no captcha. */
      noCaptcha: z.boolean(),
      erasureKey: z.boolean(),
      /** Whether Contact Information is filled in. Until it is, emails wait. */
      contactInfo: z.boolean(),
      /** `failing`: several calls in a row failed, so pages show old content. */
      buildHook: z.enum(["unset", "working", "failing"]),
      /** When the build hook last accepted a call. */
      buildCalledAt: timestamp.nullable(),
      /** The variables with values that only tests and development need. */
      testSettings: z.array(z.string()),
      /** Null unless payments go through Stripe. */
      webhook: z.object({ isSecretSet: z.boolean(), lastEventAt: timestamp.nullable() }).nullable(),
      jobs: z.array(
        z.object({
          name: z.string(),
          /** Minutes since the last successful run; null if the job has never run successfully. */
          ageMinutes: count.nullable(),
          isLate: z.boolean(),
        }),
      ),
      /** The problems that `GET /api/health` reports. */
      problems: z.array(healthProblem),
      /** Where the caller's address was read from: our CDN, the Supabase edge, or the connection itself. */
      addressFrom: z.enum(["cdn", "project", "connection"]),
      /** A keyed hash of the caller's address. Requests from the same caller return the same hash. */
      countedBy: z.string(),
    }),
  }),
  getServices: endpoint({
    method: "GET",
    path: "/api/health/services",
    access: "monitor",
    area: "settings",
    summary: "The services that the site relies on, called with this deployment's keys",
    output: z.object(serviceStates),
  }),
  getAccess: endpoint({
    method: "GET",
    path: "/api/health/access",
    access: "monitor",
    area: "settings",
    summary:
      "What the migrations made, by table, function and bucket: row-level security, grants, and fingerprints of policies, columns, constraints, triggers and code",
    output: z.record(z.string(), z.string()),
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
