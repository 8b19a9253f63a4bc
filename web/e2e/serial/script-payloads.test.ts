import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { facts, sql } from "../../../supabase/tests/contract/stack.ts";
import { findHtmlProblem } from "../../../supabase/functions/_shared/contracts/text-bounds.ts";
import { HTML_PAYLOADS, MARKDOWN_PAYLOADS } from "../../../supabase/tests/payloads.ts";
import { launchBrowser, startVisit } from "../browser.ts";
import { openDashboard, openSection } from "../logging-in.ts";

/** The title of the rows that are inserted without the API's checks, as an older version might have done. */
const TITLE = "Script payloads";
/** This text follows the payloads. If it is visible, no payload has swallowed the text after it. */
const END_MARKER = "End of the payloads";
/** One for each text, of those that the sample data leaves as they are. */
const TEMPLATE_NAMES = [
  "Welcome Email",
  "Event Canceled",
  "Event Changed",
  "Event Details Changed",
  "Event Reinstated",
  "Event Reminder",
  "Left Shift",
  "New Event",
];
/** The HTML payloads without characters that no field accepts. */
const PAYLOADS = HTML_PAYLOADS.map((payload) =>
  payload.replaceAll("\0", "").replaceAll("\u0001", ""),
);
const TAGS_TO_CLOSE =
  "script style title textarea xmp noscript template iframe object select button form table svg math video audio marquee details".split(
    " ",
  );
/** Closes any tag that a payload leaves open, because the next payload would otherwise be inside that tag. */
function close(payload: string): string {
  const tags = TAGS_TO_CLOSE.filter((tag) => payload.toLowerCase().includes(`<${tag}`));
  return `'">-->]]>${[...tags, "p"].map((tag) => `</${tag}>`).join("")}`;
}
const createMarker = (index: number): string => `End of payload ${index}.`;

/** A HTML text that the tables accept, with each payload followed by its marker. */
interface PayloadText {
  readonly html: string;
  readonly payloads: readonly string[];
  readonly markers: readonly string[];
}

function writeTexts(): PayloadText[] {
  const texts: PayloadText[] = [];
  for (const [index, payload] of PAYLOADS.entries()) {
    const marker = createMarker(index);
    const part = `${payload}${close(payload)}<p>${marker}</p>`;
    const last = texts.at(-1);
    const html = last === undefined ? part : `${last.html}\n${part}`;
    if (last === undefined || findHtmlProblem(html) !== undefined) {
      texts.push({ html: part, payloads: [payload], markers: [marker] });
    } else {
      texts[texts.length - 1] = {
        html,
        payloads: [...last.payloads, payload],
        markers: [...last.markers, marker],
      };
    }
  }
  return texts;
}

const TEXTS = writeTexts();

/** Returns the payloads whose marker isn't visible. */
const findSwallowingPayloads = ({ payloads, markers }: PayloadText, visibleText: string) =>
  payloads.filter((_, index) => !visibleText.includes(markers[index]!));

let browser: Browser;
let postId = "";
let legalTexts: { key: string; content: string }[] = [];

const splitIntoGroups = (payloads: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(payloads.length / size) }, (_, index) =>
    payloads.slice(index * size, (index + 1) * size),
  );

beforeAll(async () => {
  browser = await launchBrowser();
  legalTexts = await sql<{ key: string; content: string }[]>`
    select key, content from public.legal_content`;
  await storeLegalText(TEXTS[0]!);
  const [post] = await sql<[{ id: string }]>`
    insert into public.blog_posts ${sql({
      title: TITLE,
      content: [...PAYLOADS, ...MARKDOWN_PAYLOADS, END_MARKER].join("\n\n"),
      is_published: true,
    })} returning id`;
  postId = post.id;
  await sql`
    insert into public.testimonials ${sql(
      splitIntoGroups(PAYLOADS, 20).map((payloads) => ({
        name: TITLE,
        title: payloads[0] ?? "",
        content: payloads.join(" "),
        is_active: true,
      })),
    )}`;
  await sql`
    insert into public.email_templates ${sql(
      TEXTS.map(({ html }, index) => ({
        name: TEMPLATE_NAMES[index]!,
        subject: TITLE,
        html_content: html,
      })),
    )} on conflict (name) do update
      set subject = excluded.subject, html_content = excluded.html_content`;
});

afterAll(async () => {
  await browser.close();
  await sql`delete from public.legal_content`;
  if (legalTexts.length > 0) await sql`insert into public.legal_content ${sql(legalTexts)}`;
  await sql`delete from public.blog_posts where title = ${TITLE}`;
  await sql`delete from public.testimonials where name = ${TITLE}`;
  await sql`delete from public.email_templates where name in ${sql(TEMPLATE_NAMES)}`;
});

