import type { EndpointDefinition, ParsedInput, RawOutput } from "../contracts/endpoint.ts";
import type { ListDeclaration } from "../contracts/list.ts";
import type { z } from "zod";
import type { Caller } from "../caller.ts";
import { AppError, notFoundSentence } from "../errors.ts";
import type { Page } from "../queries/page.ts";
import type { Once } from "./once.ts";
import type { RawAnswer } from "./raw-answers.ts";
import type { Services } from "./services.ts";

/** One call as a handler sees it: input parsed, caller known and allowed. */
export type Call<Definition> = ParsedInput<Definition> & {
  readonly caller: Caller;
  readonly services: Services;
  /** By which the visitor is counted: IPv4, or the network of an IPv6 address. */
  readonly address: string;
  readonly headers: Headers;
  /** For an entry that replays its answers: wraps the write, so that a request with the same key writes once. */
  readonly once: Once;
};

/** What a handler may hand over for a schema: rows are not changed, so they may be read-only. */
type Sent<Schema> = Schema extends z.ZodType
  ? z.input<Schema> extends readonly (infer Item)[]
    ? readonly Item[]
    : z.input<Schema>
  : never;

type AnyOutput<Definition extends EndpointDefinition> =
  | Sent<Definition["output"]>
  | (Definition extends { readonly outputFor: infer ByRole }
      ? { [Role in keyof ByRole]: Sent<ByRole[Role]> }[keyof ByRole]
      : never);

type Declared<Declaration, Key extends keyof ListDeclaration> = Declaration extends {
  readonly [K in Key]: infer Schema;
}
  ? Sent<Schema>
  : never;

/** A list answers how much there is; counts in place of its rows are an answer as they are. */
type ListAnswer<Declaration> =
  | Page<Declared<Declaration, "item">>
  | Page<Declared<Declaration, "adminItem">>
  | Declared<Declaration, "otherwise">;

type Answer<Definition extends EndpointDefinition> = Definition extends {
  readonly list: infer Declaration;
}
  ? ListAnswer<Declaration>
  : Definition["output"] extends infer Kind extends RawOutput
    ? RawAnswer<Kind>
    : AnyOutput<Definition>;

export type Handler<Definition extends EndpointDefinition> = (
  call: Call<Definition>,
) => Promise<Answer<Definition>>;

/** The implementations of a noun's entries, by operation name. */
export type Handlers<Entries extends Record<string, EndpointDefinition>> = {
  readonly [Name in keyof Entries]: Handler<Entries[Name]>;
};

/** What the catalogue is mounted with, once the types have been checked noun by noun. */
export type AnyHandler = (call: Call<EndpointDefinition>) => Promise<unknown>;
export type AnyHandlers = Readonly<Record<string, AnyHandler>>;

/** Checks a noun's handlers against its entries; every answer is parsed through the entry's output schema as well. */
export const implement = <Entries extends Record<string, EndpointDefinition>>(
  _entries: Entries,
  handlers: Handlers<Entries>,
): AnyHandlers => handlers as unknown as AnyHandlers;

/** The row, or 404 where there is none that the caller may see; the noun names it for people. */
export function found<Value>(value: Value | undefined, noun?: string): Value {
  if (value !== undefined) return value;
  throw new AppError("not_found", noun === undefined ? {} : { message: notFoundSentence(noun) });
}
