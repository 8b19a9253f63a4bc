import { isApiError, parseOwnError } from "../../supabase/functions/_shared/rules/own-errors.ts";
import { fillPath } from "../src/lib/api/api-client.ts";
import { toPage } from "../src/lib/api/api-lists.ts";
import type { PageData } from "../src/app/page-data.ts";
import type { PublicPage } from "../src/app/render-page.tsx";

/** Fetches an API path, directly or through the CDN. */
export type ApiCaller = (path: string) => Promise<Response>;

type QueryKey = readonly [
  call: string,
  options?: Parameters<typeof fillPath> extends [string, (infer Values)?, ...unknown[]]
    ? { readonly params?: Values; readonly query?: Values }
    : never,
  kind?: string,
];

/**
 * These statuses mean that there is no content: the API returns 404 for missing content and 400 for an invalid URL,
 * such as one with a tag of a thousand characters.
 */
const MISSING_STATUSES = new Set([400, 404]);

/** Runs a page's queries and returns the results by query key. Missing content is null. */
export const fetchQueryResults = (
  { queries }: Pick<PublicPage, "queries">,
  callApi: ApiCaller,
): Promise<PageData["queryResults"]> =>
  Promise.all(
    queries.map(async ({ queryKey }) => {
      const [call, options, kind] = queryKey as unknown as QueryKey;
      const path = fillPath(call.slice("GET ".length), options?.params, options?.query);
      const response = await callApi(path);
      // The project's gateway also returns 404, for everything, if a function isn't deployed.
      const isMissing =
        MISSING_STATUSES.has(response.status) && parseOwnError(await response.text(), isApiError);
      if (isMissing) return [queryKey, null] as const;
      if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
      const body: unknown = await response.json();
      return [queryKey, kind === "page" ? toPage(body, response.headers) : body] as const;
    }),
  );
