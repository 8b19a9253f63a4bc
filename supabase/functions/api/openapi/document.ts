import { z } from "zod";
import { catalog } from "../../_shared/contracts/catalog.ts";
import type { Access, EndpointDefinition } from "../../_shared/contracts/endpoint.ts";
import {
  FORM_TOKEN_HEADER,
  DONOR_SESSION_HEADER,
  IDEMPOTENCY_KEY_HEADER,
} from "../../_shared/contracts/limits.ts";
import { errorStatuses } from "../../_shared/errors.ts";
import { createExample } from "./examples.ts";
import { headers } from "./headers.ts";
import { assignSchemaNames, type SchemaNames } from "./names.ts";

type Json = Record<string, unknown>;
type Endpoints = Readonly<Record<string, EndpointDefinition>>;

function createSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
}

const createContent = (schema: unknown, type = "application/json"): Json => ({
  [type]: { schema },
});
const createReference = (kind: string, name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

const binarySchema: Json = { type: "string", format: "binary" };

/** Returns the catalog as an OpenAPI 3.1 document. */
export function createOpenApiDocument(siteUrl: string): Json & { openapi: string } {
  const endpoints: Endpoints = catalog;
  const names = assignSchemaNames(endpoints);
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = createOperation(operationId, endpoint, names);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Care packages",
      version: "1",
      description:
        "Errors are `{ message, code, issues?, requestId }` with the status for that code. Unknown query parameters are ignored for visitors and volunteers, and refused with 400 for administrators.",
    },
    servers: [{ url: siteUrl, description: "This site" }],
    tags: [...new Set(Object.values(endpoints).map(getTag))].toSorted().map((name) => ({ name })),
    components: {
      securitySchemes,
      headers,
      responses: Object.fromEntries(
        errorsByStatus.map(([status, codes]) => [
          `Error${status}`,
          createErrorResponse(status, codes),
        ]),
      ),
      schemas: {
        Error: errorSchema,
        ErrorCode: errorCodeSchema,
        ...Object.fromEntries(
          [...names].map(([key, name]) => [name, createSchema(key.schema, key.io)]),
        ),
      },
    },
    paths,
  };
}

function createOperation(
  operationId: string,
  endpoint: EndpointDefinition,
  names: SchemaNames,
): Json {
  return {
    operationId,
    summary: endpoint.summary,
    description: accessDescriptions[endpoint.access],
    tags: [getTag(endpoint)],
    security: createSecurity(endpoint),
    parameters: [
      ...createParameters(endpoint.params, "path"),
      ...createParameters(endpoint.query, "query"),
      ...createHeaderParameters(endpoint),
    ],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: createRequestBody(endpoint.body, names) }),
    responses: { ...createSuccessResponses(endpoint, names), ...createErrorResponses(endpoint) },
  };
}

/** Returns the resource's name after /api, skipping role prefixes. */
function getTag({ path }: EndpointDefinition): string {
  const [firstSegment = "", secondSegment = ""] = path.replace("/api/", "").split("/");
  const noun =
    ["admin", "volunteer"].includes(firstSegment) && !secondSegment.startsWith(":")
      ? secondSegment
      : firstSegment;
  return noun.replace(/\.json$/, "");
}

const createBearerScheme = (description: string): Json => ({
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description,
});

const securitySchemes: Json = {
  volunteer: createBearerScheme(
    "Access token of a volunteer with an active account (POST /api/volunteer/login)",
  ),
  admin: createBearerScheme(
    "Access token of an administrator (POST /api/admin/login), at most 8 hours old",
  ),
  unconfirmedAdmin: createBearerScheme(
    "The same token before the two-step login code is confirmed",
  ),
  recovery: createBearerScheme("Access token of the session that a password reset link starts"),
  donor: {
    type: "apiKey",
    in: "header",
    name: DONOR_SESSION_HEADER,
    description:
      "The session created by opening the link in an email to the donor (POST /api/gift-session)",
  },
  service: {
    type: "http",
    scheme: "bearer",
    description: "The project's secret key, for its own scheduled jobs",
  },
  monitor: {
    type: "http",
    scheme: "bearer",
    description: "HEALTH_TOKEN from the functions' environment, for programs that monitor the site",
  },
};

