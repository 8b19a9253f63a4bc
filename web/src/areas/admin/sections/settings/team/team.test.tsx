import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { Administrator } from "#data/administrators/mutations.ts";
import { anAdministrator } from "#testing/settings-builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const { updatedAt: VERSION } = anAdministrator();
const LATER_VERSION = "2026-11-21T12:00:00.000Z";

const owner = anAdministrator({
  username: "admin",
  email: "admin@example.org",
  areas: null,
  isOwn: true,
  hasSecondFactor: false,
});

/** Opens the page with a fake API that stores the row of the administrator june. */
const openPage = (june = anAdministrator(), overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const rows = [owner, june];
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/administrators": () => ({ body: rows }),
    "GET /api/admin-invitations": { body: [] },
    "GET /api/admin/second-factor-rule": { body: { isRequired: false } },
    "PUT /api/administrators/:id": ({ url, body }) => {
      const index = rows.findIndex(({ id }) => url.endsWith(id));
      const { areas } = body as Pick<Administrator, "areas">;
      rows[index] = { ...rows[index]!, areas, updatedAt: LATER_VERSION };
      return { body: rows[index] };
    },
    "DELETE /api/administrators/:id": () => {
      rows.pop();
      return { body: { message: "The administrator is removed" } };
    },
    "DELETE /api/admin/second-factors/:id": () => {
      rows[1] = { ...june, hasSecondFactor: false };
      return { body: { message: "Two-step login is off." } };
    },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/team");
  const readSentAreas = () =>
    api.callsOf("PUT /api/administrators/:id").map(({ body }) => body as object);
  return { ...api, ...view, june, readSentAreas };
};

const findCheckbox = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const findRow = async (username: string) =>
  (await screen.findByText(username, { selector: "p" })).closest("li")!;

beforeEach(() => logInAsAdmin());

