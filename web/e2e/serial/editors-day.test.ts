import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startAiMode } from "../../../supabase/tests/ai/ai-mode.ts";
import { clearRateLimits, facts, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { routeToAiDouble } from "../ai-routing.ts";
import { launchBrowser, startVisit } from "../browser.ts";
import { openDashboard, openSection } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

const suffix = uniqueWord();
const POST_TITLE = `Nine hundred socks ${suffix}`;
const TERMS_SENTENCE = `Boxes are packed on Saturdays, ${suffix}.`;
const REPORT_DESCRIPTION = `Annual report ${suffix}`;
const RECIPIENT = `reader-${suffix}@example.org`;

let browser: Browser;
let ai: Awaited<ReturnType<typeof startAiMode>>;
let termsRows: { key: string; content: string }[] = [];
beforeAll(async () => {
  termsRows = await sql`select key, content from public.legal_content where key = 'terms_policy'`;
  await clearRateLimits();
  [browser, ai] = await Promise.all([launchBrowser(), startAiMode(["api"])]);
});
afterAll(async () => {
  await Promise.all([browser.close(), ai.stop()]);
  await sql`delete from public.blog_posts where title = ${POST_TITLE}`;
  await sql`delete from public.legal_content where key = 'terms_policy'`;
  if (termsRows.length > 0) await sql`insert into public.legal_content ${sql(termsRows)}`;
  await sql`delete from public.financial_reports where description = ${REPORT_DESCRIPTION}`;
  await sql`delete from public.email_outbox where to_email = ${RECIPIENT}`;
});

const expectToast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const openContentPanel = async (page: Page, name: string) => {
  await openSection(page, "Content");
  const panel = page.locator("details", { has: page.getByRole("heading", { name, exact: true }) });
  const isOpen = () => panel.evaluate((element) => (element as HTMLDetailsElement).open);
  // A click can miss, because the page may still be scrolling after the last dialog closed.
  while (!(await isOpen())) await panel.locator("summary").click();
};

const writePost = async (page: Page) => {
  await openSection(page, "Blogs");
  await press(page, "Create New Blog Post");
  await page.getByLabel("Title", { exact: true }).fill(POST_TITLE);
  ai.double.queueFaults({ text: "## Warm feet\n\nThey arrived on **Tuesday**." });
  await press(page, "Generate Full Blog Post");
  await expectToast(page, "Blog content generated successfully!");
  await press(page, "Publish Blog Post");
  await expectToast(page, "Blog post created successfully!");
};

const editTerms = async (page: Page) => {
  await openContentPanel(page, "Terms");
  await press(page, "Edit Terms of Service");
  const textField = page.getByRole("dialog").getByRole("textbox", { name: "Text" });
  await textField.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(` ${TERMS_SENTENCE}`);
  await press(page, "Save Terms of Service");
  await expectToast(page, "Terms of Service has been updated successfully!");
};

const publishReport = async (page: Page) => {
  await openContentPanel(page, "Financial Reports");
  await press(page, "Add financial report");
  await page.getByLabel("Description").fill(REPORT_DESCRIPTION);
  const buffer = Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
  );
  await page
    .getByLabel(/^Choose a file/)
    .setInputFiles({ name: "report.pdf", mimeType: "application/pdf", buffer });
  await expectToast(page, "File added");
  await press(page, "Upload Report");
  await expectToast(page, "Financial report uploaded and published");
  await page.getByRole("article", { name: REPORT_DESCRIPTION }).getByText("Published").waitFor();
};

const sendTestEmail = async (page: Page) => {
  await openSection(page, "Settings");
  await page.getByRole("link", { name: "Email Templates", exact: true }).click();
  await press(page, /^Preview Donation Confirmation/);
  await page.getByLabel("Send a test to").fill(RECIPIENT);
  await press(page, "Send test");
  await expectToast(page, `The test email will go to ${RECIPIENT} within a minute`);
  const response = await request("POST", "/send-emails/send-emails", {
    body: {},
    token: facts.secretKey,
  });
  expect(response.status).toBe(200);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Delivery Log", exact: true }).click();
  await page.getByRole("heading", { name: "Delivery Log" }).waitFor();
  await page.getByLabel("Search").fill(RECIPIENT);
  await page.getByRole("row", { name: RECIPIENT }).getByText("Sent", { exact: true }).waitFor();
};

/** Opens a page and waits for the text on it. */
const expectTextOnPage = async (page: Page, path: string, text: string) => {
  await page.goto(facts.webUrl + path);
  await page.getByText(text).first().waitFor();
};

it("visitors see an editor's AI-written post, terms and report, and a manager's test email is sent", async () => {
  const { page, problems } = await startVisit(browser);
  await routeToAiDouble(page, ai);
  await openDashboard(page, "editor");

  await writePost(page);
  const [post] = await sql<{ id: string }[]>`
    select id from public.blog_posts where title = ${POST_TITLE}`;
  const visitor = await startVisit(browser);
  await expectTextOnPage(visitor.page, "/", POST_TITLE);
  await expectTextOnPage(
    visitor.page,
    `/news/nine-hundred-socks-${suffix}-${post?.id.slice(0, 8)}`,
    "They arrived on",
  );
  await editTerms(page);
  await expectTextOnPage(visitor.page, "/terms-of-service", TERMS_SENTENCE);
  await publishReport(page);
  await expectTextOnPage(visitor.page, "/financial-reports", REPORT_DESCRIPTION);
  await page.goto(`${facts.webUrl}/dashboard/donations`);
  await page.getByRole("heading", { name: "You don't have access to Donations" }).waitFor();
  await page.getByText("If you need access, ask an owner (admin).").waitFor();
  await openDashboard(page, "manager");
  await sendTestEmail(page);

  expect([...problems, ...visitor.problems]).toEqual([]);
  await Promise.all([page.context().close(), visitor.page.context().close()]);
});
