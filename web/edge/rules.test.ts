import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  fillAppRoutes,
  fillSupabaseUrl,
  collectHeaders,
  matchPath,
  parseHeaders,
  parseRedirects,
  findRedirect,
} from "./rules.ts";

const readPublicFile = (name: string) =>
  readFile(new URL(`../public/${name}`, import.meta.url), "utf8");

describe("matchPath", () => {
  it.each([
    ["/api/*", "/api/events/1", { splat: "events/1" }],
    ["/api/*", "/api", { splat: "" }],
    ["/news/:slug", "/news/a-day", { slug: "a-day" }],
    ["/a.b", "/a.b", {}],
  ])("reports that %s matches %s", (pattern, path, values) => {
    expect(matchPath(pattern, path)).toEqual(values);
  });

  it.each([
    ["/api/*", "/apis"],
    ["/news/:slug", "/news/a/b"],
    ["/a.b", "/axb"],
    ["/events/create", "/events/create/2"],
  ])("reports that %s doesn't match %s", (pattern, path) => {
    expect(matchPath(pattern, path)).toBeUndefined();
  });
});

describe("the headers of a path", () => {
  it("a header's values from all matching rules are joined, ignoring the case of header names", () => {
    const rules = parseHeaders("# all\n/*\n  X-One: 1\n\n/a/*\n  x-one: 2\n  X-Two: a: b\n");
    expect(Object.fromEntries(collectHeaders(rules, "/a/b"))).toEqual({
      "x-one": "1, 2",
      "x-two": "a: b",
    });
    expect(Object.fromEntries(collectHeaders(rules, "/b"))).toEqual({ "x-one": "1" });
  });

  it("headers that don't follow a path are rejected", () => {
    expect(() => parseHeaders("  X-One: 1\n")).toThrow(/cannot read "X-One: 1"/);
  });
});

describe("redirects", () => {
  it("the first matching redirect fills in its splat and placeholders", () => {
    const rules = parseRedirects(
      "/a/* https://x.test/:splat 200\n/n/:id /m/:id 302\n/* /index.html 200",
    );
    expect(findRedirect(rules, "/a/b/c")).toEqual({
      to: "https://x.test/b/c",
      status: 200,
    });
    expect(findRedirect(rules, "/n/7")).toEqual({ to: "/m/7", status: 302 });
    expect(findRedirect(rules, "/z")?.to).toBe("/index.html");
  });

  it("a redirect has status 301 by default and is rejected if its status is invalid", () => {
    expect(parseRedirects("/a /b")[0]?.status).toBe(301);
    for (const status of ["999", "200!", "x"])
      expect(() => parseRedirects(`/a /b ${status}`)).toThrow(/cannot read/);
  });
});

describe("the site's own files", () => {
  it("_redirects rewrites API paths to the api function, the app's paths to app.html and other paths to 404.html", async () => {
    const text = fillSupabaseUrl(await readPublicFile("_redirects"), "https://p.supabase.co/");
    const rules = parseRedirects(fillAppRoutes(text));
    expect(findRedirect(rules, "/api/events")).toMatchObject({
      to: "https://p.supabase.co/functions/v1/api/events",
      status: 200,
    });
    expect(findRedirect(rules, "/events/create")?.to).toBe(
      "https://p.supabase.co/functions/v1/api/events/create",
    );
    expect(findRedirect(rules, "/assets/gone.js")).toMatchObject({ to: "/404.html", status: 404 });
    for (const path of [
      "/admin",
      "/dashboard/events",
      "/reset-password",
      "/manage-gift/receipts/1",
    ]) {
      expect(findRedirect(rules, path)).toMatchObject({ to: "/app.html", status: 200 });
    }
    for (const path of ["/donate/now", "/activate/now", "/news"]) {
      expect(findRedirect(rules, path)).toMatchObject({ to: "/404.html", status: 404 });
    }
    expect(findRedirect(rules, "/no-such-page")).toMatchObject({ to: "/404.html", status: 404 });
  });

  it("_redirects is rejected if it has no line for the app's routes", () => {
    expect(() => fillAppRoutes("/* /404.html 404")).toThrow(
      "_redirects has no line {{APP_ROUTES}}",
    );
  });

  it("_headers sets a strict content security policy and other security headers on every path", async () => {
    const text = fillSupabaseUrl(await readPublicFile("_headers"), "https://p.supabase.co");
    const headers = collectHeaders(parseHeaders(text), "/anything");
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split(";").map((directive) => {
        const [name = "", ...sources] = directive.trim().split(/\s+/);
        return [name, sources] as const;
      }),
    );
    expect(policy.get("script-src")).not.toContain("'unsafe-inline'");
    expect(policy.get("script-src")).not.toContain("'unsafe-eval'");
    for (const name of ["object-src", "base-uri", "frame-ancestors"]) {
      expect(policy.get(name)).toEqual(["'none'"]);
    }
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect(policy.get("connect-src")).toContain("https://p.supabase.co");
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBeDefined();
    expect(headers.get("permissions-policy")).toBeDefined();
  });
});
