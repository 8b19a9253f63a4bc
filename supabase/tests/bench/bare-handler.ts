// oxlint-disable no-restricted-globals -- the baseline runs on the same runtime as the functions
/**
 * The minimum work for each public read: the same query without a transaction, role, access check, rate
 * limit, parsing, headers or cache. `npm run bench` divides its measurements by this baseline.
 */
import postgres from "postgres";
import { anonymous } from "../../functions/_shared/caller.ts";
import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { Page } from "../../functions/_shared/queries/page.ts";
import { type OperationHandler, loadHandler } from "../handlers.ts";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const sql = postgres(Deno.env.get("SUPABASE_DB_URL") ?? "", {
  // As many connections as the functions have, because more would get a larger share of the CPU.
  max: 3,
  transform: { column: { from: postgres.toCamel }, undefined: null },
});
const asCaller = (work: (sql: unknown) => unknown) => work(sql);

const entries = Object.entries(catalog) as [OperationName, EndpointDefinition][];
const readsByUrl = new Map<string, () => ReturnType<OperationHandler>>();

/** Returns a function that runs the query for a URL. Each URL is parsed only once. */
async function createRead({ pathname }: URL): Promise<() => ReturnType<OperationHandler>> {
  for (const [name, entry] of entries) {
    const pattern = new RegExp(`^${entry.path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
    const params = pattern.exec(pathname)?.groups ?? {};
    if (entry.method !== "GET" || !pattern.test(pathname)) continue;
    const call = {
      params: entry.params?.parse(params),
      query: entry.query?.parse({}),
      caller: anonymous,
      services: { environment: {} },
      asCaller,
    } as unknown as Parameters<OperationHandler>[0];
    const handler = await loadHandler(name);
    return () => handler(call);
  }
  throw new Error(`No read at ${pathname}`);
}

Deno.serve(async ({ url }) => {
  let read = readsByUrl.get(url);
  if (read === undefined) readsByUrl.set(url, (read = await createRead(new URL(url))));
  const result = await read();
  return Response.json(result instanceof Page ? result.items : result);
});
