import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import {
  isHydrated,
  launchBrowser,
  displayModes,
  startVisit,
  screens,
  type Visit,
} from "./browser.ts";
import { openDashboard, searchList } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

/**
 * Returns a name that is new in every run, so that the tests can be repeated on the same data. It has no digits,
 * because public names can't contain any.
 */
const createUniqueName = (name: string) =>
  `${name}-${String(randomInt(1_000_000)).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
const firstName = createUniqueName("Robin");

async function fillCard(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email for receipt").fill(email);
  await page.getByLabel("Name on card").fill(`${firstName} Testgiver`);
  await page.getByLabel("Card number").pressSequentially("4242424242424242");
  await page.getByLabel("Expiration").pressSequentially("1231");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("ZIP code").fill("76102");
}

/** Opens the checkout on the home page. */
async function openDonation({ page }: Visit, amount: RegExp): Promise<void> {
  if (new URL(page.url()).pathname !== "/") await page.goto(facts.webUrl);
  await page.getByRole("radio", { name: amount }).check({ force: true });
  await page.getByRole("button", { name: /^Donate \$/ }).click();
  await page.getByRole("dialog").waitFor();
}

const readFundedPackageCount = async (page: Page): Promise<number> => {
  const text = await page
    .getByText(/care packages funded in/)
    .locator("..")
    .textContent();
  return Number(/^[\d,]+/.exec(text ?? "")?.[0].replaceAll(",", ""));
};

const readMonth = async () => {
  const [row] = await sql<[{ month: string }]>`
    select to_char(private.today(), 'YYYY-MM') as month`;
  return row.month;
};

describe("donating on the home page", () => {
  it("DON-06, DON-14, DON-19, DON-21, DON-61, HOME-25, HOME-30: a donation succeeds on a phone", async () => {
    const visit = await startVisit(browser, { viewport: screens.phone });
    const { page, problems } = visit;
    // The page first shows prerendered figures, then fetches current ones.
    await page.goto(facts.webUrl, { waitUntil: "networkidle" });
    const monthBefore = await readMonth();
    const packagesBefore = await readFundedPackageCount(page);

    await openDonation(visit, /\$100\b/);
    await page.getByText("Demo: no card is charged").waitFor();
    await fillCard(page, "robin+approved@example.org");
    expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
    expect(await page.getByLabel("Expiration").inputValue()).toBe("12/31");
    const sentRequests: string[] = [];
    page.on("request", (request) =>
      sentRequests.push(`${request.url()} ${request.postData() ?? ""}`),
    );
    await page.getByRole("button", { name: "Give $100" }).click();
    await page.getByText(/Processing your gift/).waitFor();
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();
    await page
      .getByText(
        "Your donation helps support our heroes. You will receive a confirmation email shortly.",
      )
      .waitFor();
    expect(sentRequests.filter((request) => /4242|123\b.*cvv|12\/31/.test(request))).toEqual([]);

    await page.getByRole("button", { name: "Close", exact: true }).last().click();
    const donorList = page.getByRole("list", { name: "Recent donors" });
    await donorList.getByText(`${firstName} T.`).waitFor();
    expect(await donorList.textContent()).not.toContain("Testgiver");
    // A new month begins with no packages. Other tests may donate at the same time.
    const packages = (await readMonth()) === monthBefore ? packagesBefore + 2 : 2;
    await expect.poll(() => readFundedPackageCount(page)).toBeGreaterThanOrEqual(packages);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("ALOGIN-01, ALOGIN-08, ADON-06, HOME-40, NOTE-08: the administrator finds the donation in the list", async () => {
    await sql`update public.donations set fraud_warned_at = now() where first_name = ${firstName}`;
    const { page, problems } = await startVisit(browser);
    await openDashboard(page, "admin", "/dashboard/donations");
    await searchList(page, firstName);
    const row = page.getByRole("row").filter({ hasText: firstName });
    await row.waitFor();
    expect(await row.textContent()).toMatch(
      /Testgiver.*robin\+approved@example\.org.*\$100.*One-time.*Completed/,
    );

    // Waits until the list is filtered, because filtering would move the row away from the pointer.
    await page.waitForURL(/q=/);
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    // The tooltip opens after 700 ms.
    const tooltip = page.getByRole("tooltip");
    await row.getByRole("button", { name: "Fraud warning" }).hover();
    await page.waitForTimeout(400);
    expect(await tooltip.count()).toBe(0);
    await expect.poll(() => tooltip.textContent()).toContain("The bank flagged this card");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("DON-16, DON-58: a declined card doesn't clear any input, and another attempt succeeds", async () => {
    const visit = await startVisit(browser);
    const { page } = visit;
    await openDonation(visit, /\$25\b/);
    await fillCard(page, "robin+declined@example.org");
    await page.getByRole("button", { name: "Give $25" }).click();
    await page.getByRole("heading", { name: "Payment Issue" }).waitFor();
    await page.getByText("Payment Declined", { exact: true }).waitFor();
    await page
      .getByText("Your card was declined. Please try another card or payment method.")
      .waitFor();
    await page.getByRole("button", { name: "Try Another Card" }).click();
    expect(await page.getByLabel("Name on card").inputValue()).toBe(`${firstName} Testgiver`);

    await page.getByLabel("Email for receipt").fill("robin+approved@example.org");
    await page.getByRole("button", { name: "Give $25" }).click();
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();
    const [row] = await sql<{ completed: string; failed: string }[]>`
      select
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'failed') as failed
      from public.donations
      where first_name = ${firstName} and amount = 25`;
    expect(row).toEqual({ completed: "1", failed: "1" });
    await page.context().close();
  });

  it("DON-18: submitting an empty form marks the missing fields and doesn't send a donation, and with the API down, the donation fails with a clear message and keeps the input", async () => {
    const visit = await startVisit(browser);
    const { page } = visit;
    await openDonation(visit, /\$50\b/);
    const requestUrls: string[] = [];
    page.on("request", (request) => requestUrls.push(request.url()));
    await page.getByRole("button", { name: "Give $50" }).click();
    await page.getByText("Missing Information").first().waitFor();
    await page
      .getByText("Please fill in all payment fields including email for receipt.")
      .first()
      .waitFor();
    expect(await page.getByLabel("Card number").getAttribute("aria-invalid")).toBe("true");
    expect(requestUrls.filter((url) => url.includes("/api/create-"))).toEqual([]);

    await fillCard(page, "robin+approved@example.org");
    await page.route("**/api/create-payment-intent", (route) => route.abort());
    await page.getByRole("button", { name: "Give $50" }).click();
    await page.getByText("We couldn't reach our server").waitFor();
    await page.getByRole("button", { name: "Try Again" }).waitFor();
    await page.getByRole("button", { name: "Back to the form" }).click();
    expect(await page.getByLabel("Email for receipt").inputValue()).toBe(
      "robin+approved@example.org",
    );
    await page.context().close();
  });
});

describe("the donation form on a phone", () => {
  const [[, displayMode]] = displayModes;

  it("DON-39, DON-40, DON-45: clicking the grayed-out Continue button names the missing fields and focuses the first one, a malformed email is marked on its field, and Back returns to the filled form", async () => {
    const { page, problems } = await startVisit(browser, displayMode);
    await page.goto(`${facts.webUrl}/donate?amount=75`);
    await expect.poll(() => isHydrated(page)).toBe(true);
    const continueButton = page.getByRole("button", {
      name: "Continue to Payment",
      disabled: true,
    });
    await continueButton.scrollIntoViewIfNeeded();
    const box = await continueButton.boundingBox();
    await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
    await page.getByText("Enter your first name.").waitFor();
    const firstNameField = page.getByLabel("First name");
    await expect
      .poll(() => firstNameField.evaluate((field) => field === document.activeElement))
      .toBe(true);

    await firstNameField.fill("Robin");
    await page.getByLabel("Last name").fill("Testgiver");
    await page.getByLabel("Email").fill("robin@example");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.getByText("Enter a valid email address.").waitFor();
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");

    await page.getByLabel("Email").fill("robin@example.org");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.getByLabel("Name on card").fill("Robin Testgiver");
    await page.goBack();
    await page.getByRole("button", { name: "Continue to Payment" }).waitFor();
    expect(await page.getByLabel("Custom amount").inputValue()).toBe("75");
    expect(await page.getByLabel("Email").inputValue()).toBe("robin@example.org");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.getByLabel("Name on card").waitFor();
    expect(await page.getByLabel("Name on card").inputValue()).toBe("Robin Testgiver");
    expect(new URL(page.url()).search).toBe("?amount=75");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("DON-14, DON-36: pressing Enter in the custom amount acts like the Donate button and doesn't charge anything", async () => {
    const { page, problems } = await startVisit(browser, displayMode);
    const sentRequests: string[] = [];
    page.on("request", (request) => sentRequests.push(`${request.method()} ${request.url()}`));
    await page.goto(facts.webUrl);
    await page.getByLabel("Custom amount").fill("0");
    await page.keyboard.press("Enter");
    await page.getByText("Enter an amount of at least $1.").waitFor();
    await page.getByLabel("Custom amount").fill("33.50");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a whole dollar amount, such as 33.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByLabel("Custom amount").fill("$1,034.00");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your gift: $1,034" }).waitFor();
    expect(await page.getByLabel("Custom amount").inputValue()).toBe("1034");
    expect(sentRequests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe("monthly giving", () => {
  it("DON-01, DON-02, DON-09, DON-13, DON-20, DON-24: a custom monthly amount is recorded as recurring", async () => {
    const firstName = createUniqueName("Monthly");
    const { page } = await startVisit(browser);
    await page.goto(facts.webUrl);
    await page.getByRole("radio", { name: "Monthly", exact: true }).check({ force: true });
    await page.getByLabel("Custom amount").fill("37");
    await page.getByRole("button", { name: "Donate $37 a month" }).click();
    await page.getByLabel("Email for receipt").fill("monthly+approved@example.org");
    await page.getByLabel("Name on card").fill(`${firstName} Middle Surname`);
    await page.getByLabel("Card number").fill("4242 4242 4242 4242");
    await page.getByLabel("Expiration").pressSequentially("1231");
    await page.getByLabel("CVV").fill("123");
    await page.getByLabel("ZIP code").fill("76102");
    const donationRequest = page.waitForRequest("**/api/create-donation");
    await page.getByRole("button", { name: "Give $37 a month" }).click();
    const body = (await donationRequest).postDataJSON() as Record<string, unknown>;
    expect(body).toMatchObject({
      firstName,
      lastName: "Middle Surname",
      isRecurring: true,
      amount: "37",
    });
    // The pattern has eight digits, because a random ID may contain 4242.
    expect(JSON.stringify(body)).not.toMatch(/4242 ?4242/);
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();
    const rows = await sql`
      select last_name, amount, is_recurring, status from public.donations where first_name = ${firstName}`;
    expect(rows).toEqual([
      { last_name: "Middle Surname", amount: "37.00", is_recurring: true, status: "completed" },
    ]);
    await page.context().close();
  });
});

it("a link with an amount preselects that amount on the prerendered form", async () => {
  const { page, problems } = await startVisit(browser);
  await page.goto(`${facts.webUrl}/donate?amount=250&frequency=monthly`);
  await expect
    .poll(() => page.getByRole("radio", { name: "Monthly", exact: true }).isChecked())
    .toBe(true);
  expect(await page.getByRole("radio", { name: /^\$250/ }).isChecked()).toBe(true);
  expect(problems).toEqual([]);
  await page.context().close();
});