const storeLegalText = ({ html }: PayloadText) => sql`
  insert into public.legal_content ${sql(
    ["privacy_policy", "terms_policy"].map((key) => ({ key, content: html })),
  )} on conflict (key) do update set content = excluded.content`;

/** Opens a page that records code that runs, or that would run without the content security policy. */
async function openWatchedPage(): Promise<Page> {
  const { page } = await startVisit(browser);
  await page.addInitScript(() => {
    const traces: string[] = [];
    Object.assign(window, { ran: () => traces.push("ran"), traces });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // These violations are harmless: the cleaner parses a `<base>` in an inert document, and zod tests whether it may
      // create functions.
      const isExpected = violatedDirective === "base-uri" || blockedURI === "eval";
      if (!isExpected) traces.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  page.on("dialog", (dialog) => void dialog.dismiss());
  return page;
}

async function readTraces(page: Page): Promise<unknown> {
  const urls = await page
    .locator("main a, dialog a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(urls.filter((url) => /^\s*(java\s*script|data|vbscript):/i.test(url))).toEqual([]);
  expect(await page.locator("base").count()).toBe(0);
  // Browsers call the handlers of animations and toggled elements in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate("window.traces");
}

describe("threat 25: script payloads", () => {
  let page: Page;
  beforeAll(async () => {
    page = await openWatchedPage();
  });
  afterAll(() => page.context().close());

  it("there are at least a hundred different script payloads", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(100);
  });

  it("LEGAL-05: script payloads don't run in legal documents", async () => {
    for (const text of TEXTS) {
      await storeLegalText(text);
      for (const path of ["/privacy-policy", "/terms-of-service"]) {
        // The functions keep a response for a second.
        const readSwallowing = async () => {
          await page.goto(facts.webUrl + path, { waitUntil: "networkidle" });
          return findSwallowingPayloads(text, await page.locator("main").innerText());
        };
        await expect.poll(readSwallowing, { timeout: 15_000 }).toEqual([]);
        expect(await readTraces(page)).toEqual([]);
      }
    }
  });

  it("BLOG-05: script payloads don't run on posts' pages or in the list of posts", async () => {
    await page.goto(`${facts.webUrl}/news/${postId}`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { name: TITLE }).first().waitFor();
    await page.getByText(END_MARKER).waitFor();
    expect(await readTraces(page)).toEqual([]);
    await page.goto(`${facts.webUrl}/news`, { waitUntil: "networkidle" });
    expect(await readTraces(page)).toEqual([]);
  });

  it("TEST-03: script payloads don't run in stories, on the home page or in their dialog", async () => {
    await page.goto(facts.webUrl, { waitUntil: "networkidle" });
    await page.getByText(TITLE).first().waitFor();
    expect(await readTraces(page)).toEqual([]);
    await page.getByRole("button", { name: /all stories/i }).click();
    await page.getByRole("dialog").getByText(TITLE).first().waitFor();
    expect(await readTraces(page)).toEqual([]);
  });

  it("MAIL-12, ABLOG-19, LEGAL-11: script payloads don't run in previews of email templates or in the dashboard's editors", async () => {
    await openDashboard(page, "admin", "/dashboard/settings");
    await page.getByRole("link", { name: "Email Templates", exact: true }).click();
    for (const [index, text] of TEXTS.entries()) {
      await page
        .getByRole("button", { name: `Preview ${TEMPLATE_NAMES[index]}`, exact: true })
        .click();
      await page.getByText(`Subject: ${TITLE}`).waitFor();
      const frame = page.frameLocator("iframe[title='Preview of the email']");
      expect(findSwallowingPayloads(text, await frame.locator("body").innerText())).toEqual([]);
      const foundPayloads = await frame
        .locator("body")
        .evaluate((body) =>
          [...body.querySelectorAll("*")].flatMap((element) => [
            ...(/^(script|iframe|object|embed|svg|math|form)$/i.test(element.tagName)
              ? [element.tagName]
              : []),
            ...[...element.attributes].flatMap(({ name, value }) =>
              name.startsWith("on") || /^\s*(java\s*script|data|vbscript):/i.test(value)
                ? [`${name}=${value}`]
                : [],
            ),
          ]),
        );
      expect(foundPayloads).toEqual([]);
      expect(await readTraces(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await openSection(page, "Blogs");
    await page.getByRole("button", { name: `Edit ${TITLE}` }).click();
    await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe(TITLE);
    await page.getByText(END_MARKER).first().waitFor();
    expect(await readTraces(page)).toEqual([]);
    await openSection(page, "Content");
    await page.locator("summary", { hasText: "Privacy Policy" }).click();
    await page.getByRole("button", { name: "Edit Privacy Policy" }).click();
    await page.getByRole("button", { name: "Save Privacy Policy" }).waitFor();
    expect(await readTraces(page)).toEqual([]);
  });
});
