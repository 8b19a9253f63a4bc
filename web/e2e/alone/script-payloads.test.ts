import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { facts, sql } from "../../../supabase/tests/contract/stack.ts";
import { launchBrowser, newVisit } from "../browser.ts";
import { scriptPayloads } from "./script-payloads.ts";

/** Written past the API's own checks, as if an older version had let them in. */
const TITLE = "Script payloads";
let browser: Browser;
let postIds: string[] = [];
let legalTexts: { key: string; content: string }[] = [];

const inParts = (size: number): string[][] =>
  Array.from({ length: Math.ceil(scriptPayloads.length / size) }, (_, part) =>
    scriptPayloads.slice(part * size, (part + 1) * size),
  );

beforeAll(async () => {
  browser = await launchBrowser();
  legalTexts = await sql<{ key: string; content: string }[]>`
    select key, content from public.legal_content`;
  await sql`update public.legal_content set content = ${scriptPayloads.join("\n")}`;
  const posts = await sql<{ id: string }[]>`
    insert into public.blog_posts ${sql(
      inParts(25).map((part) => ({ title: TITLE, content: part.join("\n\n"), is_published: true })),
    )} returning id`;
  postIds = posts.map(({ id }) => id);
  await sql`
    insert into public.testimonials ${sql(
      inParts(20).map((part) => ({
        name: TITLE,
        title: part[0] ?? "",
        content: part.join(" "),
        is_active: true,
      })),
    )}`;
});

afterAll(async () => {
  await browser.close();
  for (const { key, content } of legalTexts) {
    await sql`update public.legal_content set content = ${content} where key = ${key}`;
  }
  await sql`delete from public.blog_posts where title = ${TITLE}`;
  await sql`delete from public.testimonials where name = ${TITLE}`;
});

/** A page on which code that runs, or that only the content security policy stops, leaves a trace. */
async function watchedPage(): Promise<Page> {
  const { page } = await newVisit(browser);
  await page.addInitScript(() => {
    const traces: string[] = [];
    Object.assign(window, { ran: () => traces.push("ran"), traces });
    document.addEventListener("securitypolicyviolation", (event) =>
      traces.push(`${event.violatedDirective} ${event.sample}`),
    );
  });
  page.on("dialog", (dialog) => void dialog.dismiss());
  return page;
}

async function traces(page: Page): Promise<unknown> {
  for (const link of await page.locator("main a, dialog a").all()) {
    expect((await link.getAttribute("href")) ?? "").not.toMatch(
      /^\s*(java\s*script|data|vbscript):/i,
    );
  }
  await page.waitForTimeout(300);
  return page.evaluate("window.traces");
}

describe("a hundred script payloads (threats row 25)", () => {
  it("are a hundred", () => {
    expect(new Set(scriptPayloads).size).toBe(100);
  });

  it.each(["/privacy-policy", "/terms-of-service"])("none runs in %s (LEGAL-05)", async (path) => {
    const page = await watchedPage();
    await page.goto(facts.webUrl + path, { waitUntil: "networkidle" });
    expect(await traces(page)).toEqual([]);
    await page.context().close();
  });

  it("none runs in posts, on their pages and in the lists (BLOG-05)", async () => {
    const page = await watchedPage();
    for (const id of postIds) {
      await page.goto(`${facts.webUrl}/news/${id}`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { name: TITLE }).first().waitFor();
      expect(await traces(page)).toEqual([]);
    }
    await page.goto(`${facts.webUrl}/news`, { waitUntil: "networkidle" });
    expect(await traces(page)).toEqual([]);
    await page.context().close();
  });

  it("none runs in stories, on the home page and in their dialog (TEST-03)", async () => {
    const page = await watchedPage();
    await page.goto(facts.webUrl, { waitUntil: "networkidle" });
    await page.getByText(TITLE).first().waitFor();
    expect(await traces(page)).toEqual([]);
    await page.getByRole("button", { name: /all stories/i }).click();
    await page.getByRole("dialog").getByText(TITLE).first().waitFor();
    expect(await traces(page)).toEqual([]);
    await page.context().close();
  });
});
