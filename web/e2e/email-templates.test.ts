import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, facts, request, sql } from "../../supabase/tests/contract/stack.ts";
import { violationsInAllModes } from "./axe.ts";
import { launchBrowser, newVisit, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

const ADDRESS = "tested-template@example.org";
const NAME = "Gift Refunded";
let browser: Browser;
const tidyUp = async () => {
  await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
  await sql`delete from public.email_templates where name = ${NAME}`;
};
beforeAll(async () => {
  await clearRateLimits();
  await tidyUp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await tidyUp();
});

it("MAIL-06, MAIL-12, MAIL-18, ACONT-24: a template is edited, previewed and tested, and the test is in the delivery log", async () => {
  await tidyUp();
  const { page, problems } = await newVisit(browser, { viewport: screens.phone });
  await openDashboard(page);
  await page.goto(`${facts.webUrl}/dashboard/settings/email-templates`);
  await page.getByText(/^Emails with our built-in text/).click();
  await page.getByRole("button", { name: `Rewrite ${NAME}` }).click();
  const content = page.getByLabel("HTML Content");
  await content.fill("<p>Dear {{name}}, here it is: </p><script>document.title = 'ran'</script>");
  await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(30, 30));
  await page.getByRole("button", { name: "{{refundAmount}}: Amount of the refund" }).click();
  const letter = page.frameLocator('iframe[title="Preview of the email"]');
  await letter.getByText("Dear Rosalind, here it is: $20.00").waitFor();
  expect(await letter.locator("script").count(), "the letter is cleaned").toBe(0);
  const dialog = page.getByRole("dialog");
  expect(await violationsInAllModes(page)).toEqual([]);

  await page.getByLabel("Send a test to").fill(ADDRESS);
  await dialog.getByRole("button", { name: "Send test" }).click();
  await page.getByText(`The test email will go to ${ADDRESS} within a minute`).first().waitFor();
  await dialog.getByRole("button", { name: "Create Template" }).click();
  await page.getByText("Email template created successfully").first().waitFor();
  await page.getByRole("article", { name: NAME }).getByText("Active", { exact: true }).waitFor();
  const [{ html }] = await sql<[{ html: string }]>`
      select html_content as html from public.email_templates where name = ${NAME}`;
  expect(html).toBe("<p>Dear {{name}}, here it is: {{refundAmount}}</p>");

  // Runs the job that the schedule starts every minute.
  const response = await request("POST", "/send-emails/send-emails", {
    body: {},
    token: facts.secretKey,
  });
  expect(response.status).toBe(200);
  await page.getByRole("link", { name: "Delivery Log" }).click();
  // The templates have a search field too.
  await page.getByRole("heading", { name: "Delivery Log" }).waitFor();
  await page.getByLabel("Search").fill(ADDRESS);
  const row = page.getByRole("row", { name: ADDRESS });
  await row.getByText("[Test] We've refunded $20.00").waitFor();
  await row.getByText("Sent", { exact: true }).waitFor();
  await row.getByRole("button", { name: `Send again to ${ADDRESS}` }).click();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  await row.getByText("Waiting").waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});
