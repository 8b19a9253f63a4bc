import type { Page } from "playwright-core";
import { ageSession, facts, logins } from "../../supabase/tests/contract/stack.ts";
import { solveMath } from "./browser.ts";

interface VolunteerLogin {
  readonly email: string;
  readonly password: string;
}

/** Opens the login dialog behind that button of the home page. */
export async function openLogin(page: Page, entry: string): Promise<void> {
  await page.goto(facts.webUrl, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: entry }).first().click();
  await page.getByRole("dialog").waitFor();
}

/** From the home page through the volunteers' login dialog, up to its answer. */
export async function enterVolunteerPassword(
  page: Page,
  { email, password }: VolunteerLogin,
): Promise<void> {
  await openLogin(page, "Access Full Dashboard");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
}

/** From the home page to her dashboard, as a volunteer does. */
export async function logInVolunteer(
  page: Page,
  login: VolunteerLogin = logins.volunteer,
): Promise<void> {
  await enterVolunteerPassword(page, login);
  await page.waitForURL(/\/volunteer-dashboard/);
}

/** From the home page through the login dialog, up to what comes after the password. */
export async function enterAdminPassword(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await openLogin(page, "Administrator login");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
}

/** From the home page to the dashboard, as an administrator does. */
export async function logInAdmin(page: Page): Promise<void> {
  await enterAdminPassword(page, logins.admin);
  await page.waitForURL(/\/dashboard/);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** The administrator's session of this page, and nobody else's, began too long ago. */
export async function expireSession(page: Page): Promise<void> {
  const stored = await page.evaluate(() => localStorage.getItem("care-packages-admin"));
  const session = JSON.parse(stored ?? "{}") as { readonly access_token: string };
  await ageSession(session.access_token, "8 hours 1 minute");
}
