import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../../supabase/tests/demo-logins.ts";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes, findViolations } from "./axe.ts";
import {
  expireSession,
  logInAdmin,
  logInVolunteer,
  openLogin,
  openSection,
  logOutAdmin,
  storeAdminSession,
} from "./logging-in.ts";
import { launchBrowser, startVisit, solveMath, watchForText } from "./browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

describe("an administrator's login", () => {
  it("AOVER-02, AOVER-05, ALOGIN-10: the dashboard is the same at /dashboard and /admin, and logging out in one tab clears the stored session and redirects the other tab home without a message", async () => {
    const { page, problems } = await startVisit(browser);
    await logInAdmin(page);
    await openSection(page, "Donations");
    await page.getByRole("cell").first().waitFor();
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${facts.webUrl}/admin/donations`);
    await otherTab.getByRole("heading", { name: "Donations", exact: true }).waitFor();
    await otherTab.getByRole("cell").first().waitFor();
    expect(problems).toEqual([]);

    await logOutAdmin(page);
    await otherTab.waitForURL(`${facts.webUrl}/`);
    expect(await otherTab.getByText("Session Expired").count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("adminAuth"))).toBeNull();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("access_token");
    await page.context().close();
  });

  it("ALOGIN-18, ALOGIN-19: after 8 hours, a message says that the session has expired, and the administrator returns to the home page", async () => {
    const { page } = await startVisit(browser);
    const wasShown = await watchForText(page, "Your session has expired. Please log in again.");
    await storeAdminSession(page);
    await expireSession(page);
    await page.goto(`${facts.webUrl}/dashboard`, { waitUntil: "commit" });
    await expect.poll(wasShown).toBe(true);
    await expect.poll(() => page.url()).toBe(`${facts.webUrl}/`);
    await page.context().close();
  });

  it("ALOGIN-07, ALOGIN-11: a message appears after a wrong sum or a wrong password, and the form keeps the username", async () => {
    const { page } = await startVisit(browser);
    await openLogin(page, "Administrator login");
    const dialog = page.getByRole("dialog");
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel("Username").fill("admin");
    await dialog.getByLabel("Password", { exact: true }).fill("wrong-password");
    await dialog.getByLabel(/^What is /).fill("999");
    await dialog.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByText("Math Problem Incorrect").first().waitFor();
    await solveMath(page);
    await dialog.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByText("Invalid username or password.").first().waitFor();
    expect(await dialog.getByLabel("Username").inputValue()).toBe("admin");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const focusedLabel = await page.evaluate(() =>
      document.activeElement?.getAttribute("aria-label"),
    );
    expect(focusedLabel).toBe("Administrator login");
    await page.context().close();
  });
});

describe("a volunteer's login", () => {
  it("VDASH-12, VDASH-17, VDASH-23, VDASH-24..28: a volunteer logs in, sees a dashboard without accessibility violations in light and dark mode, and logs out, which removes the stored login and redirects home", async () => {
    const visit = await startVisit(browser);
    const { page, problems } = visit;
    await logInVolunteer(page);
    await page.getByText("Welcome back, Maria!").first().waitFor();
    await page.getByText("Volunteer Dashboard", { exact: true }).first().waitFor();
    await page.getByText(logins.volunteer.email).waitFor();
    // Waits until the cards have loaded and their buttons have faded in, because axe measures colors.
    await page.getByRole("button", { name: "Get my calendar link" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Hand in hours" }).press("Enter");
    await page.getByRole("dialog").getByLabel("What you did").waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("Logged Out").first().waitFor();
    await page.waitForURL(`${facts.webUrl}/`);
    expect(await page.evaluate(() => localStorage.getItem("volunteer-auth"))).toBeNull();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
