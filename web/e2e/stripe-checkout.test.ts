import { randomInt } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { openStripeSite } from "./stripe-stand-in.ts";

let browser: Browser;
let site: Awaited<ReturnType<typeof openStripeSite>>;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openStripeSite()]);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it("a donor who let Stripe keep the card starts a monthly gift with one click and is first charged a month later", async () => {
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await site.routePayments(page);
  const email = `monthly${randomInt(1_000_000)}@example.org`;
  await page.goto(`${facts.webUrl}/donate?amount=100`);
  await page.getByLabel("First name").fill("Robin");
  await page.getByLabel("Last name").fill("Lee");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel(/^Let Stripe save my card/).check();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByLabel("Expiry").fill("1231");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Give $100" }).click();
  await page.getByRole("heading", { name: "Thank You!" }).waitFor();

  // The first response is lost, and the second click must not start another monthly gift.
  await page.route(
    "**/api/recurring-donations",
    async (route) => {
      await route.fetch({ url: `${site.paymentsUrl}/recurring-donations` });
      await route.abort();
    },
    { times: 1 },
  );
  const button = page.getByRole("button", { name: /^Give \$50 monthly$/ });
  await button.click();
  await page.getByText("Your monthly gift hasn't started").waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await button.click();
  await page.getByRole("heading", { name: "Your monthly gift is set up" }).waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  expect(problems.filter((problem) => !problem.includes("recurring-donations"))).toEqual([]);

  const rows = await sql<{ amount: string; status: string; day: string }[]>`
    select amount, status,
      to_char(current_period_end at time zone private.time_zone(), 'FMMonth FMDD, YYYY') as day
    from public.subscriptions where email = ${email}`;
  expect(rows).toMatchObject([{ amount: "50.00", status: "active" }]);
  const outcome = await page.evaluate(() => document.activeElement?.textContent);
  expect(outcome).toContain(`We'll charge $50 on ${rows[0]?.day}`);
  await page.context().close();
});

it("a donor with a wallet gives from the home page with two clicks and no typing", async () => {
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  const email = `wallet${randomInt(1_000_000)}@example.org`;
  await site.routePayments(page, { name: "Robin Lee", email });
  await page.route("**/api/home", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), paymentProvider: "stripe" },
    });
  });
  await page.goto(facts.webUrl);
  await page.getByRole("button", { name: /^Donate \$/ }).click();
  await page.getByRole("button", { name: "Donate with Google Pay" }).waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.getByRole("button", { name: "Donate with Google Pay" }).click();
  await page.getByRole("heading", { name: "Thank You!" }).waitFor();
  await page.getByText(email).waitFor();
  expect(problems).toEqual([]);
  const rows = await sql`
    select first_name, last_name, status from public.donations where email = ${email}`;
  expect(rows).toMatchObject([{ first_name: "Robin", last_name: "Lee", status: "completed" }]);
  // The route may still be handling a request.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});
