import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { facts, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { readDonorLink, requestLink } from "./donor-links.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Adds a donor with two donations, one partly refunded, and a recurring donation. Returns the email address. */
async function addDonor(): Promise<string> {
  const email = `grace-${uniqueWord()}@example.org`;
  const [donation] = await sql<[{ id: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values ('Łukasz', 'Nuñez', ${email}, 50, true, 'completed', '2025-03-01T18:00:00Z') returning id`;
  await sql`
    insert into public.donations
      (first_name, last_name, email, amount, is_demo, is_recurring, status, completed_at, in_honor_of)
    values
      ('Łukasz', 'Nuñez', ${email}, 25, true, true, 'completed', '2025-04-01T18:00:00Z', 'Sgt. Lee')`;
  await sql`
    insert into public.donation_adjustments (donation_id, kind, amount, status)
    values (${donation.id}, 'refund', 10, 'succeeded')`;
  await sql`
    insert into public.subscriptions (first_name, last_name, email, amount, is_demo, status, current_period_end)
    values ('Łukasz', 'Nuñez', ${email}, 25, true, 'active', now() + interval '20 days')`;
  return email;
}

const findButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("a donor", () => {
  it("a donor requests a link, opens it, downloads a statement and cancels the recurring donation", async () => {
    const email = await addDonor();
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    await requestLink(page, email);
    const link = await readDonorLink(email);
    await page.goto(link);
    await page.reload();
    await findButton(page, "Show my gifts").click();
    await page.getByText(email).waitFor();
    expect(page.url()).toBe(`${facts.webUrl}/manage-gift`);
    const itemTexts = await page
      .getByRole("list", { name: "All gifts" })
      .getByRole("listitem")
      .allInnerTexts();
    expect(itemTexts.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      expect.stringMatching(
        /^\$25\.00 Apr 1, 2025 · Monthly gift · Half a box · In honor of Sgt\. Lee · Demo/,
      ),
      expect.stringMatching(
        /^\$50\.00 ?\$40\.00 Mar 1, 2025 · One-time gift · Part of a box · \$10\.00 refunded/,
      ),
    ]);
    expect(await findViolationsInAllModes(page)).toEqual([]);

    const downloadPromise = page.waitForEvent("download");
    await findButton(page, "Statement for 2025 as a PDF").click();
    const download = await downloadPromise;
    expect(download.suggestedFilename()).toMatch(/^statement-2025-[\w-]+\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");

    await page.getByRole("link", { name: "Statement for 2025" }).click();
    await page.getByRole("heading", { name: "Annual giving statement 2025" }).waitFor();
    expect(await page.getByRole("row", { name: /^Total/ }).innerText()).toMatch(/\$65\.00/);
    expect(await findViolationsInAllModes(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    for (const role of ["banner", "contentinfo"] as const) {
      expect(await page.getByRole(role).count(), role).toBe(0);
    }
    await page.emulateMedia({ media: "screen" });

    await page.getByRole("link", { name: "Back to your gifts" }).click();
    await findButton(page, "Cancel gift").click();
    await findButton(page, "Cancel monthly gift").click();
    await page.getByText(/^Canceled on /).waitFor();
    expect(
      await sql`
      select status from public.subscriptions where email = ${email}`,
    ).toMatchObject([{ status: "canceled" }]);

    await findButton(page, "Log out").click();
    await page.getByRole("heading", { name: "Manage your gifts" }).waitFor();
    expect(problems).toEqual([]);

    // On a phone, a dialog goes back in the history when it closes, which would undo a navigation to a hash.
    await page.waitForFunction(() => history.state?.dialogEntry === undefined);
    await page.goto(link);
    await findButton(page, "Show my gifts").click();
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    await page.getByRole("link", { name: "Get a new link" }).click();
    await page.getByLabel("Email").waitFor();
    await page.context().close();
  });
});

it("/manage-gift is prerendered, asks search engines not to index it and isn't in the sitemap", async () => {
  const html = await (await fetch(`${facts.webUrl}/manage-gift`)).text();
  expect(html).toContain("Send me a link");
  expect(html).toMatch(/<meta name="robots" content="noindex"/);
  expect(await (await fetch(`${facts.webUrl}/sitemap.xml`)).text()).not.toContain("manage-gift");
});

it("threat 50: /manage-gift submits an email address typed before hydration", async () => {
  const { page } = await startVisit(browser);
  let releaseScripts = () => undefined as void;
  const scriptRelease = new Promise<void>((resolve) => (releaseScripts = resolve));
  await page.route("**/assets/*.js", (route) => scriptRelease.then(() => route.continue()));
  await page.goto(`${facts.webUrl}/manage-gift`, { waitUntil: "commit" });
  await page.getByLabel("Email").fill("early@example.org");
  releaseScripts();
  await page.waitForLoadState("networkidle");
  const linkRequest = page.waitForRequest("**/api/gift-links");
  await page.getByRole("button", { name: "Send me a link" }).click();
  expect((await linkRequest).postDataJSON()).toEqual({ email: "early@example.org" });
  await page.context().close();
});
