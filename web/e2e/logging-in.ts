import type { Page } from "playwright-core";
import { decodeJwt } from "jose";
import { logins } from "../../supabase/tests/demo-logins.ts";
import {
  backdateSession,
  createAuthUser,
  facts,
  request,
  sql,
} from "../../supabase/tests/contract/stack.ts";
import { screens, solveMath } from "./browser.ts";
import { BLANK_PATH } from "./reused-pages.ts";

interface VolunteerLogin {
  readonly email: string;
  readonly password: string;
}

interface AdminLogin {
  readonly username: string;
  readonly password: string;
}

/** Creates a volunteer that no other test uses, and returns the account's ID. */
export async function addTestVolunteer(
  { email, password }: VolunteerLogin,
  [firstName, lastName]: readonly [string, string],
): Promise<string> {
  const id = await createAuthUser(email, password);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, ${firstName}, ${lastName}, now())`;
  await sql`
    insert into public.volunteers (account_id, name, email)
    values (${id}, ${`${firstName} ${lastName}`.trim()}, ${email}) on conflict do nothing`;
  return id;
}

/** The public page on which tests log in. Every public page has the login dialogs, and this page loads fastest. */
const LOGIN_PAGE_PATH = "/privacy-policy";

export async function openLogin(
  page: Page,
  buttonName: string,
  path = LOGIN_PAGE_PATH,
): Promise<void> {
  await page.goto(facts.webUrl + path, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: buttonName }).first().click();
  await page.getByRole("dialog").waitFor();
}

/** Submits the volunteer login. On a phone the header's button is in the menu. */
export async function enterVolunteerPassword(
  page: Page,
  { email, password }: VolunteerLogin,
): Promise<void> {
  const isPhone = page.viewportSize()?.width === screens.phone.width;
  await (isPhone
    ? openLogin(page, "Access Full Dashboard", "/")
    : openLogin(page, "Volunteer Login"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
}

export async function logInVolunteer(
  page: Page,
  login: VolunteerLogin = logins.volunteer,
): Promise<void> {
  await enterVolunteerPassword(page, login);
  await page.waitForURL(/\/volunteer-dashboard/);
}

/** Submits the administrator login on a public page, but doesn't wait for the response. */
export async function enterAdminPassword(
  page: Page,
  { username, password }: AdminLogin,
): Promise<void> {
  await openLogin(page, "Administrator login");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
}

/** The demo administrators: the owner `admin`, and one for each area. */
type AdminName = "admin" | "treasurer" | "coordinator" | "editor" | "manager";

export async function logInAdmin(page: Page, name: AdminName = "admin"): Promise<void> {
  await enterAdminPassword(page, logins[name]);
  await page.waitForURL(/\/dashboard/);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Stores a session as a login dialog does. */
async function storeSession(
  page: Page,
  role: "admin" | "volunteer",
  { accessToken, refreshToken }: Tokens,
  records: Readonly<Record<string, object>>,
): Promise<void> {
  const { sub, email, exp } = decodeJwt(accessToken);
  const session = {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: exp,
    user: { id: sub, email, aud: "authenticated", app_metadata: {}, user_metadata: {} },
  };
  const blankUrl = facts.webUrl + BLANK_PATH;
  if (page.url() !== blankUrl) await page.goto(blankUrl);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
    },
    Object.entries({ ...records, [`care-packages-${role}`]: session }),
  );
}

/** Stores the session of an administrator, so that the next page load is logged in. */
export async function storeAdminSession(
  page: Page,
  admin: AdminName | AdminLogin = "admin",
): Promise<void> {
  const { username, password } = typeof admin === "string" ? logins[admin] : admin;
  const { json } = await request("POST", "/api/admin/login", { body: { username, password } });
  const { user, session, loginTime } = json;
  const adminAuth = {
    isAuthenticated: true,
    username: user.username,
    loginTime,
    ...(!user.areas.includes("owner") && { areas: user.areas }),
  };
  await storeSession(page, "admin", session, { adminAuth });
}

/**
 * Opens the admin dashboard with a session, for tests that aren't about logging in. Pass the path of the section that
 * the test needs, because loading the overview first would take as long as loading any section.
 */
export async function openDashboard(
  page: Page,
  admin: AdminName | AdminLogin = "admin",
  path = "/dashboard",
): Promise<void> {
  await storeAdminSession(page, admin);
  await page.goto(facts.webUrl + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

export async function openVolunteerDashboard(
  page: Page,
  { email, password }: VolunteerLogin = logins.volunteer,
): Promise<void> {
  const { json } = await request("POST", "/api/volunteer/login", { body: { email, password } });
  await storeSession(page, "volunteer", json.session, { "volunteer-auth": json.volunteer });
  await page.goto(`${facts.webUrl}/volunteer-dashboard`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Opens the dashboard navigation, which is a drawer on a phone. */
async function openDrawer(page: Page): Promise<void> {
  const menuButton = page.getByRole("button", { name: "Menu", exact: true });
  if (await menuButton.isVisible()) await menuButton.click();
}

export async function logOutAdmin(page: Page): Promise<void> {
  await openDrawer(page);
  await page.getByRole("button", { name: "Logout" }).last().click();
  await page.waitForURL(`${facts.webUrl}/`);
}

export async function openSection(page: Page, name: string): Promise<void> {
  await openDrawer(page);
  await page
    .getByRole("navigation", { name: "Sections" })
    .last()
    .getByRole("link", { name, exact: true })
    .click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Expires the administrator session that the page has stored, but no other session. */
export async function expireSession(page: Page): Promise<void> {
  const storedSession = await page.evaluate(() => localStorage.getItem("care-packages-admin"));
  const session = JSON.parse(storedSession ?? "{}") as { readonly access_token: string };
  await backdateSession(session.access_token, "8 hours 1 minute");
}

/** Searches the only list on the page. Waits for the result, because its rows move and a press would miss. */
export async function searchList(page: Page, text: string): Promise<void> {
  const isResult = (url: string) => new URL(url).searchParams.get("search") === text;
  await Promise.all([
    page.waitForResponse((response) => isResult(response.url())),
    page.getByRole("searchbox").fill(text),
  ]);
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
