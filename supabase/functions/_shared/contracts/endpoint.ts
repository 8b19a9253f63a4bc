import type { z } from "zod";
import type { ListDeclaration } from "./list.ts";

/**
 * Who may call an endpoint. `volunteer` and `admin` are decided by the access token and the database, never by the
 * body; `unconfirmed-admin` is an administrator whose second factor is still to come, who may do nothing else;
 * `recovery` is a session that a mailed link began and no password, which may set a password and do nothing else;
 * `donor` is whoever opened the link of a mail to her, by the session in `X-Gift-Session`; `service` is our own scheduled
 * work, authenticated with the secret key; `monitor` is an administrator, or a program that has `HEALTH_TOKEN`.
 */
export type Access =
  | "public"
  | "volunteer"
  | "unconfirmed-admin"
  | "admin"
  | "volunteer-or-admin"
  | "recovery"
  | "donor"
  | "service"
  | "monitor";

/** What an entry gives that is not JSON: a text of that type, a file of any type, or the way to another page. */
export type RawOutput = "text/csv" | "text/calendar" | "text/html" | "file" | "redirect";

export interface RateLimit {
  /** Calls allowed per caller within the window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** By whom it counts: an account wherever it calls from, in place of an address wherever it logs in. */
  readonly per?: "account";
  /** The name of a count that several entries share. */
  readonly shared?: string;
  /** A call that is refused or fails gives its count back. */
  readonly countsSuccesses?: true;
  /** What the caller is told, where "a moment" would be too little to wait. */
  readonly sentence?: string;
}

export interface EndpointDefinition {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Hono syntax: `/api/events/:id`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Absent: the endpoint takes no body. `bytes`: it takes them as they come, because a signature is over them. */
  readonly body?: z.ZodType | "bytes";
  /** What everybody allowed to call gets. JSON is parsed through its schema, so nothing else can leave. */
  readonly output: z.ZodType | RawOutput;
  /** What these roles get instead, where they may see more. */
  readonly outputFor?: { readonly volunteer?: z.ZodType; readonly admin?: z.ZodType };
  /** A public answer that is the same for everybody and may be kept by the CDN. */
  readonly cacheable?: true;
  /** A list asked for in pages; such entries are made by `listEndpoint`. */
  readonly list?: ListDeclaration;
  /** 200 unless told. */
  readonly status?: 201;
  readonly rateLimit?: RateLimit;
  /**
   * Takes the header `Idempotency-Key`, so that a request whose answer was lost can be sent again. `replay`: for a day
   * the same request with the same key changes nothing and gets the first answer. `attempt`: the key is required and
   * names one payment or refund.
   */
  readonly idempotencyKey?: "replay" | "attempt";
  /** Needs the header `X-Form-Token` with the token that `GET /api/checkout` gave. */
  readonly formToken?: true;
}

/** Keeps the literal types of an entry, from which server handlers and the web client take theirs. */
export const endpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
): Definition => definition;

type Bytes<Schema> = Schema extends "bytes" ? Uint8Array<ArrayBuffer> : undefined;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Bytes<Schema>;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : Bytes<Schema>;

type SchemaOf<Definition, Key extends string> = Definition extends {
  readonly [K in Key]: infer Schema;
}
  ? Schema
  : undefined;

/** Params, query and body as a handler receives them: parsed, with defaults. */
export interface ParsedInput<Definition> {
  readonly params: Parsed<SchemaOf<Definition, "params">>;
  readonly query: Parsed<SchemaOf<Definition, "query">>;
  readonly body: Parsed<SchemaOf<Definition, "body">>;
}

/** Params, query and body as a client sends them. */
export interface SentInput<Definition> {
  readonly params: Sent<SchemaOf<Definition, "params">>;
  readonly query: Sent<SchemaOf<Definition, "query">>;
  readonly body: Sent<SchemaOf<Definition, "body">>;
}

export type Role = "public" | "volunteer" | "admin";

/** The answer as that role gets it. */
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