const schemesByAccess: Record<Access, readonly string[]> = {
  public: [],
  volunteer: ["volunteer"],
  "unconfirmed-admin": ["unconfirmedAdmin"],
  "unenrolled-or-admin": ["admin"],
  admin: ["admin"],
  "volunteer-or-admin": ["volunteer", "admin"],
  recovery: ["recovery"],
  donor: ["donor"],
  service: ["service"],
  monitor: ["monitor", "admin"],
};

const accessDescriptions: Record<Access, string> = {
  public: "For everyone.",
  volunteer: "For volunteers, limited to their own data.",
  "unconfirmed-admin": "For administrators who haven't entered their two-step login code yet.",
  admin: "For administrators.",
  "unenrolled-or-admin":
    "For administrators, including those who haven't set up the required two-step login yet.",
  "volunteer-or-admin": "For volunteers and administrators.",
  recovery: "For anyone who opened the link in a password reset email.",
  donor: "For a donor who opened an emailed link.",
  service: "For the project's own scheduled jobs.",
  monitor: "For administrators and programs that monitor the site.",
};

/**
 * Lists the authentication schemes, any one of which is enough. Public endpoints work without one, and list the schemes
 * for which they return more data.
 */
function createSecurity({ access, outputFor = {} }: EndpointDefinition): Json[] {
  if (access !== "public") return schemesByAccess[access].map((name) => ({ [name]: [] }));
  return [{}, ...Object.keys(outputFor).map((role) => ({ [role]: [] }))];
}

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success;

function createParameters(schema: z.ZodObject | undefined, location: "path" | "query"): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: location,
    required: location === "path" || isRequired(field),
    schema: createSchema(field, "input"),
  }));
}

const createHeaderParameter = (
  name: string,
  isParameterRequired: boolean,
  details: Json,
): Json => ({
  name,
  in: "header",
  required: isParameterRequired,
  ...details,
});

function createHeaderParameters({ formToken, idempotencyKey }: EndpointDefinition): Json[] {
  return [
    ...(formToken === undefined
      ? []
      : [
          createHeaderParameter(FORM_TOKEN_HEADER, true, {
            description:
              "The token from `GET /api/checkout`, valid from 3 seconds to 2 hours after it's issued",
            schema: { type: "string" },
          }),
        ]),
    ...(idempotencyKey === undefined
      ? []
      : [
          createHeaderParameter(IDEMPOTENCY_KEY_HEADER, false, {
            description: "Requests with the same key count as one, so it's safe to retry",
            schema: { type: "string", format: "uuid" },
          }),
        ]),
  ];
}

/** References a named schema, by itself or as the items of a list. All other schemas are inlined. */
function createSchemaOrReference(
  schema: z.ZodType,
  io: "input" | "output",
  names: SchemaNames,
): Json {
  const name = names.findName(schema, io);
  if (name !== undefined) return createReference("schemas", name);
  const itemName =
    schema instanceof z.ZodArray ? names.findName(schema.element as z.ZodType, io) : undefined;
  return itemName === undefined
    ? createSchema(schema, io)
    : { type: "array", items: createReference("schemas", itemName) };
}

function createRequestBody(body: z.ZodType | "bytes", names: SchemaNames): Json {
  if (body === "bytes") return { required: true, content: createContent(binarySchema, "*/*") };
  return {
    required: isRequired(body),
    content: {
      "application/json": {
        schema: createSchemaOrReference(body, "input", names),
        example: createExample(createSchema(body, "input")),
      },
    },
  };
}

