import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetSession } from "#lib/session/access-token.ts";
import { readDraft, saveDraft } from "#lib/drafts/drafts.ts";
import { draftOwner } from "#lib/session/session.ts";
import { setWaiting } from "#lib/session/waiting-sessions.ts";
import { adminApi, donationRows } from "#testing/admin-api.ts";
import { takeReturnPath } from "#lib/session/return-path.ts";
import { waitForAssertion, advanceTime, stopClock } from "#testing/clock.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { systemStatus } from "#testing/settings-builders.ts";

/** Asserts that the redirect happens after `ms` milliseconds and not one millisecond earlier. */
const expectRedirectHomeAfter = async (ms: number, currentPath: () => string | null) => {
  const initialPath = currentPath();
  expect(initialPath).not.toBe("/");
  await advanceTime(ms - 1);
  expect(currentPath()).toBe(initialPath);
  await advanceTime(1);
  expect(currentPath()).toBe("/");
};

test("threat 49: the dashboard says when it waits until its session can be renewed", async () => {
  adminApi();
  logInAsAdmin();
  renderApp("/dashboard");
  await screen.findByRole("main");
  act(() => setWaiting("admin", true));
  expect(screen.getByText(/still trying/).closest("output")).toBeTruthy();
  act(() => setWaiting("admin", false));
  expect(screen.queryByText(/still trying/)).toBeNull();
});

describe("the session guard", () => {
  beforeEach(() => void stopClock());

  test.each(["/dashboard", "/admin"])(
    "ALOGIN-14, ALOGIN-17: redirects %s to the home page when there is no session record",
    async (route) => {
      adminApi();
      const { currentPath } = renderApp(route);
      await waitForAssertion(() => screen.getByText("Session Expired"));
      expect(screen.getByText("Please log in again to access the dashboard.")).toBeTruthy();
      await expectRedirectHomeAfter(2000, currentPath);
    },
  );

  test("ALOGIN-18, ALOGIN-19: clears the session record and the tokens after 8 hours", async () => {
    adminApi();
    logInAsAdmin(8.01);
    const { currentPath } = renderApp("/dashboard");
    await waitForAssertion(() =>
      screen.getByText("Your session has expired. Please log in again."),
    );
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await expectRedirectHomeAfter(2000, currentPath);
    await waitForAssertion(() => expect(hasTokens("admin")).toBe(false));
  });

  test("ALOGIN-20: clears an unreadable session record and the tokens at once", async () => {
    adminApi();
    logInAsAdmin();
    localStorage.setItem("adminAuth", "{broken");
    const { currentPath } = renderApp("/dashboard");
    await waitForAssertion(() => expect(currentPath()).toBe("/"));
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await waitForAssertion(() => expect(hasTokens("admin")).toBe(false));
  });

  test("ALOGIN-19: treats a session record without tokens as expired", async () => {
    adminApi();
    logInAsAdmin();
    localStorage.removeItem("care-packages-admin");
    const { currentPath } = renderApp("/dashboard");
    await waitForAssertion(() =>
      screen.getByText("Your session has expired. Please log in again."),
    );
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await expectRedirectHomeAfter(2000, currentPath);
  });

  test("ALOGIN-08, ALOGIN-19: saves the return path if the session has expired, but not if there was no session", async () => {
    const route = "/dashboard/locations?q=pier";
    adminApi();
    const firstView = renderApp(route);
    await waitForAssertion(() => screen.getByText("Session Expired"));
    expect(takeReturnPath("admin")).toBeNull();
    firstView.unmount();
    logInAsAdmin(8.01);
    renderApp(route);
    await waitForAssertion(() =>
      screen.getByText("Your session has expired. Please log in again."),
    );
    expect(takeReturnPath("admin")).toBe(route);
    expect(takeReturnPath("admin")).toBeNull();
  });

  test("ALOGIN-18: warns 10 minutes before the session ends", async () => {
    adminApi();
    logInAsAdmin(7 + 49.5 / 60);
    renderApp("/dashboard");
    await waitForAssertion(() => screen.getByText("Donor0 Nair"));
    expect(screen.queryByText(/^Your session ends at/)).toBeNull();
    await advanceTime(45_000);
    expect(screen.getByText(/^Your session ends at \d+:\d\d [AP]M$/)).toBeTruthy();
  });

  test("ALOGIN-19: treats a session that the server ended as expired", async () => {
    adminApi({ "GET /api/recent-donations": { status: 401, body: { message: "Log in" } } });
    logInAsAdmin();
    renderApp("/dashboard");
    await waitForAssertion(() =>
      screen.getByText("Your session has expired. Please log in again."),
    );
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });
});

