import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sitemapPaths, privatePaths, routesOf, SITE_PAGES } from "./site-pages.ts";

test("the sitemap's fixed paths are those of public pages, without donor pages or single posts", () => {
  expect(sitemapPaths()).toEqual(expect.arrayContaining(["/", "/donate", "/news"]));
  for (const path of ["/manage-gift", "/news/:post", "/activate", "/admin"]) {
    expect(sitemapPaths()).not.toContain(path);
  }
  expect(privatePaths()).toEqual(["/admin", "/dashboard", "/volunteer-dashboard"]);
});

test("a page's routes include the paths below it", () => {
  expect(routesOf("donate")).toEqual(["/donate"]);
  expect(routesOf("manageGift")).toEqual(["/manage-gift/*"]);
  expect(routesOf("news")).toContain("/news/tag/:tag");
});

test("a password reset link from Auth opens the page for a new password", async () => {
  const template = await readFile("supabase/templates/recovery.html", "utf8");
  expect(template).toContain(`{{ .SiteURL }}${SITE_PAGES.resetPassword}?token_hash=`);
});
