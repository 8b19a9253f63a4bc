import { fillPath } from "../src/lib/api-client.ts";
import { asPage } from "../src/lib/api-lists.ts";
import type { PageData } from "../src/app/page-data.ts";
import type { PublicPage } from "../src/app/prerendered-pages.ts";

/** Asks the API for a path of its own, as the project or the CDN reaches it. */
export type Ask = (path: string) => Promise<Response>;

type Key = readonly [
  call: string,
  options?: Parameters<typeof fillPath> extends [string, (infer Values)?, ...unknown[]]
    ? { readonly params?: Values; readonly query?: Values }
    : never,
  kind?: string,
];

/** What is not there, and what no address can ask for: a tag of a thousand letters, say. */
const NOTHING = new Set([400, 404]);

/** What a page shows, as the browser's own reads would have it; null for what is not there. */
export const readAnswers = (
  { queries }: Pick<PublicPage, "queries">,
  ask: Ask,
): Promise<PageData["answers"]> =>
  Promise.all(
    queries.map(async ({ queryKey }) => {
      const [call, options, kind] = queryKey as unknown as Key;
      const path = fillPath(call.slice("GET ".length), options?.params, options?.query);
      const response = await ask(path);
      if (NOTHING.has(response.status)) return [queryKey, null] as const;
      if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
      const body: unknown = await response.json();
      return [queryKey, kind === "page" ? asPage(body, response.headers) : body] as const;
    }),
  );
