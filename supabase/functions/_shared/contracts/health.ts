import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const healthEndpoints = {
  getHealth: endpoint({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary: "Whether the API and its database answer",
    output: z.object({ status: z.literal("ok"), database: z.literal("ok"), time: z.string() }),
  }),
  getOpenapi: endpoint({
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    summary: "This catalogue as an OpenAPI 3.1 document",
    cacheable: true,
    output: z.looseObject({ openapi: z.string() }),
  }),
};
