import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { requestParts } from "../request-parts.ts";
import { endpoints, request } from "./stack.ts";

/** Parses the rows of a CSV file, including quoted cells. */
export function parseCsv(text: string): string[][] {
  const cells = text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g);
  const rows: string[][] = [[]];
  for (const [, cell = "", separator] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (separator === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

/** Requests a list with its totals, in as few parts as possible. Returns the first part's response. */
export async function requestExport(token: string, path: string, query: string) {
  const requestPart = (partPath: string) => request("GET", partPath, { token });
  const parts: Awaited<ReturnType<typeof requestPart>>[] = [];
  for await (const part of requestParts(`${path}/export?${query}&totals=true`, requestPart)) {
    parts.push(part);
  }
  const [response] = parts as [(typeof parts)[number]];
  const [headings = [], ...rows] = parseCsv(parts.map(({ text }) => text).join(""));
  const totalsIndex = rows.findIndex(([label]) => label?.startsWith("Total of "));
  return {
    ...response,
    headings,
    totals: rows.slice(totalsIndex),
    rows: rows.slice(0, totalsIndex),
  };
}
export const exportEndpoints = endpoints.filter(
  ([, { path, output }]) => output === "text/csv" && path.endsWith("/export"),
);

const PAGING_NAMES = new Set(["limit", "offset", "cursor", "totals"]);
const listQueryNames = ({ query }: EndpointDefinition) =>
  Object.keys(query?.shape ?? {}).filter((name) => !PAGING_NAMES.has(name));

/**
 * Each export, with the list endpoint whose query parameters it accepts, most of all lists. It may accept more, such as a
 * long period.
 */
export const exportsWithLists = exportEndpoints.map(([, exportEndpoint]) => {
  const path = exportEndpoint.path.replace(/\/export$/, "");
  const acceptedNames = new Set(listQueryNames(exportEndpoint));
  const [list] = endpoints
    .map(([, endpoint]) => endpoint)
    .filter(
      (endpoint) =>
        endpoint.list !== undefined &&
        (endpoint.path === path || endpoint.path.startsWith(`${path}/`)) &&
        listQueryNames(endpoint).every((name) => acceptedNames.has(name)),
    )
    .toSorted((a, b) => listQueryNames(b).length - listQueryNames(a).length);
  return { path, endpoint: list };
});
