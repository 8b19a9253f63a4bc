import type { z } from "zod";
import type { EndpointDefinition } from "./endpoint.ts";
import { idParams, message } from "./fields.ts";

/**
 * Returns functions that define the endpoints that create, update and delete a noun's records, for `adminEndpoints`.
 * `record` is the output of create and update.
 */
export const writeEndpoints = <
  const Path extends EndpointDefinition["path"],
  Record extends z.ZodType,
>(
  path: Path,
  record: Record,
) => {
  const recordPath = `${path}/:id` as const;
  return {
    create: <const Summary extends string, Body extends z.ZodType>(summary: Summary, body: Body) =>
      ({
        method: "POST",
        path,
        summary,
        status: 201,
        idempotencyKey: "replay",
        body,
        output: record,
      }) as const,
    update: <const Summary extends string, Body extends z.ZodType>(summary: Summary, body: Body) =>
      ({
        method: "PUT",
        path: recordPath,
        summary,
        params: idParams,
        body,
        output: record,
      }) as const,
    remove: <const Summary extends string>(summary: Summary) =>
      ({ method: "DELETE", path: recordPath, summary, params: idParams, output: message }) as const,
  };
};
