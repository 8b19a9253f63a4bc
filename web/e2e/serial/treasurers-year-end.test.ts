/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page, Route } from "playwright-core";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTemporaryStack,
  type TemporaryStack,
} from "../../../supabase/local/temporary-stack.ts";
import { createAgedFormToken } from "../../../supabase/tests/aged-form-token.ts";
import { logins, PASSWORD_COST } from "../../../supabase/tests/demo-logins.ts";
import { extractPages } from "../../../supabase/tests/read-pdf.ts";
import { StripeDouble } from "../../../supabase/tests/stripe/stripe-double.ts";
import { testedFunctionsFolder } from "../../../supabase/tests/tested-functions.ts";
import { findViolationsInAllModes } from "../axe.ts";
import { launchBrowser, solveMath, startVisit } from "../browser.ts";

/**
 * This test has its own stack with Stripe's live mode, because the January email is only for real donations, and a
 * closed month would refuse what other tests enter.
 */
let stack: TemporaryStack;
let stripe: StripeDouble;
let sql: Sql;
let browser: Browser;

beforeAll(async () => {
  stripe = await StripeDouble.start();
  stack = await startTemporaryStack({
    functionsFolder: testedFunctionsFolder,
    isTemporary: true,
    passwordCost: PASSWORD_COST,
    functionEnvironment: stripe.environment("live"),
  });
  stripe.deliverTo(`${stack.facts.apiUrl}/functions/v1/stripe-webhook`);
  sql = postgres(stack.facts.databaseUrl, { max: 2, onnotice: () => undefined });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sql.end();
  await stack.stop();
  await stripe.stop();
});

const callFunction = async (path: string, body: object, headers: Record<string, string>) => {
  const response = await fetch(`${stack.facts.apiUrl}/functions/v1/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(json)}`);
  return json;
};

const MAILED_COUNT = 200;
/** One more statement to print is for the donor of the check that arrives in January. */
const PRINTED_COUNT = 40;

/** Adds last year's donors: some who gave online and have an email address, and some who gave by check and have none. */
async function addDonors(year: number): Promise<void> {
  await sql`
    with donor as (
      insert into public.donors (first_name, last_name, email, address)
      select 'Mail' || number, 'Online', 'mail' || number || '@year-end.example.org', null
      from generate_series(1, ${MAILED_COUNT}) as number
      union all
      select 'Paper' || number, 'Check', null, number || ' Pecan Hollow' || chr(10) || 'Dallas, TX 75201'
      from generate_series(1, ${PRINTED_COUNT - 1}) as number
      returning *
    )
    insert into public.donations (
      donor_id, first_name, last_name, email, amount, method, is_demo, status, created_at, completed_at, given_on
    )
    select id, first_name, last_name, email, case when email is null then 50 else 25 end,
      case when email is null then 'check' else 'online' end, false, 'completed', moment, moment, ${`${year}-12-10`}
    from donor, (select ${`${year}-12-10 18:00Z`}::timestamptz) as given (moment)`;
}

/** Gives $60 from a bank account on December 30, which the bank takes back today. */
async function returnBankDebit(year: number): Promise<void> {
  const formToken = await createAgedFormToken(stack.facts.hashSecret, "127.0.0.1");
  const secondsSince = Math.round((Date.now() - Date.parse(`${year}-12-30T18:00Z`)) / 1000);
  stripe.advance(-secondsSince);
  const donorInfo = { firstName: "Bea", lastName: "Debit", email: "bea@year-end.example.org" };
  const { clientSecret, paymentIntentId } = await callFunction(
    "payments/create-payment-intent",
    { amount: 60, donorInfo },
    { "Idempotency-Key": randomUUID(), "X-Form-Token": formToken },
  );
  stripe.pay(String(clientSecret), "pm_usBankAccount");
  stripe.settle(String(paymentIntentId), true);
  await stripe.settled();
  stripe.advance(secondsSince);
  const dispute = stripe.dispute(String(paymentIntentId), undefined, "insufficient_funds");
  stripe.closeDispute(dispute.id, false);
  await stripe.settled();
}

