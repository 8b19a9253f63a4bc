import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { readAdminSession } from "#lib/session/session.ts";
import { adminApi } from "#testing/admin-api.ts";
import { anId } from "#testing/builders.ts";
import { fakeAuth } from "#testing/fake-auth.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const FACTOR_ID = anId();
const RECOVERY_CODES = ["AAAA-BBBB-CCCC-DDDD"];
const HEADING = "Set up two-step login to continue";
const REJECTION = {
  status: 403,
  body: { code: "second_factor_missing", message: "Administrators need two-step login here." },
};
const hasSecondFactor = () => fakeAuth.factors.some(({ status }) => status === "verified");

/** Fakes a server that requires two-step login. */
const openPage = (route: string, overrides: Parameters<typeof adminApi>[0] = {}) => {
  const api = adminApi({
    "GET /api/admin/second-factor-rule": { body: { isRequired: true } },
    "GET /api/admin/second-factor": () => ({
      body: { hasSecondFactor: hasSecondFactor(), recoveryCodes: 0 },
    }),
    "POST /api/admin/second-factor": () => {
      fakeAuth.factors = [{ id: FACTOR_ID, status: "unverified" }];
      return {
        status: 201,
        body: { factorId: FACTOR_ID, picture: "<svg/>", secret: "ABCD", uri: "otpauth://totp/x" },
      };
    },
    "POST /api/admin/second-factor/recovery-codes": { body: { codes: RECOVERY_CODES } },
    ...overrides,
  });
  return { ...api, ...renderApp(route) };
};

const requireSetup = () => {
  const session = readAdminSession();
  if (session.state !== "valid") throw new Error("Log in first");
  localStorage.setItem(
    "adminAuth",
    JSON.stringify({ ...session.record, mustSetUpSecondFactor: true }),
  );
};

const completeSetup = async ({ press, type }: ReturnType<typeof openPage>) => {
  await press("Set up two-step login");
  await type("Current password", "the old one");
  await press("Confirm your password");
  await type("6-digit code", "123456");
  await press("Confirm");
  expect(await screen.findByText(RECOVERY_CODES[0] ?? "")).toBeTruthy();
};

beforeEach(() => logInAsAdmin());

describe("threat 46: while two-step login is required", () => {
  test("an administrator who hasn't set it up sees only the setup, and then the page they opened", async () => {
    requireSetup();
    const page = openPage("/dashboard/donations?q=nair");
    const heading = await screen.findByRole("heading", { name: HEADING });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(
      within(screen.getByRole("navigation", { name: "Sections" }))
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(["Overview", "Settings"]);
    expect(screen.getByRole("heading", { name: "Password" })).toBeTruthy();
    await completeSetup(page);
    expect(page.callsOf("GET /api/donations")).toEqual([]);
    await page.press("I've saved them");
    expect(await screen.findByText("Donor0 Nair")).toBeTruthy();
    expect(page.currentPath()).toBe("/dashboard/donations?q=nair");
    expect(localStorage.getItem("adminAuth")).not.toContain('"mustSetUpSecondFactor":true');
  });

  test("a rejected query opens the setup, even after a reload, and runs again afterward", async () => {
    const page = openPage("/dashboard/donations", {
      "GET /api/donations": () => (hasSecondFactor() ? { body: [] } : REJECTION),
    });
    expect(await screen.findByRole("heading", { name: HEADING })).toBeTruthy();
    page.unmount();
    const reloadedPage = renderApp("/dashboard/donations");
    expect(await screen.findByRole("heading", { name: HEADING })).toBeTruthy();
    expect(page.callsOf("GET /api/donations")).toHaveLength(1);
    await completeSetup({ ...page, ...reloadedPage });
    await reloadedPage.press("I've saved them");
    await waitFor(() => expect(page.callsOf("GET /api/donations")).toHaveLength(2));
    expect(screen.queryByRole("heading", { name: HEADING })).toBeNull();
  });

  test("a rejected save opens the setup, and afterward the form still has what was typed", async () => {
    const page = openPage("/dashboard/settings/team", {
      "GET /api/administrators": { body: [] },
      "GET /api/admin-invitations": { body: [] },
      "POST /api/admin-invitations": REJECTION,
    });
    await page.press("Invite an administrator");
    await page.type("Email", "june@example.org");
    await page.user.click(await screen.findByRole("checkbox", { name: "Giving" }));
    await page.press("Send invitation");
    expect(await screen.findByRole("heading", { name: HEADING })).toBeTruthy();
    expectLogged("Send invitation failed");
    await completeSetup(page);
    await page.press("I've saved them");
    await page.press("Invite an administrator");
    expect((await screen.findByLabelText<HTMLInputElement>("Email")).value).toBe(
      "june@example.org",
    );
  });

  test.each([
    ["another tab set it up", true, true],
    ["it isn't required anymore", false, false],
  ])("an administrator can continue right away if %s", async (_, isOn, isRequired) => {
    requireSetup();
    if (isOn) fakeAuth.factors = [{ id: FACTOR_ID, status: "verified" }];
    const page = openPage("/dashboard/donations", {
      "GET /api/admin/second-factor-rule": { body: { isRequired } },
    });
    await page.press("Continue");
    expect(await screen.findByText("Donor0 Nair")).toBeTruthy();
  });
});
