import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anAdministrator } from "#testing/settings-builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const RULE_PATH = "/api/admin/second-factor-rule";
const anOwner = (hasSecondFactor: boolean) =>
  anAdministrator({ username: "admin", areas: null, isOwn: true, hasSecondFactor });
const june = anAdministrator({ username: "june", hasSecondFactor: false });
const ben = anAdministrator({ username: "ben", hasSecondFactor: false });

const openPage = (
  rows = [anOwner(true), june, ben],
  overrides: Parameters<typeof fakeApi>[0] = {},
) => {
  let isRequired = false;
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/administrators": { body: rows },
    "GET /api/admin-invitations": { body: [] },
    [`GET ${RULE_PATH}`]: () => ({ body: { isRequired } }),
    [`PUT ${RULE_PATH}`]: ({ body }) => {
      ({ isRequired } = body as { isRequired: boolean });
      return { body };
    },
    ...overrides,
  });
  return { ...api, ...renderApp("/dashboard/settings/team") };
};
const findCard = async () =>
  within((await screen.findByRole("heading", { name: "Two-step login" })).closest("section")!);

beforeEach(() => logInAsAdmin());

describe("threat 46: requiring two-step login", () => {
  test("says who hasn't set it up, asks first, and can be undone", async () => {
    const { press, callsOf } = openPage();
    expect(await (await findCard()).findByText("june and ben haven't set it up yet.")).toBeTruthy();
    await press("Require two-step login");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/^june and ben haven't set it up yet. Until they have/)).toBeTruthy();
    expect(callsOf(`PUT ${RULE_PATH}`)).toEqual([]);
    dialog.getByRole("button", { name: "Require two-step login" }).click();
    expect(await screen.findByText("Two-step login is required for administrators")).toBeTruthy();
    await press("Stop requiring two-step login");
    within(await screen.findByRole("dialog"))
      .getByRole("button", { name: "Stop requiring two-step login" })
      .click();
    await waitFor(() =>
      expect(callsOf(`PUT ${RULE_PATH}`).map(({ body }) => body)).toEqual([
        { isRequired: true },
        { isRequired: false },
      ]),
    );
    expect(await screen.findByRole("button", { name: "Require two-step login" })).toBeTruthy();
  });

  test("isn't offered to an owner who would lock themselves out, and links to Security instead", async () => {
    openPage([anOwner(false), june]);
    const rule = await findCard();
    expect(
      await rule.findByText(/^To avoid locking yourself out, set it up for yourself/),
    ).toBeTruthy();
    expect(rule.queryByRole("button", { name: "Require two-step login" })).toBeNull();
    expect(rule.getByRole("link", { name: "Open Security" }).getAttribute("href")).toBe(
      "/dashboard/settings",
    );
  });

  test("says why the change was rejected", async () => {
    const { press } = openPage(undefined, {
      [`PUT ${RULE_PATH}`]: {
        status: 409,
        body: { code: "own_factor_missing", message: "Set up your own two-step login first." },
      },
    });
    await press("Require two-step login");
    within(await screen.findByRole("dialog"))
      .getByRole("button", { name: "Require two-step login" })
      .click();
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: "We couldn't change this",
        description: "Set up your own two-step login first.",
      }),
    );
    expectLogged("The two-step login rule could not be changed");
  });
});
