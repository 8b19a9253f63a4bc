/** @module-tag nightly */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "../axe.ts";
import { launchBrowser, startVisit, screens } from "../browser.ts";
import { openDashboard } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

const SUFFIX = uniqueWord();
const DESCRIPTION = `Annual report ${SUFFIX}`;

let browser: Browser;
const readTermsRows = () => sql<{ key: string; content: string }[]>`
  select key, content from public.legal_content where key = 'terms_policy'`;
let originalTermsRows: Awaited<ReturnType<typeof readTermsRows>>;
beforeAll(async () => {
  await clearRateLimits();
  originalTermsRows = await readTermsRows();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sql`update public.legal_content set content = ${originalTermsRows[0]!.content} where key = 'terms_policy'`;
  await sql`delete from public.financial_reports where description = ${DESCRIPTION}`;
});

it("ACONT-06, ACONT-07, LEGAL-19, FIN-25, FIN-28, threat 25, threat 28: an administrator edits the terms on a phone and uploads, reads, unpublishes and deletes a report", async () => {
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "admin", "/dashboard/content");
  await page.getByRole("heading", { name: "Terms" }).click();
  await page.getByRole("button", { name: "Edit Terms of Service" }).click();
  await page.getByRole("button", { name: "Edit the HTML" }).click();
  const htmlField = page.getByRole("dialog").getByLabel(/^Text/);
  await htmlField.fill(`<h2>New ${SUFFIX}</h2><p onclick="ran()">Text<script>ran()</script></p>`);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Save Terms of Service" }).click();
  await page.getByText("Terms of Service has been updated successfully!").first().waitFor();
  expect((await readTermsRows())[0]?.content).toBe(`<h2>New ${SUFFIX}</h2><p>Text</p>`);

  await page.getByRole("heading", { name: "Financial Reports" }).click();
  await page.getByRole("button", { name: "Add financial report" }).click();
  await page.getByLabel("Description").fill(DESCRIPTION);
  await page.getByLabel("Choose a file").setInputFiles({
    name: "annual.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Item,Cost\nSocks ${SUFFIX},5`),
  });
  await page.getByText("File added").waitFor();
  await page.getByRole("button", { name: "Upload Report" }).click();
  const card = page.getByRole("article", { name: DESCRIPTION });
  await card.getByText("Published", { exact: true }).waitFor();

  const publicVisit = await startVisit(browser, {});
  await publicVisit.page.goto(`${facts.webUrl}/terms-of-service`);
  await publicVisit.page.getByRole("heading", { name: `New ${SUFFIX}` }).waitFor();
  await publicVisit.page.goto(`${facts.webUrl}/financial-reports`);
  const reportCard = publicVisit.page.getByRole("article").filter({ hasText: DESCRIPTION });
  const downloadLink = reportCard.getByRole("link", { name: "Download" });
  const fileUrl = new URL((await downloadLink.getAttribute("href")) ?? "", facts.webUrl).href;
  const readFileStatus = async () => (await publicVisit.page.request.get(fileUrl)).status();
  expect(await readFileStatus()).toBe(200);

  await card.getByRole("button", { name: "Actions" }).click();
  const drawer = page.getByRole("dialog", { name: "Report Actions" });
  await drawer.waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Unpublish" }).click();
  await drawer.getByRole("button", { name: /^Publish/ }).waitFor();
  expect(await readFileStatus()).toBe(404);
  await drawer.getByRole("button", { name: "View File" }).click();
  await page.getByText(`Socks ${SUFFIX}`).waitFor();
  await page.keyboard.press("Escape");

  await card.getByRole("button", { name: "Actions" }).click();
  await drawer.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete financial report" }).click();
  await card.waitFor({ state: "detached" });
  expect(await readFileStatus()).toBe(404);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(problems).toEqual([]);
  await publicVisit.page.context().close();
  await page.context().close();
});
