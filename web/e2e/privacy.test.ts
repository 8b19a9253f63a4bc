import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, problems } = await startVisit(browser));
  await openDashboard(page, "admin", "/dashboard/settings");
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

/** Adds a donor with a note, an email to the same address, and a volunteer whose emergency contact the donor is. No other test counts either of them. */
async function addPerson(): Promise<
  Readonly<Record<"id" | "name" | "email" | "volunteerId", string>>
> {
  const word = uniqueWord();
  const email = `${word}@example.org`;
  const [donor] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email, notes)
    values ('June', ${word}, ${email}, ${`Note about ${word}`}) returning id`;
  await sql`
    insert into public.email_outbox (template_name, to_email, to_name, data, status, sent_at)
    values ('Donation Confirmation', ${email}, ${`June ${word}`}, '{}', 'sent', now())`;
  const [volunteer] = await sql<[{ id: string }]>`
    insert into public.volunteers (name, email, emergency_contact_name)
    values ('Ada Example', ${`ada-${email}`}, ${`June ${word}, sister`}) returning id`;
  return { id: donor.id, name: `June ${word}`, email, volunteerId: volunteer.id };
}

const openPrivacy = async () => {
  await page.getByRole("link", { name: "Privacy", exact: true }).click();
  await page.getByRole("heading", { name: "Privacy requests" }).waitFor();
};
const chooseEverything = async ({ name }: { name: string }) => {
  await page.getByLabel("Name, email or phone").fill(name);
  await page.getByRole("group", { name: "Donors" }).getByRole("checkbox").check();
  await page.getByRole("button", { name: /^Choose \d+ more record/ }).click();
  await page.getByRole("region", { name: "Chosen records" }).waitFor();
};

it("an owner downloads a copy of a person's data, and then erases the person using only the keyboard, and axe finds no problems on a phone or a desktop", async () => {
  const person = await addPerson();
  await openPrivacy();
  await chooseEverything(person);
  await page.getByRole("checkbox", { name: "Delete expired links" }).waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a copy" }).click();
  const files = unzipSync(await readFile(await (await download).path()));
  expect(new TextDecoder().decode(files["index.html"])).toContain(
    `Note about ${person.name.slice(5)}`,
  );

  await page.getByRole("button", { name: "Erase…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Erase this person" });
  const field = dialog.getByLabel("Type the name or email to confirm");
  await field.waitFor();
  const mentions = dialog.getByRole("region", { name: "Mentions in other records" });
  await mentions.getByText(`“${person.name}, sister”`).waitFor();
  await mentions.getByRole("checkbox", { name: /^Volunteers: Ada Example/ }).focus();
  await page.keyboard.press("Space");
  await mentions.getByText("1 chosen").waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await field.focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const erasures = page.getByRole("region", { name: "Erasures" });
  await erasures
    .getByText(/In progress|Waiting/)
    .first()
    .waitFor();
  await expect
    .poll(() => erasures.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
  const [row] = await sql`
    select to_jsonb(donor)::text like ${`%${person.email}%`} as "isKept" from public.donors as donor
    where id = ${person.id}`;
  expect(row ?? { isKept: false }).toEqual({ isKept: false });
  const [volunteer] = await sql`
    select emergency_contact_name as contact from public.volunteers where id = ${person.volunteerId}`;
  expect(volunteer).toEqual({ contact: "erased, sister" });

  await page.reload();
  await erasures
    .getByText(/In progress|Done|Waiting/)
    .first()
    .waitFor();
  expect(await page.getByText(person.name).count()).toBe(0);
  expect(problems).toEqual([]);
});

it(
  "the donor's page in another tab says that the person was erased, and keeps what was typed",
  { tags: [NIGHTLY] },
  async () => {
    const person = await addPerson();
    await openPrivacy();
    const otherPage = await page.context().newPage();
    await otherPage.goto(`${facts.webUrl}/dashboard/donations/donors/${person.id}`);
    await otherPage.getByRole("button", { name: "Edit" }).first().click();
    const notes = otherPage.getByLabel("Notes");
    await notes.fill("Called today");

    await chooseEverything(person);
    await page.getByRole("button", { name: "Erase…" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase this person" });
    await dialog.getByLabel("Type the name or email to confirm").fill(person.email);
    await dialog.getByRole("button", { name: "Erase forever" }).click();
    await dialog.waitFor({ state: "detached" });

    await otherPage.bringToFront();
    const save = () => otherPage.getByRole("button", { name: /^Save/ }).click();
    await save();
    await otherPage.getByRole("alert", { name: "Saved by someone else" }).waitFor();
    await otherPage.getByRole("button", { name: "Keep mine" }).first().click();
    await save();
    await otherPage
      .getByText(/was erased/)
      .first()
      .waitFor();
    expect(await notes.inputValue()).toBe("Called today");
    await page.context().close();
  },
);