/** Logs in with the star on a public page, and opens a page of the dashboard. */
async function logIn(name: "admin" | "treasurer", path: string) {
  const visit = await startVisit(browser);
  const { page } = visit;
  const { username, password } = logins[name];
  await page.goto(`${stack.facts.webUrl}/privacy-policy`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Administrator login" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/\/dashboard/);
  await open(page, path);
  return visit;
}

const open = async (page: Page, path: string) => {
  await page.goto(`${stack.facts.webUrl}/dashboard/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
};
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** "Addressee" is a field, too. */
const ADDRESS = { name: /^Address\b/ };

interface Check {
  readonly donor: string;
  readonly amount: string;
  readonly day: string;
}

/** Fills in the form for a check from a donor whom we don't know. */
async function fillInCheck(page: Page, { donor, amount, day }: Check): Promise<void> {
  await page.getByRole("combobox", { name: "Donor" }).fill(donor);
  await page.getByRole("option", { name: /^Add / }).click();
  await page.getByRole("textbox", ADDRESS).fill("1 Postmark Lane\nWaco, TX 76701");
  await page.getByLabel("Amount in dollars").fill(amount);
  await page.getByLabel("Date of gift").fill(day);
}

async function correctDonor(page: Page, name: string, change: (form: Page) => Promise<void>) {
  await open(page, `donations/donors?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  const contact = page.getByRole("region", { name: "Contact" });
  await contact.getByRole("button", { name: "Edit" }).click();
  await change(page);
  await contact.getByRole("button", { name: "Save donor" }).click();
  await contact
    .getByText(/^Former /)
    .first()
    .waitFor();
}

/** Expects the list `No statement for 2025 yet: by email` or `to print` to be empty. */
async function expectNoStatementMissing(page: Page, filter: string): Promise<void> {
  await open(page, `donations/donors?noStatement=${filter}`);
  await page.getByText("Nothing matches these filters").waitFor();
}

/** Prints the list's statements, stops after 20 papers, continues, and returns the pages of the saved file. */
async function printInTwoGoes(page: Page, year: number): Promise<string[][]> {
  const heldRoutes: Route[] = [];
  let requestCount = 0;
  await page.route("**/api/printed-papers/pdf?**", async (route) => {
    requestCount += 1;
    // The second request gets no response, as if the network had stalled.
    if (requestCount === 2) heldRoutes.push(route);
    else await route.continue();
  });
  await press(page, "Print");
  const dialog = page.getByRole("dialog", { name: "Print" });
  // It's the year of the list's filter.
  expect(await dialog.getByLabel("Year").inputValue()).toBe(String(year));
  await press(page, "Make the PDF");
  await dialog.getByText(`20 of ${PRINTED_COUNT}. Keep this page open.`).waitFor();
  await press(page, "Stop");
  await dialog.getByText(`20 of ${PRINTED_COUNT} have arrived.`).waitFor();
  expect(await sql`select from public.printed_papers`).toHaveLength(0);
  const download = page.waitForEvent("download");
  await press(page, "Continue");
  const file = await download;
  expect(file.suggestedFilename()).toBe(`statements-${year}.pdf`);
  await dialog.getByText(`It has ${PRINTED_COUNT} statements, in the order of the list.`).waitFor();
  await dialog.getByText("Close", { exact: true }).click();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return extractPages(await readFile(await file.path()));
}

/** Runs the January job and then the mailer until every email has left. */
async function sendJanuaryEmails(year: number): Promise<string[]> {
  await sql`select private.queue_annual_statements(${`${year + 1}-01-31`})`;
  const Authorization = `Bearer ${stack.facts.secretKey}`;
  await expect
    .poll(async () => {
      await callFunction("send-emails/send-emails", {}, { Authorization });
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int from public.email_outbox where status in ('queued', 'sending')`;
      return row.count;
    })
    .toBe(0);
  const rows = await sql<{ to: string }[]>`
    select to_email as to from public.email_outbox
    where template_name = 'Annual Statement' and status = 'sent' order by to_email`;
  return rows.map(({ to }) => to);
}

it("at the end of a year, a treasurer records a check by its postmark, sees a debit come back, corrects addresses, prints 40 statements, has 200 mailed and closes December", async () => {
  const [{ year, month }] = await sql<[{ year: number; month: string }]>`
    select extract(year from private.today())::int - 1 as year, to_char(private.today(), 'FMMonth YYYY') as month`;
  await addDonors(year);
  await returnBankDebit(year);
  const { page, problems } = await logIn("treasurer", "donations/new");

  await page.getByText(/counts on the day it was mailed, usually its postmark/).waitFor();
  await fillInCheck(page, { donor: "Ada Postmark", amount: "120", day: `${year}-12-31` });
  await press(page, "Save and add another");
  await page.getByRole("heading", { name: "1 added, $120.00 in all" }).waitFor();

  await open(page, "");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByText(/The bank returned the debit of \$60\.00 from December 30/).waitFor();

  await correctDonor(page, "Paper7 Check", (form) =>
    form.getByRole("textbox", ADDRESS).fill("77 Corrected Court\nDallas, TX 75201"),
  );
  await correctDonor(page, "Mail7 Online", async (form) => {
    await form.getByRole("textbox", { name: /^Email/ }).fill("corrected7@year-end.example.org");
    await form.getByLabel("mail7@year-end.example.org was a mistake").check();
  });

  await open(page, `donations/donors?noStatement=${year}_to_print`);
  await page.getByRole("link", { name: "Ada Postmark" }).waitFor();
  const papers = await printInTwoGoes(page, year);
  const names = papers.map((lines) => lines.find((line) => /(Check|Postmark)$/.test(line)));
  expect(papers).toHaveLength(PRINTED_COUNT);
  expect(new Set(names)).toEqual(
    new Set([
      "Ada Postmark",
      ...Array.from({ length: PRINTED_COUNT - 1 }, (_, index) => `Paper${index + 1} Check`),
    ]),
  );
  const corrected = papers.find((lines) => lines.includes("Paper7 Check"));
  expect(corrected).toContain("77 Corrected Court");
  expect(corrected).not.toContain("7 Pecan Hollow");
  const ada = papers.find((lines) => lines.includes("Ada Postmark"));
  expect(ada).toEqual(
    expect.arrayContaining([
      "1 Postmark Lane",
      `Annual giving statement ${year}`,
      `December 31, ${year}`,
      "$120.00",
    ]),
  );
  const printed = await sql`
    select from public.printed_papers group by donor_id having count(*) = 1`;
  expect(printed).toHaveLength(PRINTED_COUNT);
  await expectNoStatementMissing(page, `${year}_to_print`);

  const recipients = await sendJanuaryEmails(year);
  expect(recipients).toHaveLength(MAILED_COUNT);
  expect(new Set(recipients).size).toBe(MAILED_COUNT);
  expect(recipients).toContain("corrected7@year-end.example.org");
  expect(recipients).not.toContain("mail7@year-end.example.org");
  // The returned debit was all that she gave.
  expect(recipients).not.toContain("bea@year-end.example.org");
  await expectNoStatementMissing(page, `${year}_by_email`);

  await open(page, "donations/refunds");
  const months = page.getByRole("list", { name: "By month" });
  const december = months.getByRole("listitem").filter({ hasText: `December ${year}` });
  await december.getByText("$7,130.00 given").waitFor();
  const thisMonth = months.getByRole("listitem").filter({ hasText: month });
  await thisMonth.getByText("$60.00 returned by banks").waitFor();
  await press(page, "Close months");
  const dialog = page.getByRole("dialog", { name: "Close months" });
  await dialog.getByLabel("Closed through").selectOption(`December 31, ${year}`);
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close months" }).click();
  await page.getByText(`The books are closed through December 31, ${year}.`).first().waitFor();
  await december.getByText("Closed", { exact: true }).waitFor();

  const late = { donor: "Lou Late", amount: "35", day: `${year}-12-29` };
  await open(page, "donations/new");
  await fillInCheck(page, late);
  await page
    .getByText(`The books are closed through December 31, ${year}. Ask an owner.`)
    .first()
    .waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.context().close();

  const owner = await logIn("admin", "donations/new");
  await fillInCheck(owner.page, late);
  await owner.page.getByLabel("Why this changes closed books").fill("Found behind the mailbox");
  await press(owner.page, "Save and add another");
  await owner.page.getByRole("heading", { name: "1 added, $35.00 in all" }).waitFor();
  await open(owner.page, "donations/refunds");
  const changes = owner.page.getByRole("list", { name: "Changes to closed months" });
  await changes.getByText("Found behind the mailbox").waitFor();
  await changes.getByText("$35.00").waitFor();
  const monthsThen = owner.page.getByRole("list", { name: "By month" }).getByRole("listitem");
  await monthsThen
    .filter({ hasText: `December ${year}` })
    .getByText("$7,130.00 given", { exact: true })
    .waitFor();
  await monthsThen
    .filter({ hasText: month })
    .getByText("$60.00 returned by banks, $35.00 more for closed months")
    .waitFor();
  expect([...problems, ...owner.problems]).toEqual([]);
  await owner.page.context().close();
});
