import { z } from "zod";
import type { Access, EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import { type Schema, extractShape } from "./schema.ts";

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
  /**
   * The response by role. Roles that aren't listed get the public response. A string such as `text/csv` stands for a
   * response that isn't JSON.
   */
  readonly outputs: { readonly public: OutputSchema } & Partial<Record<Role, OutputSchema>>;
}

/** Every endpoint by method and path, as stored with a release. No release has been cut if `version` is null. */
export interface Contract {
  readonly version: string | null;
  readonly operations: Readonly<Record<string, OperationContract>>;
}

const createShape = (schema: z.ZodType, io: "input" | "output"): Schema =>
  extractShape(z.toJSONSchema(schema, { io, unrepresentable: "any" }));

const createOutputSchema = (output: z.ZodType | string): OutputSchema =>
  typeof output === "string" ? output : createShape(output, "output");

function createOperationContract(endpoint: EndpointDefinition): OperationContract {
  const { access, params, query, body, output, outputFor = {} } = endpoint;
  return {
    access,
    headers: [
      ...(endpoint.formToken ? ["X-Form-Token"] : []),
      ...(endpoint.idempotencyKey === "attempt" ? ["Idempotency-Key"] : []),
    ],
    ...(params && { params: createShape(params, "input") }),
    ...(query && { query: createShape(query, "input") }),
    ...(body && { body: body === "bytes" ? body : createShape(body, "input") }),
    outputs: {
      public: createOutputSchema(output),
      ...Object.fromEntries(
        Object.entries(outputFor).map(([role, schema]) => [role, createOutputSchema(schema)]),
      ),
    },
  };
}

export const createOperationContracts = (
  endpoints: Readonly<Record<string, EndpointDefinition>>,
): Contract["operations"] =>
  Object.fromEntries(
    Object.values(endpoints)
      .map(
        (endpoint) =>
          [`${endpoint.method} ${endpoint.path}`, createOperationContract(endpoint)] as const,
      )
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
