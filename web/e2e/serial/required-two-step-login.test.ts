/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  sql,
} from "../../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "../axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "../browser.ts";
import { enterAdminPassword, openDashboard, openSection } from "../logging-in.ts";
import { setUpSecondFactor } from "../second-factor.ts";

const PASSWORD = "RequiredHere!2026";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(async () => {
  await sql`update public.settings set requires_second_factor = false`;
  await sql`delete from public.email_outbox where template_name = 'Two-Step Login Rule Changed'`;
  await sql`delete from auth.users where email like 'required-%@example.org'`;
  await browser.close();
});

async function addAdmin(areas: string | null) {
  const username = `required-${uniqueWord()}`;
  const id = await createAuthUser(`${username}@example.org`, PASSWORD);
  await sql`
    insert into public.users (id, username, user_type, areas) values (${id}, ${username}, 'admin', ${areas})`;
  return { username, password: PASSWORD };
}

const openTeam = async (page: Page) => {
  await openSection(page, "Settings");
  await page.getByRole("link", { name: "Team", exact: true }).click();
};
const SETUP_HEADING = { name: "Set up two-step login to continue" };

it("threat 46: an owner requires two-step login, and a treasurer sets it up on a phone and continues", async () => {
  const [owner, treasurer] = [await addAdmin(null), await addAdmin("{giving}")];
  const phone = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(phone.page, treasurer);

  const { page, problems } = await startVisit(browser);
  await openDashboard(page, owner, "/dashboard/settings/team");
  await page.getByText(/^To avoid locking yourself out, set it up for yourself/).waitFor();
  await page.getByRole("link", { name: "Open Security" }).click();
  await setUpSecondFactor(page, PASSWORD);
  await page.getByText("Two-step login is on").waitFor();
  await openTeam(page);
  await page.getByRole("button", { name: "Require two-step login" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(new RegExp(`${treasurer.username}.* haven't set it up yet`)).waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Require two-step login" }).click();
  await page.getByText("Two-step login is required for administrators").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/Stop requiring two-step login/);
  expect(problems).toEqual([]);

  // The treasurer logged in before two-step login was required, and the session's next request is refused.
  const requestedPath = "/dashboard/donations/donors?q=a";
  await phone.page.goto(facts.webUrl + requestedPath);
  await phone.page.getByRole("heading", SETUP_HEADING).waitFor();
  expect(await measureOverflow(phone.page)).toBeLessThanOrEqual(0);
  expect(await findViolationsInAllModes(phone.page)).toEqual([]);
  await setUpSecondFactor(phone.page, PASSWORD);
  await phone.page.getByRole("heading", SETUP_HEADING).waitFor({ state: "hidden" });
  expect(new URL(phone.page.url()).pathname).toBe("/dashboard/donations/donors");
  await phone.page.reload();
  await phone.page.getByRole("searchbox").first().waitFor();
  expect(await phone.page.getByRole("heading", SETUP_HEADING).count()).toBe(0);

  // An administrator who logs in without two-step login can only read what's needed to set it up.
  const editor = await addAdmin("{content}");
  const visit = await startVisit(browser);
  await enterAdminPassword(visit.page, editor);
  await visit.page.getByRole("heading", SETUP_HEADING).waitFor();
  await visit.page.getByRole("button", { name: "Set up two-step login" }).waitFor();
  expect(visit.problems).toEqual([]);
  await Promise.all([page, phone.page, visit.page].map((openPage) => openPage.context().close()));
});
