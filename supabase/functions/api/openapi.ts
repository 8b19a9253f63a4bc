import { z } from "zod";
import type { EndpointDefinition } from "../_shared/contracts/endpoint.ts";

type Json = Record<string, unknown>;

const errorSchema: Json = {
  type: "object",
  required: ["message", "code", "requestId"],
  properties: {
    message: { type: "string" },
    code: { type: "string" },
    requestId: { type: "string" },
    issues: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const schemaOf = (schema: z.ZodType, io: "input" | "output"): unknown =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });

const content = (schema: unknown): Json => ({ "application/json": { schema } });

/** The catalogue as an OpenAPI 3.1 document. */
export function openApiDocument(
  entries: Readonly<Record<string, EndpointDefinition>>,
): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const [operationId, entry] of Object.entries(entries)) {
    const path = entry.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operationOf(operationId, entry) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Care packages",
      version: "1",
      description: "Errors are { message, code, issues?, requestId } with the right status.",
    },
    components: {
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
    paths,
  };
}

function operationOf(operationId: string, entry: EndpointDefinition): Json {
  return {
    operationId,
    summary: entry.summary,
    description: `Access: ${entry.access}`,
    security: entry.access === "public" ? [] : [{ accessToken: [] }],
    parameters: [...parametersOf(entry.params, "path"), ...parametersOf(entry.query, "query")],
    ...(entry.body === undefined
      ? {}
      : {
          requestBody: {
            required: !entry.body.safeParse(undefined).success,
            content: content(schemaOf(entry.body, "input")),
          },
        }),
    responses: {
      [entry.status ?? 200]: { description: "Success", content: content(answerOf(entry)) },
      default: { description: "Failure", content: content(errorSchema) },
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path",
    schema: schemaOf(field as z.ZodType, "input"),
  }));
}

function answerOf(entry: EndpointDefinition): unknown {
  const everybody = schemaOf(entry.output, "output");
  const byRole = Object.values(entry.outputFor ?? {}).map((schema) => schemaOf(schema, "output"));
  return byRole.length === 0 ? everybody : { anyOf: [everybody, ...byRole] };
}
