/** @module-tag nightly */
import { randomInt } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
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

/** Generous estimates of the time for a tap and for a key press with one thumb. */
const SECONDS_PER_ACTION = { touch: 0.9, key: 0.28 } as const;

/** Counts a donor's taps and key presses, to estimate how long they take. */
const createActionCounter = () => {
  let touchCount = 0;
  let keys = 0;
  return {
    touch: async (target: Locator) => {
      touchCount += 1;
      await target.click();
    },
    type: async (target: Locator, text: string) => {
      touchCount += 1;
      keys += text.length;
      await target.click();
      await target.pressSequentially(text);
    },
    goBack: async (page: Page) => {
      touchCount += 1;
      await page.goBack();
    },
    estimateEffort: () => ({
      touchCount,
      keys,
      seconds: touchCount * SECONDS_PER_ACTION.touch + keys * SECONDS_PER_ACTION.key,
    }),
  };
};

const createEmail = (domain: string) => `robin${randomInt(1_000_000)}@${domain}`;

const findButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

const typeCard = async (
  actions: ReturnType<typeof createActionCounter>,
  page: Page,
  number: string,
) => {
  await actions.type(page.getByLabel("Card number"), number);
  await actions.type(page.getByLabel("Expiry"), "1231");
  await actions.type(page.getByLabel("Security code"), "123");
};

const readDonations = (email: string) => sql<
  { amount: string; status: string; is_recurring: boolean }[]
>`
  select amount, status, is_recurring from public.donations where email = ${email}`;

const ENTRY_POINTS = {
  phone: { viewport: screens.phone, path: "/", button: /^Donate \$50$/, typedDomain: "" },
  desktop: {
    viewport: screens.desktop,
    path: "/donate?amount=50",
    button: undefined,
    typedDomain: "gmial.com",
  },
} as const;

describe.each(Object.entries(ENTRY_POINTS))("a donor on a %s", (name, entryPoint) => {
  it("DON-46, DON-58: a donor gives in less than a minute despite an unfinished or mistyped email, a declined card and going back", async () => {
    const { page, problems } = await startVisit(browser, { viewport: entryPoint.viewport });
    await site.routePayments(page);
    const actions = createActionCounter();
    await page.goto(`${facts.webUrl}${entryPoint.path}`);
    if (entryPoint.button) await actions.touch(findButton(page, entryPoint.button));

    await actions.type(page.getByLabel("First name"), "Robin");
    await actions.type(page.getByLabel("Last name"), "Lee");
    const email = createEmail("gmail.com");
    const { typedDomain } = entryPoint;
    await actions.type(page.getByLabel("Email"), email.replace("gmail.com", typedDomain));
    await actions.touch(findButton(page, typedDomain ? `Did you mean ${email}?` : "@gmail.com"));
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    await actions.touch(findButton(page, "Continue to Payment"));

    await typeCard(actions, page, "4000000000000002");
    await actions.touch(findButton(page, "Give $50"));
    await page.getByText("Payment Declined", { exact: true }).waitFor();
    await page.getByText(/You haven't been charged\./).waitFor();

    await actions.goBack(page);
    expect(await page.getByLabel("Card number").inputValue()).toBe("");
    await typeCard(actions, page, "4242424242424242");
    await actions.touch(findButton(page, "Give $50"));
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();

    const { touchCount, keys, seconds } = actions.estimateEffort();
    console.log(`${name}: ${touchCount} touches, ${keys} keys, ${seconds.toFixed(0)} s of input`);
    expect(seconds).toBeLessThan(60);
    expect(touchCount).toBeLessThan(16);
    if (!typedDomain) expect(keys).toBeLessThan(75);
    expect(await readDonations(email)).toEqual([
      { amount: "50.00", status: "completed", is_recurring: false },
    ]);
    const intentRequests = site.stripe.seen.filter(
      ({ method, path, body }) =>
        method === "POST" &&
        path === "/v1/payment_intents" &&
        body.includes(encodeURIComponent(email)),
    );
    expect(intentRequests).toHaveLength(1);
    expect(problems.filter((problem) => !problem.includes("402"))).toEqual([]);
    await page.context().close();
  });
});

describe("donating with Stripe", () => {
  it("DON-01, DON-57: a monthly donation that covers the fee survives a reload, and the webhook records it if the page can't", async () => {
    const { page } = await startVisit(browser, { viewport: screens.phone });
    await site.routePayments(page);
    const email = createEmail("example.org");
    await page.goto(`${facts.webUrl}/donate?amount=100&frequency=monthly`);
    await page.getByLabel("First name").fill("Robin");
    await page.getByLabel("Last name").fill("Lee");
    await page.getByLabel("Email").fill(email);
    await page.getByText("Add a dedication, cover the fee").click();
    await page.getByLabel("Add $3.30 to cover the card fee").check();
    await findButton(page, "Continue to Payment").click();
    await findButton(page, "Give $103.30 a month").waitFor();
    await page.reload();

    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(email);
    await findButton(page, "Continue to Payment").click();
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expiry").fill("1231");
    await page.getByLabel("Security code").fill("123");
    // The charge succeeds but the page fails to record it; Stripe's event records it.
    await page.route("**/api/create-donation", (route) => route.abort(), { times: 1 });
    await findButton(page, "Give $103.30 a month").click();
    await page.getByText("Payment Processed", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();
    await site.stripe.settled();
    await expect
      .poll(() => readDonations(email))
      .toEqual([{ amount: "103.30", status: "completed", is_recurring: true }]);
    expect(new URL(page.url()).search).not.toContain("secret");
    await page.context().close();
  });

  it("DON-60: reloading after a lost response shows that the donation succeeded, and it is recorded only once", async () => {
    const { page } = await startVisit(browser, { viewport: screens.phone });
    await site.routePayments(page);
    const email = createEmail("example.org");
    await page.goto(facts.webUrl);
    await findButton(page, /^Donate \$50$/).click();
    await page.getByLabel("First name").fill("Robin");
    await page.getByLabel("Last name").fill("Lee");
    await page.getByLabel("Email").fill(email);
    await findButton(page, "Continue to Payment").click();
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expiry").fill("1231");
    await page.getByLabel("Security code").fill("123");
    await page.route("https://api.stripe.com/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fetch({ url: `${site.stripe.url}${pathname}` });
      await route.abort();
    });
    await findButton(page, "Give $50").click();
    await page.getByText("Payment Error", { exact: true }).waitFor();
    await page.getByText(/If you try again, you won't be charged twice\./).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();
    expect(await readDonations(email)).toEqual([
      { amount: "50.00", status: "completed", is_recurring: false },
    ]);
    await page.context().close();
  });

  it("DON-59: the checkout shows Stripe's message about an expired card and says that the donor hasn't been charged", async () => {
    const { page } = await startVisit(browser);
    await site.routePayments(page);
    await page.goto(`${facts.webUrl}/donate?amount=25`);
    await page.getByLabel("First name").fill("Robin");
    await page.getByLabel("Last name").fill("Lee");
    await page.getByLabel("Email").fill(createEmail("example.org"));
    await findButton(page, "Continue to Payment").click();
    await page.getByLabel("Card number").fill("4000000000000069");
    await page.getByLabel("Expiry").fill("1220");
    await page.getByLabel("Security code").fill("123");
    await findButton(page, "Give $25").click();
    await page.getByText("Payment Failed", { exact: true }).waitFor();
    await page.getByText("Your card has expired.").waitFor();
    expect(await page.getByText(/You haven't been charged\./).count()).toBe(1);
    await page.context().close();
  });
});
