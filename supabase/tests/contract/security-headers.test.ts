import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_HEADERS } from "../../functions/_shared/rules/security-headers.ts";
import { startCdn, stopCdns } from "../edge/start-cdn.ts";
import { facts, sql } from "./stack.ts";

let picturePath = "";
const baseUrls: Record<string, string> = { site: facts.webUrl, project: facts.apiUrl };
beforeAll(async () => {
  const [post] = await sql<{ imageUrl: string }[]>`
    select image_url as "imageUrl" from public.blog_posts where image_url is not null limit 1`;
  picturePath = post!.imageUrl;
  for (const name of ["netlify", "cloudflare"] as const)
    baseUrls[name] = await startCdn(name, facts.edgeSecret);
});
afterAll(stopCdns);

const toStoragePath = (path: string) =>
  path.replace("/images/", "/storage/v1/object/public/images/");

const cases: readonly (readonly [string, string, number])[] = [
  ...["site", "netlify", "cloudflare"].flatMap(
    (baseName) =>
      [
        [baseName, "/images/…", 200],
        [baseName, "/images/site/gone", baseName === "site" ? 400 : 404],
        [baseName, "/api/home", 200],
        [baseName, "/api/nothing", 404],
      ] as const,
  ),
  ["project", "/storage/v1/object/public/images/…", 200],
  ["project", "/storage/v1/object/public/images/site/gone", 400],
  ["project", "/storage/v1/bucket", 200],
  ["project", "/rest/v1/contact_info?select=email", 200],
  ["project", "/rest/v1/donations", 401],
  ["project", "/auth/v1/health", 200],
  ["project", "/auth/v1/settings", 200],
  ["project", "/auth/v1/user", 401],
  ["project", "/functions/v1/api/health/deployment", 401],
  ["project", "/functions/v1/zip-lookup/zip-lookup/76102", 200],
  ["project", "/functions/v1/nothing", 404],
  ["project", "/nothing", 404],
];

describe("responses that aren't pages", () => {
  it.each(cases)(
    "%s%s returns %i with headers that keep it from running in a browser",
    async (baseName, path, status) => {
      const urlPath = path.startsWith("/images/")
        ? path.replace("/images/…", picturePath)
        : path.replace("/storage/v1/object/public/images/…", toStoragePath(picturePath));
      const headers = { apikey: facts.publishableKey };
      const response = await fetch(`${baseUrls[baseName]}${urlPath}`, { headers });
      expect(response.status).toBe(status);
      expect(response.headers.get("Content-Type") ?? "").not.toContain("html");
      const receivedHeaders = Object.keys(SECURITY_HEADERS).map((name) => [
        name,
        response.headers.get(name),
      ]);
      expect(Object.fromEntries(receivedHeaders)).toEqual(SECURITY_HEADERS);
      expect(response.headers.get("Content-Security-Policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      await response.arrayBuffer();
    },
  );
});
