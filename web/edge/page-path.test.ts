import { describe, expect, it } from "vitest";
import { findCanonicalPagePath, findMeantPagePath } from "./page-path.ts";

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

/** What stands behind addresses in letters and emails. */
const PUNCTUATION = Array.from(" .,;:!?'\")]}>*_»›“”‘’–—…、。！）：；？");

/** Encodes signs that browsers leave as they are, too. */
const encodeSign = (sign: string): string =>
  [...new TextEncoder().encode(sign)].map((byte) => `%${byte.toString(16)}`).join("");

describe("a path that no page has", () => {
  it.each([
    ["/Donate", "/donate"],
    ["/DONATE", "/donate"],
    ["/Donate/", "/donate"],
    ["/DONATE.HTML", "/donate"],
    ["/donate.", "/donate"],
    ["/donate,", "/donate"],
    ["/donate)", "/donate"],
    ["/donate).", "/donate"],
    ["/donate!!", "/donate"],
    ["/donate/.../", "/donate"],
    ["/donate'", "/donate"],
    ["/donate%22", "/donate"],
    ["/donate%3E", "/donate"],
    ["/donate%20", "/donate"],
    ["/donate%5D.", "/donate"],
    ["/donate%E2%80%9D", "/donate"],
    ["/donate%e2%80%a6", "/donate"],
    ["/donate%E3%80%82", "/donate"],
    ["/donate%EF%BC%89", "/donate"],
    ["/donate.html.", "/donate"],
    ["//Donate.", "/donate"],
    ["/Who-We-Are).", "/who-we-are"],
    ["/Forgot-Password", "/forgot-password"],
    ["/Dashboard/Events", "/dashboard/events"],
    ["/ADMIN", "/admin"],
    ["/News", "/news"],
    ["/NEWS/Page/2.", "/news/page/2"],
    ["/News/Winter-Boxes-0A1B2C3D).", "/news/winter-boxes-0a1b2c3d"],
    ["/news/winter-boxes-0a1b2c3d.", "/news/winter-boxes-0a1b2c3d"],
    ["/news/tag/Packing%20Day.", "/news/tag/Packing%20Day"],
    ["/)", "/"],
    ...PUNCTUATION.map((sign): [string, string] => [`/donate${encodeSign(sign)}`, "/donate"]),
  ])("leads to the page that was meant: %s to %s", (path, meantPath) => {
    expect(findMeantPagePath(path)).toBe(meantPath);
    expect(findMeantPagePath(meantPath)).toBeUndefined();
  });

  it.each([
    "/donat",
    "/donate.x",
    "/wp-admin/",
    "/API/home",
    "/api/home.",
    "/api",
    "/images/site/x.",
    "/Assets/start.js",
    "/404.",
    "/App.html",
    "//evil.example.",
    "/%2F%2Fevil.example.",
    "/.evil.example",
    "/@evil.example.",
    "/%",
  ])("stays missing if it isn't clear which page was meant: %s", (path) => {
    expect(findMeantPagePath(path)).toBeUndefined();
  });

  it("threat 39: never leads to another site", () => {
    const sites = [
      "/evil.example",
      "//evil.example",
      "\\evil.example",
      "evil.example",
      "@evil.example",
    ];
    const roots = ["", "/DASHBOARD", "/News", "/Manage-Gift", "/news/tag/A", "/)"];
    const payloads = roots.flatMap((root) =>
      sites.flatMap((site) => [`${root}/${site}.`, `${root}${site})`, `/${root}${site}/Donate.`]),
    );
    for (const payload of payloads) {
      const { pathname } = new URL(`https://www.example.org${payload}`);
      const path = findMeantPagePath(pathname) ?? "/";
      expect(new URL(path, "https://www.example.org").host, payload).toBe("www.example.org");
      expect(path, payload).toMatch(/^\/(?![/\\])/);
    }
  });
});
