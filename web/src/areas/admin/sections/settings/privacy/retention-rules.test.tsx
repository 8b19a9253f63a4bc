import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { RetentionRule } from "#data/retention-rules/mutations.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const UPDATE_ROUTE = "PUT /api/retention-rules/:id";
const DUE_ROUTE = "GET /api/retention-rules/:id/due";
const VERSION = "2026-11-20T12:00:00.000Z";
const RULE_LABEL = "Erase personal details from rejected applications";

const aRule = (overrides: Partial<RetentionRule> = {}): RetentionRule => ({
  id: anId(),
  name: "rejected_applications",
  isOn: false,
  keepDays: 730,
  ranAt: null,
  affectedAt: null,
  affectedCount: 0,
  totalCount: 0,
  updatedAt: VERSION,
  ...overrides,
});

const openPage = (rule = aRule(), overrides: Parameters<typeof fakeApi>[0] = {}) => {
  let stored = rule;
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/privacy-settings": {
      body: { ledgerYears: 7, updatedAt: "2026-11-20T12:00:00.000Z" },
    },
    "GET /api/erasures": { body: [] },
    "GET /api/retention-rules": () => ({ body: [stored] }),
    [DUE_ROUTE]: ({ url }) => {
      const days = Number(new URL(url, "https://x.invalid").searchParams.get("keepDays"));
      return { body: { count: days < 365 ? 12 : 0, hasMore: false } };
    },
    [UPDATE_ROUTE]: ({ body }) => {
      stored = {
        ...stored,
        ...(body as Partial<RetentionRule>),
        updatedAt: "2026-11-21T12:00:00.000Z",
      };
      return { body: stored };
    },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/privacy");
  const findForm = async () =>
    within(await screen.findByRole("form", { name: `Save “${RULE_LABEL}”` }));
  const readSentChanges = () => api.callsOf(UPDATE_ROUTE).map(({ body }) => body);
  const type = async (days: string) => {
    const field = (await findForm()).getByLabelText("Days after the rejection");
    await view.user.clear(field);
    await view.user.type(field, days);
  };
  const save = async () =>
    view.user.click((await findForm()).getByRole("button", { name: "Save" }));
  return { ...api, ...view, findForm, readSentChanges, type, save };
};

beforeEach(() => logInAsAdmin());

describe("Settings → Privacy: retention", () => {
  test("says how many records are due for the number of days typed", async () => {
    const page = openPage();
    const form = await page.findForm();
    expect(await form.findByText("Nothing is that old right now.")).toBeTruthy();
    await page.type("90");
    expect(await form.findByText("Right now, 12 applications would be emptied.")).toBeTruthy();
  });

  test("turns a rule on only after saying what will be removed", async () => {
    const page = openPage();
    await page.type("90");
    await page.user.click((await page.findForm()).getByRole("checkbox", { name: RULE_LABEL }));
    await page.save();
    const dialog = within(await screen.findByRole("dialog", { name: "Turn on this rule?" }));
    expect(
      dialog.getByText("12 applications will be emptied within the hour. You can't undo this."),
    ).toBeTruthy();
    await page.user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(page.readSentChanges()).toEqual([]);
    await page.save();
    await page.press("Turn on");
    await waitFor(() =>
      expect(page.readSentChanges()).toEqual([{ isOn: true, keepDays: 90, updatedAt: VERSION }]),
    );
    expect(await screen.findByText("The rule was saved")).toBeTruthy();
  });

  test("doesn't ask if nothing is due, or if fewer records are due than before", async () => {
    const page = openPage();
    await page.user.click((await page.findForm()).getByRole("checkbox", { name: RULE_LABEL }));
    await page.save();
    await waitFor(() => expect(page.readSentChanges()).toHaveLength(1));
    page.unmount();

    const otherPage = openPage(aRule({ isOn: true, keepDays: 30 }));
    await otherPage.type("60");
    await otherPage.save();
    await waitFor(() =>
      expect(otherPage.readSentChanges()).toEqual([{ keepDays: 60, updatedAt: VERSION }]),
    );
  });

  test("asks before shortening the time, even if what's due can't be counted", async () => {
    const page = openPage(aRule({ isOn: true }), { [DUE_ROUTE]: { status: 503 } });
    await page.type("30");
    await page.save();
    const dialog = within(await screen.findByRole("dialog", { name: "Shorten the time?" }));
    expect(
      dialog.getByText("Everything that old will be emptied within the hour. You can't undo this."),
    ).toBeTruthy();
    expectLogged("The records that a retention rule would affect could not be counted");
    await page.press("Shorten the time");
    await waitFor(() =>
      expect(page.readSentChanges()).toEqual([{ keepDays: 30, updatedAt: VERSION }]),
    );
  });

  test.each(["0", "3651", "1.5", "soon"])(
    "rejects “%s” days with an error message, and sends nothing",
    async (days) => {
      const page = openPage(aRule({ isOn: true }));
      await page.type(days);
      await page.save();
      expect(await screen.findByText("Enter a number of days from 1 to 3650.")).toBeTruthy();
      expect(page.readSentChanges()).toEqual([]);
    },
  );

  test("keeps what was typed when a save fails", async () => {
    const page = openPage(aRule({ isOn: true, keepDays: 30 }), { [UPDATE_ROUTE]: { status: 503 } });
    await page.type("60");
    await page.save();
    await waitFor(() => expect(toasts.current()?.title).toBe("The rule wasn't saved"));
    expectLogged(`Save “${RULE_LABEL}” failed`);
    const field = (await page.findForm()).getByLabelText<HTMLInputElement>(
      "Days after the rejection",
    );
    expect(field.value).toBe("60");
  });

  test("says when the rule last ran and what it removed", async () => {
    openPage(
      aRule({
        isOn: true,
        ranAt: "2026-11-26T15:47:00Z",
        affectedAt: "2026-11-20T15:47:00Z",
        affectedCount: 1,
        totalCount: 14,
      }),
    );
    const line = await screen.findByText(/^Runs every hour, last on/);
    expect(line.textContent).toBe(
      "Runs every hour, last on Nov 26, 2026, 9:47 AM. On Nov 20, 2026, 9:47 AM, 1 application was emptied (14 in all).",
    );
  });

  test("is hidden from administrators who aren't owners", async () => {
    logInAsAdmin(1, ["giving", "volunteers", "content", "settings"]);
    fakeApi({
      "GET /api/home": { status: 503 },
      "GET /api/administrators/owners": { body: [{ username: "admin" }] },
    });
    renderApp("/dashboard/settings/privacy");
    expect(await screen.findByText("If you need access, ask an owner (admin).")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Privacy" })).toBeNull();
  });
});
