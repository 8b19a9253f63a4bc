import { healthEndpoints } from "../../_shared/contracts/health.ts";
import { catalogue } from "../../_shared/contracts/catalogue.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { openApiDocument } from "../openapi.ts";
import { readDatabaseTime } from "../queries/health.ts";

export const healthHandlers = implement(healthEndpoints, {
  getHealth: async ({ services, caller }) => ({
    status: "ok" as const,
    database: "ok" as const,
    time: await services.database.as(caller, readDatabaseTime),
  }),
  getOpenapi: () => Promise.resolve(openApiDocument(catalogue)),
});
