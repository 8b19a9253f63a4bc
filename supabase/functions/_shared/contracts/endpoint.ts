import type { z } from "zod";
import type { RequiredArea } from "./choices.ts";
import type { ListDeclaration } from "./list.ts";

/**
 * Who may call an endpoint. `unconfirmed-admin` may only finish two-step login; `unenrolled-or-admin` also admits an
 * administrator who must set up two-step login first; `recovery` may only set a password; `donor` has an
 * `X-Gift-Session` from an emailed link; `service` is our scheduled jobs; `monitor` is an administrator or has
 * `HEALTH_TOKEN`.
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

/** Non-JSON output: text of the given type, a file of any type, or a redirect. */
export type RawOutput = "text/csv" | "text/calendar" | "text/html" | "file" | "redirect";

export interface RateLimit {
  /** Calls allowed per caller within the window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** Counts calls per account. By default, calls are counted per IP address. */
  readonly per?: "account";
  /** Name of a counter shared by several endpoints. */
  readonly counter?: string;
  /** Refused and failed calls aren't counted. */
  readonly countsSuccesses?: true;
  /** Replaces the default message, which asks the user to try again in a moment. */
  readonly userMessage?: string;
}

export interface EndpointDefinition {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Hono syntax: `/api/events/:id`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /**
   * The area that administrators need. Must be set if they may call the endpoint or get a different response. On public
   * endpoints, administrators without the area are treated as visitors.
   */
  readonly area?: RequiredArea;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Omit for endpoints without a body. `bytes` passes the raw body, because a signature covers it. */
  readonly body?: z.ZodType | "bytes";
  /** Default response. JSON is parsed through its schema, so undeclared fields can't leak. */
  readonly output: z.ZodType | RawOutput;
  /** Responses for roles that may see more. */
  readonly outputFor?: { readonly volunteer?: z.ZodType; readonly admin?: z.ZodType };
  /** A public response that is the same for everyone, so the CDN may cache it. */
  readonly cacheable?: true;
  /** Set by `listEndpoint` for paginated lists. */
  readonly list?: ListDeclaration;
  /** Defaults to 200. */
  readonly status?: 201;
  readonly rateLimit?: RateLimit;
  /**
   * Reads the `Idempotency-Key` header. `replay`: for a day, repeating the same request with the same key returns the
   * first response. `attempt`: the key is required and names one payment or refund.
   */
  readonly idempotencyKey?: "replay" | "attempt";
  /** Requires the `X-Form-Token` header with a token from `GET /api/checkout`. */
  readonly formToken?: true;
}

/** Preserves an endpoint's literal types for server handlers and the web client. */
export const endpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
): Definition => definition;

type Bytes<Schema> = Schema extends "bytes" ? Uint8Array<ArrayBuffer> : undefined;
type ParsedValue<Schema> = Schema extends z.ZodType ? z.output<Schema> : Bytes<Schema>;
type SentValue<Schema> = Schema extends z.ZodType ? z.input<Schema> : Bytes<Schema>;

type SchemaOf<Definition, Key extends string> = Definition extends {
  readonly [K in Key]: infer Schema;
}
  ? Schema
  : undefined;

/** Params, query and body as a handler receives them: parsed, with defaults applied. */
export interface ParsedInput<Definition> {
  readonly params: ParsedValue<SchemaOf<Definition, "params">>;
  readonly query: ParsedValue<SchemaOf<Definition, "query">>;
  readonly body: ParsedValue<SchemaOf<Definition, "body">>;
}

/** Params, query and body as a client sends them. */
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