describe("Settings → Team", () => {
  test("shows owners each administrator's areas, how the login is protected, and when it was last used", async () => {
    const { unmount } = openPage();
    const own = within(await findRow("admin"));
    expect(own.getByText("(you)")).toBeTruthy();
    expect(own.getByText("Owner")).toBeTruthy();
    expect(own.getByText(/^Password only/)).toBeTruthy();
    const june = within(await findRow("june"));
    expect(
      within(june.getByRole("list", { name: "june's areas" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Giving", "Content"]);
    expect((await findRow("june")).textContent).toContain(
      "june@example.orgGivingContentTwo-step login · Last login Nov 18, 2026, 9:04 AM",
    );
    unmount();

    openPage(anAdministrator({ areas: [], lastSignInAt: null }));
    const newRow = within(await findRow("june"));
    expect(newRow.getByText("No areas")).toBeTruthy();
    expect(newRow.getByText(/Never logged in$/)).toBeTruthy();
  });

  test("is hidden from administrators who aren't owners", async () => {
    logInAsAdmin(1, ["giving", "volunteers", "content", "settings"]);
    fakeApi({
      "GET /api/home": { status: 503 },
      "GET /api/administrators/owners": { body: [{ username: "admin" }] },
    });
    renderApp("/dashboard/settings/team");
    expect(await screen.findByText("If you need access, ask an owner (admin).")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Team" })).toBeNull();
  });

  test("saves areas using only the keyboard and returns the focus", async () => {
    const { user, readSentAreas } = openPage();
    const button = await screen.findByRole("button", { name: "Change areas for june" });
    button.focus();
    await user.keyboard("{Enter}");
    const ownerCheckbox = await findCheckbox("Owner");
    await waitFor(() => expect(document.activeElement).toBe(ownerCheckbox));
    // Turns off Giving and turns on Volunteers and events.
    await user.keyboard("{Tab} {Tab} {Enter}");
    await waitFor(() =>
      expect(readSentAreas()).toEqual([{ areas: ["volunteers", "content"], updatedAt: VERSION }]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const row = within(await findRow("june"));
    expect(await row.findByText("Volunteers and events")).toBeTruthy();
    expect(row.queryByText("Giving")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("can make the administrator an owner, and restores the earlier areas if Owner is unchecked", async () => {
    const { press, user, readSentAreas } = openPage();
    await press("Change areas for june");
    await user.click(await findCheckbox("Owner"));
    const settingsCheckbox = await findCheckbox("Settings and team");
    expect([settingsCheckbox.checked, settingsCheckbox.disabled]).toEqual([true, true]);
    await user.click(await findCheckbox("Owner"));
    expect([settingsCheckbox.checked, (await findCheckbox("Content")).checked]).toEqual([
      false,
      true,
    ]);
    await user.click(await findCheckbox("Owner"));
    await press("Save areas");
    await waitFor(() => expect(readSentAreas()).toEqual([{ areas: null, updatedAt: VERSION }]));
    expect(await within(await findRow("june")).findByText("Owner")).toBeTruthy();
  });

  test("saves no areas if the last one is unchecked", async () => {
    const { press, user, readSentAreas } = openPage(anAdministrator({ areas: ["giving"] }));
    await press("Change areas for june");
    await user.click(await findCheckbox("Giving"));
    await press("Save areas");
    await waitFor(() => expect(readSentAreas()).toEqual([{ areas: [], updatedAt: VERSION }]));
    expect(await within(await findRow("june")).findByText("No areas")).toBeTruthy();
  });

  test("keeps what was chosen when a save fails", async () => {
    const message = "This is the only owner. Make another administrator an owner first.";
    const { press, user } = openPage(anAdministrator({ areas: null }), {
      "PUT /api/administrators/:id": { status: 409, body: { code: "last_owner", message } },
    });
    await press("Change areas for june");
    await user.click(await findCheckbox("Owner"));
    await user.click(await findCheckbox("Content"));
    await press("Save areas");
    await waitFor(() => expect(toasts.current()?.description).toBe(message));
    expectLogged("june's areas failed");
    expect([
      (await findCheckbox("Owner")).checked,
      (await findCheckbox("Content")).checked,
    ]).toEqual([false, true]);
  });

  test("asks what to keep if someone else has changed the areas", async () => {
    const june = anAdministrator({ areas: ["giving"] });
    const current = { ...june, areas: null, updatedAt: LATER_VERSION };
    let conflictCount = 0;
    const { press, user, readSentAreas } = openPage(june, {
      "PUT /api/administrators/:id": ({ body }) => {
        const { areas, updatedAt } = body as Administrator;
        if (updatedAt === LATER_VERSION) return { body: { ...current, areas } };
        conflictCount += 1;
        const issues = [{ path: "areas", message: "Changed since you opened this" }];
        const error = { code: "stale_edit", message: "dana saved", savedBy: "dana", issues };
        return { status: 409, body: { ...error, current } };
      },
    });
    await press("Change areas for june");
    await user.click(await findCheckbox("Content"));
    await press("Save areas");
    const panel = within(await screen.findByRole("alert", { name: "Saved by someone else" }));
    expect(panel.getByText("Owner", { selector: "del" })).toBeTruthy();
    expect(panel.getByText("Giving; Content", { selector: "ins" })).toBeTruthy();
    await press("Keep mine");
    await press("Save areas");
    await waitFor(() =>
      expect(readSentAreas().at(-1)).toEqual({
        areas: ["giving", "content"],
        updatedAt: LATER_VERSION,
      }),
    );
    expect(conflictCount).toBe(1);
  });

  test("asks owners before they change their own areas, and then logs them out with a reason", async () => {
    const { press, user, currentPath, readSentAreas } = openPage();
    await press("Change areas for admin");
    await user.click(await findCheckbox("Owner"));
    await press("Save areas");
    expect(await screen.findByText(/Only another owner can change them back/)).toBeTruthy();
    expect(readSentAreas()).toEqual([]);
    await press("Change my areas");
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: "Your areas were changed",
        description: "Please log in again to see what you have access to.",
      }),
    );
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect([localStorage.getItem("adminAuth"), hasTokens("admin")]).toEqual([null, false]);
  });
});

describe("removing an administrator", () => {
  test("says first what will happen, and then takes the administrator off the list", async () => {
    const { press, pressInMenu, callsOf, june } = openPage();
    await pressInMenu("june", "Remove june");
    expect(await screen.findByText(/stays in the audit log under their name/)).toBeTruthy();
    expect(callsOf("DELETE /api/administrators/:id")).toEqual([]);
    await press("Remove administrator");
    await waitFor(() => expect(screen.queryByText("june")).toBeNull());
    expect(callsOf("DELETE /api/administrators/:id").map(({ url }) => url)).toEqual([
      `/api/administrators/${june.id}`,
    ]);
  });

  test("shows an unfinished removal, which a second click finishes", async () => {
    const june = anAdministrator();
    let isDown = true;
    let rows = [owner, june];
    const { press, pressInMenu } = openPage(june, {
      "GET /api/administrators": () => ({ body: rows }),
      "GET /api/admin-invitations": { body: [] },
      "DELETE /api/administrators/:id": () => {
        rows = isDown ? [owner, { ...june, areas: [], isRemoved: true }] : [owner];
        return isDown
          ? { status: 503, body: { message: "Not right now." } }
          : { body: { message: "The administrator is removed" } };
      },
    });
    await pressInMenu("june", "Remove june");
    await press("Remove administrator");
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: "We couldn't remove june",
        description: "Not right now.",
      }),
    );
    expectLogged("An administrator could not be removed");
    expect(await screen.findByText(/^Removed, but their login couldn't be deleted/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Change areas for june" })).toBeNull();
    isDown = false;
    await press("Finish removing june");
    await press("Delete their login");
    await waitFor(() => expect(screen.queryByText("june")).toBeNull());
  });

  test("logs out owners who remove themselves", async () => {
    const { press, pressInMenu, currentPath } = openPage();
    await pressInMenu("admin", "Remove admin");
    expect(await screen.findByText("Remove yourself?")).toBeTruthy();
    await press("Remove administrator");
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(toasts.current()?.title).toBe("You're not an administrator anymore");
    expect([localStorage.getItem("adminAuth"), hasTokens("admin")]).toEqual([null, false]);
  });
});

describe("threat 46, threat 41: another administrator's two-step login", () => {
  test("is turned off after a confirmation that mentions the audit log", async () => {
    const { press, pressInMenu, callsOf, june } = openPage();
    await pressInMenu("june", "Turn off two-step login for june");
    expect(screen.getByText(/The audit log records this with your name\.$/)).toBeTruthy();
    expect(callsOf("DELETE /api/admin/second-factors/:id")).toEqual([]);
    await press("Turn off two-step login");
    const row = within(await findRow("june"));
    expect(await row.findByText(/^Password only/)).toBeTruthy();
    expect(callsOf("DELETE /api/admin/second-factors/:id")[0]?.url).toBe(
      `/api/admin/second-factors/${june.id}`,
    );
  });

  test("shows why it couldn't be turned off, and isn't offered in your own row", async () => {
    const { press, pressInMenu, user } = openPage(anAdministrator(), {
      "DELETE /api/admin/second-factors/:id": { status: 404, body: { message: "Not here." } },
    });
    await press("More for admin");
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
      "Remove",
    ]);
    await user.keyboard("{Escape}");
    await pressInMenu("june", "Turn off two-step login for june");
    await press("Turn off two-step login");
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: "We couldn't turn off two-step login",
        description: "Not here.",
      }),
    );
    expectLogged("A second factor could not be removed");
  });
});
