import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const activeAccount = {
  id: anId(),
  email: "vera@example.org",
  firstName: "Vera",
  lastName: "Hale",
  isActive: true,
  createdAt: "2026-03-01T18:00:00Z",
  lastLoginAt: "2026-11-20T18:00:00Z",
};
const disabledAccount = {
  ...activeAccount,
  id: anId(),
  email: "dov@example.org",
  firstName: "Dov",
  isActive: false,
  lastLoginAt: null,
};
const TOGGLE_ROUTE = "PUT /api/volunteer-accounts/:id/toggle-status";

const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteer-accounts": pagesOf([activeAccount, disabledAccount]),
    [TOGGLE_ROUTE]: { body: { message: "The account is disabled" } },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/volunteer-accounts");
  return { ...api, ...view };
};

beforeEach(() => logInAsAdmin());

describe("the list of volunteer accounts", () => {
  test("ACONT-23, VACC-01, VACC-04: shows each account's name, badge, email, join date, last login, and a button", async () => {
    openPage();
    expect(await screen.findByRole("heading", { name: "Volunteer Accounts" })).toBeTruthy();
    for (const [email, texts, buttonName] of [
      [
        "vera@example.org",
        ["Vera Hale", "Active", "Mar 1, 2026", "Nov 20, 2026"],
        "Disable Vera Hale",
      ],
      ["dov@example.org", ["Dov Hale", "Disabled", "Mar 1, 2026", "Never"], "Enable Dov Hale"],
    ] as const) {
      const row = within((await screen.findByText(email)).closest("tr") ?? document.body);
      for (const text of texts) expect(row.getByText(text), text).toBeTruthy();
      expect(row.getByRole("button", { name: buttonName })).toBeTruthy();
    }
  });

  test("VACC-02: shows an empty state if there are no accounts", async () => {
    openPage({ "GET /api/volunteer-accounts": pagesOf([]) });
    expect(await screen.findByText("No volunteer accounts found")).toBeTruthy();
  });

  test("VACC-03, VACC-05, VACC-07: asks before disabling an account and shows the server's message", async () => {
    const { press, callsOf } = openPage();
    await press("Disable Vera Hale");
    expect(callsOf(TOGGLE_ROUTE)).toEqual([]);
    expect(screen.getByText(/taken off coming shifts and waiting lists/)).toBeTruthy();
    await press("Disable account");
    expect(await screen.findByText("Account Updated")).toBeTruthy();
    expect(screen.getByText("The account is disabled")).toBeTruthy();
    const [call] = callsOf(TOGGLE_ROUTE);
    expect([call?.url, call?.body]).toEqual([
      `/api/volunteer-accounts/${activeAccount.id}/toggle-status`,
      { isActive: false },
    ]);
    await waitFor(() => expect(callsOf("GET /api/volunteer-accounts")).toHaveLength(2));
  });

  test("VACC-03: enables an account without asking", async () => {
    const { press, callsOf } = openPage({
      [TOGGLE_ROUTE]: { body: { message: "The account is enabled" } },
    });
    await press("Enable Dov Hale");
    expect(await screen.findByText("The account is enabled")).toBeTruthy();
    expect(callsOf(TOGGLE_ROUTE)[0]?.body).toEqual({ isActive: true });
  });

  test("VACC-06: shows an error when an account can't be enabled", async () => {
    const { press } = openPage({ [TOGGLE_ROUTE]: { status: 503, body: { message: "Busy" } } });
    await press("Enable Dov Hale");
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Failed to update account status")).toBeTruthy();
    expectLogged("A volunteer's status could not be changed");
  });
});
