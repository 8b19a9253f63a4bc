/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BOX_PHRASES } from "../../supabase/tests/box-phrases.ts";
import { createDonorLinkToken } from "../../supabase/tests/contract/donor-session.ts";
import { facts, sql } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const capitalize = (phrase: string) => phrase.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/**
 * Only some of the amounts, because a unit test tries all of them. None has cents, because the checkout doesn't accept
 * cents.
 */
const sampledPhrases = BOX_PHRASES.filter(
  ([dollars], index) => index % 10 === 0 && Number.isInteger(dollars),
);

/** Responds to payment requests as the server does, but without storing donations. */
const stubPaymentRequests = async (context: BrowserContext) => {
  await context.route("**/api/create-payment-intent", async (route) => {
    const { amount } = route.request().postDataJSON() as { amount: number };
    const paymentIntentId = `pi_demo_${amount}`;
    const json = {
      clientSecret: `${paymentIntentId}_secret`,
      paymentIntentId,
      provider: "demo",
      amount,
    };
    await route.fulfill({ json });
  });
  await context.route("**/api/create-donation", async (route) => {
    const { amount, firstName } = route.request().postDataJSON() as Record<string, string>;
    const donation = {
      id: randomUUID(),
      firstName,
      amount: Number(amount),
      feeCovered: 0,
      isRecurring: false,
      isDemo: true,
      status: "completed",
      nextChargeAt: null,
    };
    await route.fulfill({ json: { ok: true, donation } });
  });
};

describe("the phrase that says how many boxes a gift fills", () => {
  it("the phrase is the same in the checkout summary and on the thank-you page", async () => {
    const context = (await startVisit(browser)).page.context();
    await stubPaymentRequests(context);
    for (const [dollars, phrase] of sampledPhrases) {
      const page = await context.newPage();
      await page.goto(`${facts.webUrl}/donate?amount=${dollars}`);
      await page.getByLabel("First name").fill("Ann");
      await page.getByLabel("Last name").fill("Lee");
      await page.getByLabel("Email").fill("ann.lee@example.org");
      await page.getByRole("button", { name: "Continue to Payment" }).click();
      await page.getByText(capitalize(phrase), { exact: true }).waitFor();
      await page.getByLabel("Card number").fill("4242 4242 4242 4242");
      await page.getByLabel("Expiration").fill("12/31");
      await page.getByLabel("CVV").fill("123");
      await page.getByLabel("ZIP code").fill("76102");
      await page.getByRole("button", { name: /^Give \$/ }).click();
      const boxPhrase = page
        .locator("dt", { hasText: "Fills" })
        .locator("xpath=following-sibling::dd[1]");
      expect(await boxPhrase.innerText(), `$${dollars}`).toBe(capitalize(phrase));
      await page.close();
    }
  });

  it("the phrase is the same in a donor's list of gifts and on each receipt", async () => {
    const email = `ann-${uniqueWord()}@example.org`;
    const rows = BOX_PHRASES.map(([amount], index) => ({
      first_name: "Ann",
      last_name: "Lee",
      email,
      amount,
      is_demo: true,
      status: "completed",
      completed_at: new Date(Date.UTC(2025, 0, 100 - index, 18)),
    }));
    await sql`insert into public.donations ${sql(rows)}`;
    const { page } = await startVisit(browser);
    await page.goto(`${facts.webUrl}/manage-gift#token=${await createDonorLinkToken(email)}`);
    await page.getByRole("button", { name: "Show my gifts" }).click();
    const list = page.getByRole("list", { name: "All gifts" });
    await list.waitFor();
    const phrases: string[] = [];
    const receiptPaths: string[] = [];
    for (;;) {
      for (const text of await list.getByRole("listitem").allInnerTexts())
        phrases.push(text.split(" · ")[2] ?? "");
      const links = list.getByRole("link", { name: /^Receipt for/ });
      receiptPaths.push(
        ...(await links.evaluateAll((elements) =>
          elements.map((element) => element.getAttribute("href") ?? ""),
        )),
      );
      const nextButton = page.getByRole("button", { name: "Next" });
      if (await nextButton.isDisabled()) break;
      const firstText = await list.getByRole("listitem").first().innerText();
      await nextButton.click();
      await expect.poll(() => list.getByRole("listitem").first().innerText()).not.toBe(firstText);
    }
    expect(phrases).toEqual(BOX_PHRASES.map(([, phrase]) => capitalize(phrase)));
    for (const [dollars, phrase] of sampledPhrases) {
      const index = BOX_PHRASES.findIndex(([amount]) => amount === dollars);
      await page.goto(`${facts.webUrl}${receiptPaths[index]}`, { waitUntil: "commit" });
      const sentence = page.getByText(/^This gift fills/);
      expect(await sentence.innerText(), `$${dollars}`).toContain(`This gift fills ${phrase}.`);
    }
  });
});
