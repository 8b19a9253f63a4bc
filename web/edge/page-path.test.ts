import { describe, expect, it } from "vitest";
import { findCanonicalPagePath } from "./page-path.ts";

describe("a requested path", () => {
  it.each([
    ["/donate/", "/donate"],
    ["//donate", "/donate"],
    ["/donate.html", "/donate"],
    ["/donate/index.html", "/donate"],
    ["/%64onate", "/donate"],
    ["/%64onate/", "/donate"],
    ["/forgot-password/", "/forgot-password"],
    ["/admin/", "/admin"],
    ["/dashboard/events/", "/dashboard/events"],
    ["/manage-gift//receipts/1", "/manage-gift/receipts/1"],
    ["/dashboard/donors/a%2Fb/", "/dashboard/donors/a%2Fb"],
    ["//", "/"],
    ["/index", "/"],
    ["/index.html", "/"],
    ["//news", "/news"],
  ])("a path is redirected to the page's canonical path: %s to %s", (path, canonicalPath) => {
    expect(findCanonicalPagePath(path)).toBe(canonicalPath);
  });

  it.each(["/", "/donate", "/forgot-password", "/dashboard/donors/a%20b", "/news/a-post-1"])(
    "a canonical path isn't redirected: %s",
    (pathname) => {
      expect(findCanonicalPagePath(pathname)).toBeUndefined();
    },
  );

  it.each([
    "//evil.example/",
    "/\\evil.example/",
    "/wp-admin/",
    "/404.html",
    "/app.html",
    "/%",
    "/%2F%2Fevil.example",
  ])("a path isn't redirected if no page has it: %s", (pathname) => {
    expect(findCanonicalPagePath(pathname)).toBeUndefined();
  });
});
