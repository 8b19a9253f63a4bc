/*
 * Parses `_headers` and `_redirects` in the syntax that Netlify and Cloudflare Pages share. The local stack uses this module, too, so tests run against the deployed rules.
 */

import { listAppRoutes } from "../../supabase/functions/_shared/rules/site-pages.ts";

export interface HeaderRule {
  pattern: string;
  headers: [name: string, value: string][];
}

export interface RedirectRule {
  from: string;
  to: string;
  status: number;
}

const URL_PLACEHOLDER = /\{\{SUPABASE_URL\}\}/g;

export function fillSupabaseUrl(text: string, supabaseUrl: string): string {
  return text.replace(URL_PLACEHOLDER, supabaseUrl.replace(/\/$/, ""));
}

const ROUTES_LINE = "{{APP_ROUTES}}";

/** Fills in the routes for which the CDN serves the app. */
export function fillAppRoutes(text: string): string {
  if (!text.includes(ROUTES_LINE)) throw new Error(`_redirects has no line ${ROUTES_LINE}.`);
  return text.replace(ROUTES_LINE, () =>
    listAppRoutes()
      .map((route) => `${route}  /app.html  200`)
      .join("\n"),
  );
}

function splitRuleLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
}

export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of splitRuleLines(text)) {
    if (!/^\s/.test(line)) {
      rules.push({ pattern: line.trim(), headers: [] });
      continue;
    }
    const colonIndex = line.indexOf(":");
    const rule = rules.at(-1);
    if (!rule || colonIndex < 0) throw new Error(`_headers: cannot read "${line.trim()}"`);
    rule.headers.push([line.slice(0, colonIndex).trim(), line.slice(colonIndex + 1).trim()]);
  }
  return rules;
}

export function parseRedirects(text: string): RedirectRule[] {
  return splitRuleLines(text).map((line) => {
    const [from, to, code = "301"] = line.trim().split(/\s+/);
    // Netlify's `!` isn't supported, because Cloudflare serves files before the Worker can apply a rule.
    const status = Number(code);
    if (!from?.startsWith("/") || !to || !(status >= 200 && status < 500)) {
      throw new Error(`_redirects: cannot read "${line.trim()}"`);
    }
    return { from, to, status };
  });
}

/**
 * Matches a path against a pattern, in which `*` stands for the rest of the path (the splat) and `:name` for one
 * segment. Returns the values, or undefined if the path doesn't match.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern
    .split("/")
    .map((segment) => {
      if (segment === "*") return "(?<splat>.*)";
      if (/^:\w+$/.test(segment)) return `(?<${segment.slice(1)}>[^/]+)`;
      return segment.replace(/[.+?^${}()|[\]\\*]/g, "\\$&");
    })
    .join("/")
    // `/api/*` also matches `/api`, as on both CDNs.
    .replace(/\/\(\?<splat>\.\*\)$/, "(?:/(?<splat>.*))?");
  const match = new RegExp(`^${source}$`).exec(path);
  if (!match) return undefined;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, value ?? ""]),
  );
}

/** Returns the headers of all rules that match the path. The values of a repeated header are joined, as on the CDNs. */
export function collectHeaders(rules: HeaderRule[], path: string): Map<string, string> {
  const result = new Map<string, string>();
  for (const rule of rules) {
    if (!matchPath(rule.pattern, path)) continue;
    for (const [name, value] of rule.headers) {
      const key = name.toLowerCase();
      const existingValue = result.get(key);
      result.set(key, existingValue === undefined ? value : `${existingValue}, ${value}`);
    }
  }
  return result;
}

export interface RedirectMatch {
  to: string;
  status: number;
}

/**
 * Adds the query string to a URL, except to image URLs, where the query string could change Storage's response or add
 * cache entries.
 */
export const addQueryString = (to: string, queryString: string): string =>
  to.includes("/storage/v1/") ? to : `${to}${queryString}`;

export function findRedirect(rules: RedirectRule[], path: string): RedirectMatch | undefined {
  for (const { from, to, status } of rules) {
    const values = matchPath(from, path);
    if (!values) continue;
    const target = to.replace(/:(\w+)/g, (variable, name: string) => values[name] ?? variable);
    return { to: target, status };
  }
  return undefined;
}
