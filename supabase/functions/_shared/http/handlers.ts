import type { EndpointDefinition, ParsedInput, RawOutput } from "../contracts/endpoint.ts";
import type { ListDeclaration } from "../contracts/list.ts";
import type { z } from "zod";
import type { Caller } from "../caller.ts";
import type { Sql } from "../clients/database.ts";
import { AppError, getNotFoundMessage } from "../errors.ts";
import type { Page } from "../queries/page.ts";
import type { Once } from "./idempotency.ts";
import type { RawResponse } from "./raw-responses.ts";
import type { Services } from "./services.ts";

/** Runs SQL in one transaction, with the privileges of a given role. */
export type RunTransaction = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;

/** A call as its handler sees it: input parsed, caller identified and authorized. */
export type Call<Definition> = ParsedInput<Definition> & {
  readonly caller: Caller;
  readonly services: Services;
  /** Runs SQL in one transaction as the caller, under row-level security. */
  readonly asCaller: RunTransaction;
  /** Runs SQL in one transaction as the service role, which bypasses row-level security. */
  readonly asService: RunTransaction;
  /** Reads an administrator's long lists without row-level security (`DatabaseClient.asAdminReader`). */
  readonly asAdminReader: RunTransaction;
  /** Like `asAdminReader`, for several queries that must see the same data. */
  readonly asAdminSnapshot: RunTransaction;
  /** What the contract says about the endpoint. */
  readonly endpoint: Pick<EndpointDefinition, "area" | "query">;
  /** Rate-limit key: the IPv4 address, or the network of an IPv6 address. */
  readonly address: string;
  readonly headers: Headers;
  /** On endpoints with `replay`: wraps the write, so repeating a request with the same key writes once. */
  readonly once: Once;
};

/** Handler output for a schema. Arrays may be read-only, because rows aren't modified. */
type HandlerResult<Schema> = Schema extends z.ZodType
  ? z.input<Schema> extends readonly (infer Item)[]
    ? readonly Item[]
    : z.input<Schema>
  : never;

type AnyOutput<Definition extends EndpointDefinition> =
  | HandlerResult<Definition["output"]>
  | (Definition extends { readonly outputFor: infer ByRole }
      ? { [Role in keyof ByRole]: HandlerResult<ByRole[Role]> }[keyof ByRole]
      : never);

type DeclaredOutput<Declaration, Key extends keyof ListDeclaration> = Declaration extends {
  readonly [K in Key]: infer Schema;
}
  ? HandlerResult<Schema>
  : never;

/** A list returns a page, or plain counts for callers who can't see the rows. */
type ListOutput<Declaration> =
  | Page<DeclaredOutput<Declaration, "item">>
  | Page<DeclaredOutput<Declaration, "adminItem">>
  | DeclaredOutput<Declaration, "publicOutput">;

type HandlerOutput<Definition extends EndpointDefinition> = Definition extends {
  readonly list: infer Declaration;
}
  ? ListOutput<Declaration>
  : Definition["output"] extends infer Kind extends RawOutput
    ? RawResponse<Kind>
    : AnyOutput<Definition>;

export type Handler<Definition extends EndpointDefinition> = (
  call: Call<Definition>,
) => Promise<HandlerOutput<Definition>>;

/** Handlers of a set of endpoints, by operation name. */
export type Handlers<Endpoints extends Record<string, EndpointDefinition>> = {
  readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]>;
};

/** Handlers with their types erased for mounting; `implement` has already checked them. */
export type AnyHandler = (call: Call<EndpointDefinition>) => Promise<unknown>;
export type AnyRoutes = Routes<Readonly<Record<string, EndpointDefinition>>>;

/**
 * The endpoints of a noun, with their handlers. The type parameter prevents mixing up the routes of different nouns.
 */
export interface Routes<Endpoints> {
  readonly endpoints: Endpoints;
  readonly handlers: { readonly [Name in keyof Endpoints]: AnyHandler };
}

/** Type-checks handlers against their endpoints. */
export const implement = <Endpoints extends Record<string, EndpointDefinition>>(
  endpoints: Endpoints,
  handlers: Handlers<Endpoints>,
): Routes<Endpoints> => ({
  endpoints,
  handlers: handlers as unknown as Routes<Endpoints>["handlers"],
});

/** Returns the value, or throws 404 if it's undefined. The message uses `noun` to say what wasn't found. */
export function requireFound<Value>(value: Value | undefined, noun?: string): Value {
  if (value !== undefined) return value;
  throw new AppError("not_found", noun === undefined ? {} : { message: getNotFoundMessage(noun) });
}

/** Returns `requireFound` for values that are the same noun. */
export const requireNoun =
  (noun: string) =>
  <Value>(value: Value | undefined): Value =>
    requireFound(value, noun);
