import { z } from "zod";
import { GIFT_SESSION_HEADER } from "../_shared/contracts/limits.ts";
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

const content = (schema: unknown, type = "application/json"): Json => ({ [type]: { schema } });

const binary: Json = { type: "string", format: "binary" };

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
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        giftSession: { type: "apiKey", in: "header", name: GIFT_SESSION_HEADER },
      },
    },
    paths,
  };
}

function operationOf(operationId: string, entry: EndpointDefinition): Json {
  return {
    operationId,
    summary: entry.summary,
    description: `Access: ${entry.access}`,
    security: securityOf(entry),
    parameters: [...parametersOf(entry.params, "path"), ...parametersOf(entry.query, "query")],
    ...(entry.body === undefined ? {} : { requestBody: bodyOf(entry.body) }),
    responses: {
      ...answerOf(entry),
      default: { description: "Failure", content: content(errorSchema) },
    },
  };
}

function securityOf({ access }: EndpointDefinition): Json[] {
  if (access === "public") return [];
  return [access === "donor" ? { giftSession: [] } : { accessToken: [] }];
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

function bodyOf(body: z.ZodType | "bytes"): Json {
  if (body === "bytes") return { required: true, content: content(binary, "*/*") };
  return {
    required: !body.safeParse(undefined).success,
    content: content(schemaOf(body, "input")),
  };
}

function answerOf({ output, outputFor = {}, status }: EndpointDefinition): Json {
  const success = (answer: Json) => ({
    [status ?? 200]: { description: "Success", content: answer },
  });
  if (output === "redirect") return { 303: { description: "Another address, in Location" } };
  if (output === "file") return success(content(binary, "application/octet-stream"));
  if (typeof output === "string") return success(content({ type: "string" }, output));
  const everybody = schemaOf(output, "output");
  const byRole = Object.values(outputFor).map((schema) => schemaOf(schema, "output"));
  return success(content(byRole.length === 0 ? everybody : { anyOf: [everybody, ...byRole] }));
}
