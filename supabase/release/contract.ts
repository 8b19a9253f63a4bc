import { z } from "zod";
import type { Access, EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import { type Schema, shapeOf } from "./schema.ts";

type Role = "public" | "volunteer" | "admin";
export type OutputSchema = Schema | string;

/** The parts of an endpoint that its callers depend on. */
export interface OperationContract {
  readonly access: Access;
  /** Headers that a caller must send. */
  readonly headers: readonly string[];
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema | "bytes";
  /** By role; roles that aren't listed get the public response. Anything but JSON is named by its type. */
  readonly outputs: { readonly public: OutputSchema } & Partial<Record<Role, OutputSchema>>;
}

/** Every endpoint by method and path, as stored with a release. No release has been cut if `version` is null. */
export interface Contract {
  readonly version: string | null;
  readonly operations: Readonly<Record<string, OperationContract>>;
}

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema =>
  shapeOf(z.toJSONSchema(schema, { io, unrepresentable: "any" }));

const outputOf = (output: z.ZodType | string): OutputSchema =>
  typeof output === "string" ? output : schemaOf(output, "output");

function operationOf(endpoint: EndpointDefinition): OperationContract {
  const { access, params, query, body, output, outputFor = {} } = endpoint;
  return {
    access,
    headers: [
      ...(endpoint.formToken ? ["X-Form-Token"] : []),
      ...(endpoint.idempotencyKey === "attempt" ? ["Idempotency-Key"] : []),
    ],
    ...(params && { params: schemaOf(params, "input") }),
    ...(query && { query: schemaOf(query, "input") }),
    ...(body && { body: body === "bytes" ? body : schemaOf(body, "input") }),
    outputs: {
      public: outputOf(output),
      ...Object.fromEntries(
        Object.entries(outputFor).map(([role, schema]) => [role, outputOf(schema)]),
      ),
    },
  };
}

export const operationsOf = (
  endpoints: Readonly<Record<string, EndpointDefinition>>,
): Contract["operations"] =>
  Object.fromEntries(
    Object.values(endpoints)
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, operationOf(endpoint)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
