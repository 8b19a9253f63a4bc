import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waitForFreshCode } from "../../supabase/tests/fresh-code.ts";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  request,
  signIn,
  sql,
} from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes, findViolations } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens, solveMath } from "./browser.ts";
import {
  addTestVolunteer,
  enterAdminPassword,
  openDashboard,
  openLogin,
  openSection,
  logOutAdmin,
} from "./logging-in.ts";
import { setUpSecondFactor } from "./second-factor.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from auth.users where email like 'login-%@example.org'`;
  await browser.close();
});

const FIRST_PASSWORD = "TheFirstOne!2026";
const NEXT_PASSWORD = "TheNextOne!2026";

async function addAdmin() {
  const username = `login-${uniqueWord()}`;
  const email = `${username}@example.org`;
  const id = await createAuthUser(email, FIRST_PASSWORD);
  await sql`insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
  return { id, email, username, password: FIRST_PASSWORD };
}

/** Returns whether the browser's local storage contains no login. */
const hasNoSession = (page: Page) =>
  page.evaluate(() => !/access_token|adminAuth/.test(JSON.stringify(localStorage)));

/** Requests the recovery email as a user would and returns the token hash in its link. */
async function requestRecovery(page: Page, email: string): Promise<string> {
  await sql`update auth.users set recovery_token = '', recovery_sent_at = null where email = ${email}`;
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.waitForURL(/forgot-password/);
  const field = page.getByLabel("Email");
  if ((await field.inputValue()) === "") await field.fill(email);
  expect(await field.inputValue()).toBe(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const readToken = async () => {
    const [user] = await sql<{ hash: string }[]>`
      select recovery_token as hash from auth.users where email = ${email}`;
    return user?.hash ?? "";
  };
  await expect.poll(readToken).not.toBe("");
  return readToken();
}

async function choosePassword(page: Page, tokenHash: string): Promise<void> {
  await page.goto(`${facts.webUrl}/reset-password?token_hash=${tokenHash}`);
  await page.getByLabel("New password", { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel("Confirm new password", { exact: true }).fill(NEXT_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
}

const isSignedIn = async (token: string) =>
  (await request("GET", "/api/volunteer-event-registrations", { token })).status === 200;

type Admin = Awaited<ReturnType<typeof addAdmin>>;

/** Enrolls a second factor in Settings and returns its secret and the recovery codes. */
async function enrollSecondFactor(page: Page, admin: Admin, shouldCheckAccessibility = false) {
  await openDashboard(page, admin, "/dashboard/settings");
  const factor = await setUpSecondFactor(page, FIRST_PASSWORD, { shouldCheckAccessibility });
  await page.getByText("Two-step login is on").waitFor();
  return factor;
}

describe("resetting a forgotten password", () => {
  it("threat 10, threat 12: a volunteer resets the password once by email, which ends every other session", async () => {
    // Other test files use the demo volunteer's sessions at the same time.
    const email = `login-${uniqueWord()}@example.org`;
    await addTestVolunteer({ email, password: FIRST_PASSWORD }, ["Nora", "Fielding"]);
    const otherSession = await signIn(email, FIRST_PASSWORD);
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    await page.goto(facts.webUrl, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Access Full Dashboard" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill(email);
    const tokenHash = await requestRecovery(page, email);
    expect(await findViolations(page)).toEqual([]);
    await choosePassword(page, tokenHash);
    await page.getByText("Your password has been changed").waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await isSignedIn(otherSession.token)).toBe(false);
    expect(await hasNoSession(page)).toBe(true);

    await page.getByRole("main").getByRole("button", { name: "Volunteer login" }).click();
    const dialog = page.getByRole("dialog", { name: "Volunteer Login" });
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Password", { exact: true }).fill(NEXT_PASSWORD);
    await solveMath(page);
    await dialog.getByRole("button", { name: "Log in", exact: true }).click();
    await page.waitForURL(/volunteer-dashboard/);
    expect(problems).toEqual([]);

    await choosePassword(page, tokenHash);
    await page.getByText("This link no longer works").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Get a new link" }).click();
    await page.waitForURL(/forgot-password/);
    await page.context().close();
  });

  it(
    "threat 46: an administrator with a second factor needs it for the reset and the next login",
    { tags: [NIGHTLY] },
    async () => {
      const admin = await addAdmin();
      const { page } = await startVisit(browser);
      const { secret } = await enrollSecondFactor(page, admin);
      await logOutAdmin(page);

      await openLogin(page, "Administrator login");
      await choosePassword(page, await requestRecovery(page, admin.email));
      await page.getByText("One more step").waitFor();
      expect(await findViolations(page)).toEqual([]);
      await expect(signIn(admin.email, NEXT_PASSWORD)).rejects.toThrow("Could not sign in");
      await page.getByLabel("6-digit code").fill(await waitForFreshCode(secret));
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Your password has been changed").waitFor();
      await page.getByRole("main").getByRole("button", { name: "Administrator login" }).click();
      await page.getByRole("dialog", { name: "Administrator Login" }).waitFor();
      expect(await hasNoSession(page)).toBe(true);

      await enterAdminPassword(page, { ...admin, password: NEXT_PASSWORD });
      await page.getByLabel("6-digit code").waitFor();
      await page.context().close();
    },
  );
});

describe("threat 46: two-step login", () => {
  it("a second factor is required at an administrator's login once it is set up, and a recovery code removes it", async () => {
    const admin = await addAdmin();
    const { page } = await startVisit(browser, { viewport: screens.phone });
    const { secret, codes } = await enrollSecondFactor(page, admin, true);
    expect(codes).toHaveLength(10);
    expect(await findViolationsInAllModes(page)).toEqual([]);
    await logOutAdmin(page);

    await enterAdminPassword(page, admin);
    const codeField = page.getByLabel("6-digit code");
    await codeField.waitFor();
    expect(await hasNoSession(page)).toBe(true);
    expect(await findViolationsInAllModes(page)).toEqual([]);
    const validCode = await waitForFreshCode(secret);
    await codeField.fill(validCode.replace(/^./, (digit) => String((Number(digit) + 5) % 10)));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/^That code isn't right/).waitFor();
    await expect
      .poll(() => codeField.evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await hasNoSession(page)).toBe(true);
    await codeField.fill(validCode);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL(/\/dashboard/);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await logOutAdmin(page);

    await enterAdminPassword(page, admin);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[4]?.toLowerCase() ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await openSection(page, "Settings");
    await page.getByRole("button", { name: "Set up two-step login" }).waitFor();
    await page.context().close();
  });

  it(
    "threat 41: another administrator can remove a second factor after a confirmation, and the audit log contains the removal",
    { tags: [NIGHTLY] },
    async () => {
      const admin = await addAdmin();
      const otherVisit = await startVisit(browser);
      await enrollSecondFactor(otherVisit.page, admin);
      await otherVisit.page.context().close();

      const { page, problems } = await startVisit(browser);
      await openDashboard(page, "admin", "/dashboard/settings/team");
      await page.getByRole("button", { name: `More for ${admin.username}` }).click();
      await page
        .getByRole("menuitem", { name: `Turn off two-step login for ${admin.username}` })
        .click();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Turn off two-step login", exact: true }).click();
      await page
        .getByRole("listitem")
        .filter({ hasText: admin.username })
        .getByText(/^Password only/)
        .waitFor();
      expect(problems).toEqual([]);
      const [entry] = await sql`
      select action, actor_name as actor, before ->> 'by' as by from public.audit_log
      where table_name = 'second_factors' and row_id = ${admin.id} order by id desc limit 1`;
      expect(entry).toEqual({ action: "delete", actor: "admin", by: "another administrator" });
      await page.context().close();

      const laterVisit = await startVisit(browser);
      await enterAdminPassword(laterVisit.page, admin);
      await laterVisit.page.waitForURL(/\/dashboard/);
      await laterVisit.page.context().close();
    },
  );
});

describe("ALOGIN-23..28: changing an administrator's password", () => {
  it("changing a password requires the current password, and keeps the current session while ending the others", async () => {
    const admin = await addAdmin();
    const { page } = await startVisit(browser);
    await openDashboard(page, admin, "/dashboard/settings");
    const otherSession = await signIn(admin.email, FIRST_PASSWORD);
    await page.getByRole("button", { name: "Change Admin Password" }).click();
    const getField = (label: string) => page.getByLabel(label, { exact: true });
    await getField("Current password").fill("not this one");
    await getField("New password").fill(NEXT_PASSWORD);
    await getField("Confirm new password").fill(NEXT_PASSWORD);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Change password", exact: true }).click();
    await page.getByText("Password Change Failed").first().waitFor();
    expect(await getField("New password").inputValue()).toBe(NEXT_PASSWORD);
    expect(await isSignedIn(otherSession.token)).toBe(true);

    await getField("Current password").fill(FIRST_PASSWORD);
    await page.getByRole("button", { name: "Change password", exact: true }).click();
    await page.getByText("Your other devices have been logged out.").first().waitFor();
    expect(await isSignedIn(otherSession.token)).toBe(false);
    await page.reload();
    await page.getByRole("button", { name: "Set up two-step login" }).waitFor();
    await page.context().close();
  });
});