function createSuccessResponses(endpoint: EndpointDefinition, names: SchemaNames): Json {
  const { output, outputFor = {}, status = 200, cacheable, list } = endpoint;
  const ownHeaders: Json = {
    ...(list === undefined
      ? {}
      : {
          "X-Total-Count": createReference("headers", "TotalCount"),
          "X-Has-More": createReference("headers", "HasMore"),
        }),
    ...(output === "text/csv"
      ? {
          "X-Total-Count": createReference("headers", "FileRows"),
          "X-Part-Rows": createReference("headers", "PartRows"),
          "X-Part-Bytes": createReference("headers", "PartBytes"),
          "X-Has-More": createReference("headers", "HasMore"),
          "X-Next-Cursor": createReference("headers", "NextCursor"),
        }
      : {}),
    ...(cacheable === undefined ? {} : { ETag: createReference("headers", "ETag") }),
  };
  const createSuccess = (responseContent: Json): Json => ({
    [status]: {
      description: "Success",
      ...(Object.keys(ownHeaders).length === 0 ? {} : { headers: ownHeaders }),
      content: responseContent,
    },
    ...(cacheable === undefined
      ? {}
      : { 304: { description: "Unchanged since the ETag in If-None-Match" } }),
  });
  if (output === "redirect") return { 303: { description: "Redirect to the URL in Location" } };
  if (output === "file") return createSuccess(createContent(binarySchema, "*/*"));
  if (typeof output === "string") return createSuccess(createContent({ type: "string" }, output));
  const schemas = [output, ...Object.values(outputFor)].map((schema) =>
    createSchemaOrReference(schema, "output", names),
  );
  const [firstSchema] = schemas;
  return createSuccess(createContent(schemas.length === 1 ? firstSchema : { anyOf: schemas }));
}

const errorsByStatus = [...Map.groupBy(errorStatuses, ({ status }) => status).entries()].map(
  ([status, errors]) => [status, errors.map(({ code }) => code)] as const,
);

const formatCodes = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(", ");

const errorCodeSchema: Json = {
  type: "string",
  enum: errorStatuses.map(({ code }) => code),
  description: errorsByStatus
    .map(([status, codes]) => `${status}: ${formatCodes(codes)}`)
    .join("; "),
};

const errorSchema: Json = {
  type: "object",
  required: ["message", "code", "requestId"],
  properties: {
    message: { type: "string", description: "A message to show to the user" },
    code: createReference("schemas", "ErrorCode"),
    requestId: { type: "string", description: "Identifies the request in the log" },
    issues: {
      type: "array",
      description: "The fields that weren't accepted",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const RETRY_AFTER_STATUSES = new Set([429, 503]);

const createErrorResponse = (status: number, codes: readonly string[]): Json => ({
  description: formatCodes(codes),
  ...(RETRY_AFTER_STATUSES.has(status)
    ? { headers: { "Retry-After": createReference("headers", "RetryAfter") } }
    : {}),
  content: createContent({
    allOf: [createReference("schemas", "Error"), { properties: { code: { enum: codes } } }],
  }),
});

const COMMON_ERROR_STATUSES = [400, 401, 403, 404, 429, 500, 503];
const WRITE_ERROR_STATUSES = [402, 408, 409, 413, 415, 502];

/** The server rejects requests whose URL and headers are too long before a function receives them. */
const TOO_LONG_RESPONSE: Json = {
  description: "The URL and headers together are longer than 16 KB; the response has no body",
};

function createErrorResponses({ method, query }: EndpointDefinition): Json {
  const possibleStatuses = new Set(
    method === "GET" ? COMMON_ERROR_STATUSES : [...COMMON_ERROR_STATUSES, ...WRITE_ERROR_STATUSES],
  );
  return {
    ...Object.fromEntries(
      errorsByStatus
        .filter(([status]) => possibleStatuses.has(status))
        .map(([status]) => [status, createReference("responses", `Error${status}`)]),
    ),
    ...(query === undefined ? {} : { 431: TOO_LONG_RESPONSE }),
  };
}