test("the dashboard redirects to the home page without a message when another tab logs out", async () => {
  adminApi();
  logInAsAdmin();
  const { currentPath } = renderApp("/dashboard");
  await screen.findByText("Donor0 Nair");
  localStorage.removeItem("adminAuth");
  await act(() => forgetSession("admin"));
  await waitFor(() => expect(currentPath()).toBe("/"));
  expect(screen.queryByText("Session Expired")).toBeNull();
});

describe("the dashboard", () => {
  beforeEach(() => logInAsAdmin());

  test.each(["/dashboard", "/admin"])("AOVER-02: opens at %s", async (route) => {
    adminApi();
    const { currentPath } = renderApp(route);
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
    expect(await screen.findByText("Donor0 Nair")).toBeTruthy();
    expect(currentPath()).toBe(route);
  });

  test.each(["/dashboard", "/admin"])(
    "links the logo and name under %s to the overview",
    async (base) => {
      adminApi();
      renderApp(`${base}/donations`);
      const brandLink = await screen.findByRole("link", {
        name: "Lamplight Care Packages, overview",
      });
      expect(brandLink.getAttribute("href")).toBe(base);
      expect(screen.getByRole("link", { name: "View site" }).getAttribute("href")).toBe("/");
      expect(document.title).toBe("Donations · Admin Dashboard");
    },
  );

  test("AOVER-03: lists the ten sections under their headings", async () => {
    adminApi();
    renderApp("/dashboard");
    const nav = within(await screen.findByRole("navigation", { name: "Sections" }));
    const groups = nav.getAllByRole("list").map((list) => [
      document.getElementById(list.getAttribute("aria-labelledby") ?? "")?.textContent,
      ...within(list)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")?.replace("/dashboard", "")),
    ]);
    expect(groups).toEqual([
      [undefined, ""],
      ["People", "/volunteers", "/events", "/highlights"],
      ["Giving", "/donations", "/locations"],
      ["Website", "/content", "/blogs", "/testimonials"],
      [undefined, "/settings"],
    ]);
  });

  test.each(["/dashboard", "/admin"])(
    "groups the settings under %s and marks the current panel",
    async (base) => {
      adminApi({
        "GET /api/admin/second-factor": { body: { hasSecondFactor: false, recoveryCodes: 0 } },
        "GET /api/system-status": { body: systemStatus() },
        "GET /api/settings": { status: 503 },
      });
      const { user, currentPath } = renderApp(`${base}/settings`);
      const nav = within(await screen.findByRole("navigation", { name: "Settings" }));
      const groups = nav.getAllByRole("list").map((list) => [
        document.getElementById(list.getAttribute("aria-labelledby") ?? "")?.textContent,
        ...within(list)
          .getAllByRole("link")
          .map((link) => link.getAttribute("href")?.replace(`${base}/settings`, "")),
      ]);
      expect(groups).toEqual([
        ["You", ""],
        ["Team", "/team", "/privacy"],
        [
          "Organization and giving",
          "/organization",
          "/giving",
          "/volunteer-accounts",
          "/import-export",
        ],
        ["Messages", "/email-templates", "/delivery-log"],
        ["Technical", "/system-status", "/site-configuration", "/audit-log"],
      ]);
      const current = () => nav.getAllByRole("link", { current: "page" })[0]?.textContent;
      expect(current()).toBe("Security");
      const listButton = nav.getByRole("button");
      expect(listButton.textContent).toBe("You: Security");
      expect(listButton.getAttribute("aria-expanded")).toBe("true");
      await user.click(nav.getByRole("link", { name: "System Status" }));
      await screen.findByText("Everything is working.");
      expect(currentPath()).toBe(`${base}/settings/system-status`);
      expect(current()).toBe("System Status");
      expect(listButton.getAttribute("aria-expanded")).toBe("false");
      await user.click(listButton);
      expect(listButton.getAttribute("aria-expanded")).toBe("true");
      await user.keyboard("{Escape}");
      expect(listButton.getAttribute("aria-expanded")).toBe("false");
      expect(document.activeElement).toBe(listButton);
    },
  );

  test.each(["nothing", "donations/nothing", "volunteers/people/12"])(
    "HOME-05: says within the dashboard that /dashboard/%s doesn't exist",
    async (path) => {
      adminApi();
      renderApp(`/dashboard/${path}`);
      expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeTruthy();
      expect(screen.getByRole("navigation", { name: "Sections" })).toBeTruthy();
      expect(document.title).toBe("Page Not Found · Admin Dashboard");
      expect(screen.queryByRole("link", { name: "Donate" })).toBeNull();
    },
  );

  test("says that a donor doesn't exist, and offers no second try", async () => {
    adminApi({ "GET /api/donors/:id": { status: 404, body: { message: "Not found" } } });
    renderApp(`/dashboard/donations/donors/${crypto.randomUUID()}`);
    expect(await screen.findByText("We couldn't find the donor")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All donors" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("never shows another organization's name if its own can't be loaded", async () => {
    adminApi({ "GET /api/home": { status: 503 } });
    renderApp("/dashboard");
    await screen.findByRole("heading", { name: "Overview" });
    expect(await screen.findByRole("link", { name: "Care packages, overview" })).toBeTruthy();
    expect(document.body.textContent).not.toContain("Care Packages for Heroes");
  });

  test("AOVER-04: redirects /dashboard/reports to the overview", async () => {
    adminApi();
    const { currentPath } = renderApp("/dashboard/reports");
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
    await waitFor(() => expect(currentPath()).toBe("/dashboard"));
  });

  test("AOVER-05, ALOGIN-10: ends the session on logout and goes to the home page", async () => {
    const { callsOf } = adminApi({ "POST /api/admin/logout": { body: { message: "ok" } } });
    const draftKey = { owner: draftOwner("admin") ?? "", form: "posts" };
    saveDraft(draftKey, { title: "News" });
    const { user, currentPath } = renderApp("/dashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(readDraft(draftKey), "drafts must not stay on a shared computer").toBeNull();
    expect(screen.getByText("Logged out")).toBeTruthy();
    expect(hasTokens("admin")).toBe(false);
    expect(callsOf("POST /api/admin/logout")[0]?.credentials).toBe("include");
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });

  test("AOVER-05: shows no message when a request gets a 401 during the logout", async () => {
    let completeLogout = () => {};
    let hasSessionEnded = false;
    adminApi({
      "POST /api/admin/logout": () =>
        new Promise((resolve) => {
          completeLogout = () => resolve({ body: { message: "ok" } });
        }),
      "GET /api/donations": (call) =>
        hasSessionEnded ? { status: 401 } : pagesOf(donationRows)(call),
    });
    const { user } = renderApp("/dashboard/donations");
    await screen.findByText("Donor0 Nair");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    hasSessionEnded = true;
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Logout" })).toBeNull());
    expect(screen.queryByText("Session Expired")).toBeNull();
    completeLogout();
    await screen.findByText("Logged out");
  });

  test("ALOGIN-22: clears all storage after a failed logout and goes to the home page 1500 ms later", async () => {
    adminApi({ "POST /api/admin/logout": { status: 500 } });
    localStorage.setItem("other", "x");
    sessionStorage.setItem("other", "x");
    stopClock();
    const { currentPath } = renderApp("/dashboard");
    fireEvent.click(await waitForAssertion(() => screen.getByRole("button", { name: "Logout" })));
    await waitForAssertion(() => screen.getByText("Session cleared. Redirecting to home page."));
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expectLogged("The server did not confirm the logout");
    await expectRedirectHomeAfter(1500, currentPath);
  });
});
