import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { listSitemapPaths, listPrivatePaths, listRoutes, SITE_PAGES } from "./site-pages.ts";

test("the sitemap's fixed paths are those of public pages, without donor pages or single posts", () => {
  expect(listSitemapPaths()).toEqual(expect.arrayContaining(["/", "/donate", "/news"]));
  for (const path of ["/manage-gift", "/news/:post", "/activate", "/admin"]) {
    expect(listSitemapPaths()).not.toContain(path);
  }
  expect(listPrivatePaths()).toEqual(["/admin", "/dashboard", "/volunteer-dashboard"]);
});

test("a page's routes include the paths below it", () => {
  expect(listRoutes("donate")).toEqual(["/donate"]);
  expect(listRoutes("manageGift")).toEqual(["/manage-gift/*"]);
  expect(listRoutes("news")).toContain("/news/tag/:tag");
});

test("a password reset link from Auth opens the page for a new password", async () => {
  const template = await readFile("supabase/templates/recovery.html", "utf8");
  expect(template).toContain(`{{ .SiteURL }}${SITE_PAGES.resetPassword}?token_hash=`);
});
