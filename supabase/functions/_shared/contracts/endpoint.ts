import type { z } from "zod";
import type { RequiredArea } from "./choices.ts";
import { idParams, message } from "./fields.ts";
import type { ListDeclaration } from "./list.ts";
import { shownVersion } from "./versions.ts";

/**
 * Who may call an endpoint. `unconfirmed-admin` may only finish two-step login. `unenrolled-or-admin` also admits an
 * administrator who must set up two-step login first. `recovery` may only set a password. `donor` has an
 * `X-Gift-Session` from an emailed link. `service` is our scheduled jobs. `monitor` is an administrator or a caller
 * that sends the `HEALTH_TOKEN`.
 */
export type Access =
  | "public"
  | "volunteer"
  | "unconfirmed-admin"
  | "admin"
  | "unenrolled-or-admin"
  | "volunteer-or-admin"
  | "recovery"
  | "donor"
  | "service"
  | "monitor";

/** A response that isn't JSON: text of the given type, a file of any type, or a redirect. */
export type RawOutput = "text/csv" | "text/calendar" | "text/html" | "file" | "redirect";

export interface RateLimit {
  /** The number of calls that each caller may make within the window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** Counts calls by account. By default, calls are counted by IP address. */
  readonly per?: "account";
  /** The name of a counter that several endpoints share. */
  readonly counter?: string;
  /** Doesn't count calls that were refused or failed. */
  readonly countsSuccesses?: true;
  /** Replaces the default message, which asks the user to try again in a moment. */
  readonly userMessage?: string;
}

export interface EndpointDefinition {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path in Hono's syntax, such as `/api/events/:id`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /**
   * The area that administrators need. Required if administrators may call the endpoint or get a different response
   * from it. On public endpoints, administrators without the area are treated as visitors.
   */
  readonly area?: RequiredArea;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Omit for endpoints without a body. `bytes` passes the body unparsed, because its signature has to be verified. */
  readonly body?: z.ZodType | "bytes";
  /** The default response. JSON is parsed with this schema, so fields that it doesn't declare can't leak. */
  readonly output: z.ZodType | RawOutput;
  /** Responses for roles that may see more than the default response. */
  readonly outputFor?: { readonly volunteer?: z.ZodType; readonly admin?: z.ZodType };
  /** A public response that is the same for everyone, so the CDN may cache it. */
  readonly cacheable?: true;
  /** Set by `listEndpoint` for paginated lists. */
  readonly list?: ListDeclaration;
  /** The HTTP status. Defaults to 200. */
  readonly status?: 201;
  readonly rateLimit?: RateLimit;
  /**
   * Reads the `Idempotency-Key` header. `replay`: repeating a request with the same key within a day returns the first
   * response again. `attempt`: the key is required and identifies one payment or refund.
   */
  readonly idempotencyKey?: "replay" | "attempt";
  /** Requires the `X-Form-Token` header with a token from `GET /api/checkout`. */
  readonly formToken?: true;
}

/** Keeps an endpoint's literal types for server handlers and the web client. */
export const endpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
): Definition => definition;

type AccessOptional = Omit<EndpointDefinition, "access"> & { readonly access?: Access };

type WithAccess<Definition, Area> = Definition extends { readonly access: Access }
  ? Definition
  : Definition & {
      readonly access: "admin";
      readonly area: Definition extends { readonly area: infer OwnArea } ? OwnArea : Area;
    };

/**
 * Defines the endpoints of a noun that administrators use. Only administrators of `area` may call an endpoint, unless
 * it names another area or other callers (`access`). An endpoint that names its callers has only the area it names.
 */
export const adminEndpoints = <
  const Area extends RequiredArea,
  const Definitions extends Readonly<Record<string, AccessOptional>>,
>(
  area: Area,
  definitions: Definitions,
) =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      definition.access === undefined ? { access: "admin", area, ...definition } : definition,
    ]),
  ) as { readonly [Name in keyof Definitions]: WithAccess<Definitions[Name], Area> };

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
      ({
        method: "DELETE",
        path: recordPath,
        summary,
        params: idParams,
        query: shownVersion,
        output: message,
      }) as const,
  };
};

type Bytes<Schema> = Schema extends "bytes" ? Uint8Array<ArrayBuffer> : undefined;
type ParsedValue<Schema> = Schema extends z.ZodType ? z.output<Schema> : Bytes<Schema>;
type SentValue<Schema> = Schema extends z.ZodType ? z.input<Schema> : Bytes<Schema>;

type SchemaOf<Definition, Key extends string> = Definition extends {
  readonly [K in Key]: infer Schema;
}
  ? Schema
  : undefined;

/** The params, query and body that a handler receives: parsed, with defaults filled in. */
export interface ParsedInput<Definition> {
  readonly params: ParsedValue<SchemaOf<Definition, "params">>;
  readonly query: ParsedValue<SchemaOf<Definition, "query">>;
  readonly body: ParsedValue<SchemaOf<Definition, "body">>;
}

/** The params, query and body that a client sends. */
export interface SentInput<Definition> {
  readonly params: SentValue<SchemaOf<Definition, "params">>;
  readonly query: SentValue<SchemaOf<Definition, "query">>;
  readonly body: SentValue<SchemaOf<Definition, "body">>;
}

export type Role = "public" | "volunteer" | "admin";

export type Output<
  Definition extends EndpointDefinition,
  As extends Role = "public",
> = Definition extends {
  readonly outputFor: { readonly [R in As]: infer Schema extends z.ZodType };
}
  ? z.output<Schema>
  : Definition["output"] extends infer Schema extends z.ZodType
    ? z.output<Schema>
    : never;
