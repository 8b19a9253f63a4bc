/** @module-tag nightly */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, facts, request, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

const RECIPIENT = "tested-template@example.org";
const TEMPLATE_NAME = "Gift Refunded";
let browser: Browser;
const deleteTestRows = async () => {
  await sql`delete from public.email_outbox where to_email = ${RECIPIENT}`;
  await sql`delete from public.email_templates where name = ${TEMPLATE_NAME}`;
};
beforeAll(async () => {
  await clearRateLimits();
  await deleteTestRows();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await deleteTestRows();
});

it("MAIL-06, MAIL-12, MAIL-18, ACONT-24: an administrator rewrites, previews and tests a template, and the delivery log lists the test", async () => {
  await deleteTestRows();
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "admin", "/dashboard/settings/email-templates");
  await page.getByText(/^Emails with our built-in text/).click();
  await page.getByRole("button", { name: `Rewrite ${TEMPLATE_NAME}` }).click();
  const editor = page.getByRole("textbox", { name: "HTML Content" });
  await editor.getByText("Refund amount").waitFor();
  await editor.press("ControlOrMeta+End");
  await editor.pressSequentially(" Given on {{donationDate}}");
  expect(await editor.locator("[data-chip='{{donationDate}}']").count()).toBeGreaterThan(2);
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.getByRole("button", { name: "Edit the HTML" }).click();
  const contentField = page.getByLabel("HTML Content");
  expect(await contentField.inputValue()).toMatch(/Given on {{donationDate}}<\/p>$/);
  await contentField.fill(
    "<p>Dear {{name}}, here it is: </p><script>document.title = 'ran'</script>",
  );
  await contentField.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(30, 30));
  await page.getByRole("button", { name: "{{refundAmount}}: Refund amount" }).click();
  const preview = page.frameLocator('iframe[title="Preview of the email"]');
  await preview.getByText("Dear Rosalind, here it is: $20.00", { exact: true }).waitFor();
  expect(await preview.locator("script").count(), "the preview is cleaned").toBe(0);
  await page.getByText("Computer", { exact: true }).click();
  await page.getByText("Dark", { exact: true }).click();
  const sheet = preview.locator(".sheet");
  await expect
    .poll(() => sheet.evaluate((cell) => getComputedStyle(cell).backgroundColor))
    .toBe("rgb(22, 34, 58)");
  expect(await sheet.evaluate((cell) => cell.ownerDocument.documentElement.clientWidth)).toBe(640);
  const dialog = page.getByRole("dialog");
  expect(await findViolationsInAllModes(page)).toEqual([]);

  await page.getByLabel("Send a test to").fill(RECIPIENT);
  await dialog.getByRole("button", { name: "Send test" }).click();
  await page.getByText(`The test email will go to ${RECIPIENT} within a minute`).first().waitFor();
  await dialog.getByRole("button", { name: "Create Template" }).click();
  await page.getByText("Email template created successfully").first().waitFor();
  await page
    .getByRole("article", { name: TEMPLATE_NAME })
    .getByText("Active", { exact: true })
    .waitFor();
  const [{ html }] = await sql<[{ html: string }]>`
      select html_content as html from public.email_templates where name = ${TEMPLATE_NAME}`;
  expect(html).toBe("<p>Dear {{name}}, here it is: {{refundAmount}}</p>");

  // Runs the job that the schedule starts every minute.
  const response = await request("POST", "/send-emails/send-emails", {
    body: {},
    token: facts.secretKey,
  });
  expect(response.status).toBe(200);
  // The test runs at phone width until here, and on a phone the navigation is collapsed.
  await page.setViewportSize(screens.desktop);
  await page.getByRole("link", { name: "Delivery Log" }).click();
  // Waits for the heading, because the previous page has a search field, too.
  await page.getByRole("heading", { name: "Delivery Log" }).waitFor();
  await page.getByLabel("Search").fill(RECIPIENT);
  const row = page.getByRole("row", { name: RECIPIENT });
  await row.getByText("[Test] We've refunded $20.00").waitFor();
  await row.getByText("Sent", { exact: true }).waitFor();
  await row.getByRole("button", { name: `Send again to ${RECIPIENT}` }).click();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  await row.getByText("Waiting").waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});
