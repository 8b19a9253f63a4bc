import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signActivationLink } from "../../supabase/tests/contract/link-tokens.ts";
import { clearRateLimits, facts, request, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, screens, solveMath } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

const APPLICATION_PASSWORD = "Applying!2026";

/** Submits an application, and returns its ID and email address. */
async function submitApplication(lastName: string) {
  const email = `${randomUUID()}@example.org`;
  const application = { firstName: "Nora", lastName, email, availability: "flexible" };
  await request("POST", "/api/volunteer-applications", {
    body: {
      ...application,
      city: "Waco",
      state: "TX",
      interests: "Packing",
      password: APPLICATION_PASSWORD,
    },
  });
  const [row] = await sql<[{ id: string }]>`
    select id from public.volunteer_applications where email = ${email}`;
  return { id: row.id, email };
}

async function logIn(page: Page, email: string, password: string) {
  const dialog = page.getByRole("dialog", { name: "Volunteer Login" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
}

describe("reviewing applications", () => {
  it(
    "AVOL-06, AVOL-07, AVOL-08, AVOL-09: an administrator finds, approves and rejects applications",
    { tags: [NIGHTLY] },
    async () => {
      const [approvedLastName, rejectedLastName] = [`A${uniqueWord()}`, `R${uniqueWord()}`];
      const { email } = await submitApplication(approvedLastName);
      await submitApplication(rejectedLastName);
      const { page, problems } = await startVisit(browser, { viewport: screens.phone });
      await openDashboard(page, "coordinator");
      await page.getByRole("link", { name: "Show new applications" }).click();
      await page.getByRole("button", { name: `Approve Nora ${approvedLastName}` }).waitFor();
      expect(await findViolationsInAllModes(page)).toEqual([]);

      await page.getByRole("button", { name: `Approve Nora ${approvedLastName}` }).click();
      await page.getByLabel("Notes").fill("Has a van");
      expect(await findViolationsInAllModes(page)).toEqual([]);
      await page.getByRole("button", { name: "Approve application" }).click();
      await page.getByText("Application approved", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: `Reject Nora ${rejectedLastName}` }).click();
      await page.getByRole("button", { name: "Reject application" }).click();
      await page.getByText("Application rejected", { exact: true }).first().waitFor();
      expect(
        await page.getByRole("button", { name: `Approve Nora ${approvedLastName}` }).count(),
      ).toBe(0);

      await page.getByRole("button", { name: /^Filter/ }).click();
      await page.getByLabel("Status").selectOption("");
      for (const [name, text] of [
        [approvedLastName, "Active Volunteer"],
        [approvedLastName, "Has a van"],
        [rejectedLastName, "Not approved"],
      ] as const) {
        const row = page.getByRole("row").filter({ hasText: `Nora ${name}` });
        await row.getByText(text).waitFor();
      }
      const response = await request("POST", "/api/volunteer/login", {
        body: { email, password: APPLICATION_PASSWORD },
      });
      expect(response.status).toBe(200);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it("threat 7: the approval email's link sets up the account with a new password", async () => {
    const { id, email } = await submitApplication("Opener");
    await sql`
      update public.volunteer_applications set status = 'approved', reviewed_at = now() where id = ${id}`;
    const [link] = await sql<[{ id: string }]>`select private.create_activation_link(${id}) as id`;
    const token = await signActivationLink(link.id);
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    await page.goto(`${facts.webUrl}/activate#token=${token}`);
    const form = page.getByRole("form", { name: "Set up your account" });
    await form.getByLabel("Password", { exact: true }).fill("Chosen!2026");
    await form.getByLabel("Confirm password", { exact: true }).fill("Chosen!2026");
    await page.route("**/api/volunteer-activation", (route) => route.abort(), { times: 1 });
    await form.getByRole("button", { name: "Set up my account" }).click();
    await page.getByText("We couldn't set up your account. Please try again.").waitFor();
    expect(await form.getByLabel("Confirm password", { exact: true }).inputValue()).toBe(
      "Chosen!2026",
    );
    await form.getByRole("button", { name: "Set up my account" }).click();
    await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Volunteer login" }).click();
    await logIn(page, email, "Chosen!2026");
    await page.waitForURL(/volunteer-dashboard/);

    await page.goto(`${facts.webUrl}/activate#token=${token}`);
    await page.reload();
    await page.getByLabel("Password", { exact: true }).fill("Another!2026");
    await page.getByLabel("Confirm password", { exact: true }).fill("Another!2026");
    await page.getByRole("button", { name: "Set up my account" }).click();
    await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
    expect(await findViolationsInAllModes(page)).toEqual([]);
    expect(
      problems.filter((problem) => !/ERR_FAILED|401|could not be changed/.test(problem)),
    ).toEqual([]);
    await page.context().close();
  });
});
