import { describe, expect, it } from "vitest";
import { cleanStoredHtml } from "../../supabase/functions/_shared/html/clean-stored-html.ts";
import { listSitemapPaths } from "../../supabase/functions/_shared/rules/site-pages.ts";
import {
  setHtmlCleaner,
  getOutputPath,
  PRERENDERED_PAGES,
  renderFile,
} from "../src/app/prerender.tsx";

// This is the HTML cleaner that the build uses.
setHtmlCleaner((html) => cleanStoredHtml(html, "text"));

/** Renders a page as a build without an API does, so that the page shows its built-in content. */
const render = (path: string) => {
  if (!PRERENDERED_PAGES.some((page) => page.path === path)) {
    throw new Error(`${path} is not prerendered.`);
  }
  return renderFile({ path, renderedAt: "2026-11-20T12:00:00Z", queryResults: [], scripts: [] });
};

describe("the build without content", () => {
  it("writes a file for every public page", () => {
    const files = PRERENDERED_PAGES.map((page) => `${page.path} ${getOutputPath(page)}`);
    expect(files).toEqual(
      expect.arrayContaining([
        "/ /index.html",
        "/donate /donate.html",
        "/privacy-policy /privacy-policy.html",
        "/terms-of-service /terms-of-service.html",
        "/financial-reports /financial-reports.html",
        "/manage-gift /manage-gift.html",
        "* /404.html",
      ]),
    );
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(PRERENDERED_PAGES.map(({ path }) => path))(
    "gives %s a title, and a noindex tag unless the sitemap lists it",
    async (path) => {
      const { head } = await render(path);
      expect(head).toMatch(/<title>[^<]+<\/title>/);
      expect(head.includes('content="noindex"')).toBe(!listSitemapPaths().includes(path));
    },
  );

  it.each([
    ["HOME-15", "/", "Care packages for service members, their families and veterans"],
    ["LEGAL-06, LEGAL-07", "/privacy-policy", "Children under 13"],
    ["LEGAL-06, LEGAL-08", "/terms-of-service", "Tarrant County"],
    ["DON-26", "/donate", "You need JavaScript to give online."],
    ["FIN-01", "/financial-reports", "Financial Reports"],
    ["the team", "/who-we-are", "Who We Are"],
    ["HOME-05", "*", "Page Not Found"],
  ])("%s: makes %s show %s without JavaScript", async (_ids, path, expected) => {
    const { body } = await render(path);
    expect(body).toContain(expected);
    expect(body).not.toMatch(/<script(?! type="application\/ld\+json")/);
  });
});
