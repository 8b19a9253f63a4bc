import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { readDraft } from "#lib/drafts/drafts.ts";
import { takeReturnPath } from "#lib/session/return-path.ts";
import { adminApi } from "#testing/admin-api.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ACCESS_CHANGED = {
  status: 401,
  body: {
    code: "access_changed",
    message: "rosalind changed what you have access to. Please log in again to continue.",
  },
};
const ACCESS_REMOVED = {
  status: 401,
  body: {
    code: "access_removed",
    message:
      "rosalind removed you as an administrator of this site. If that's a mistake, ask rosalind.",
  },
};

/** Fills in and sends an invitation, which the server rejects because the session has ended. */
const sendRejectedInvitation = async (rejection: typeof ACCESS_CHANGED) => {
  adminApi({
    "GET /api/administrators": { body: [] },
    "GET /api/admin-invitations": { body: [] },
    "GET /api/admin/second-factor-rule": { body: { isRequired: false } },
    "POST /api/admin-invitations": rejection,
  });
  const page = renderApp("/dashboard/settings/team");
  await page.press("Invite an administrator");
  await page.type("Email", "june@example.org");
  await page.user.click(await screen.findByRole("checkbox", { name: "Giving" }));
  await page.press("Send invitation");
  expect(await screen.findByText(rejection.body.message, { selector: "p" })).toBeTruthy();
  expectLogged("Send invitation failed");
  return page;
};

beforeEach(() => logInAsAdmin());

describe("an administrator whose access changes while they're typing", () => {
  test("sees who changed it, copies what they typed, and logs in again to the same page", async () => {
    const page = await sendRejectedInvitation(ACCESS_CHANGED);
    const heading = screen.getByRole("heading", { name: "Your access has changed" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect([localStorage.getItem("adminAuth"), hasTokens("admin")]).toEqual([null, false]);
    await page.press("Copy what I typed");
    expect(await navigator.clipboard.readText()).toBe("june@example.org");
    expect(readDraft({ owner: "admin admin", form: "admin-invitation" })).toMatchObject({
      email: "june@example.org",
    });
    // Wait longer than the usual redirect takes, because a redirect would replace this message.
    await new Promise((resolve) => setTimeout(resolve, 2200));
    expect(page.currentPath()).toBe("/dashboard/settings/team");
    expect(takeReturnPath("admin")).toBe("/dashboard/settings/team");
    await page.user.click(screen.getByRole("link", { name: "Log in again" }));
    expect(await screen.findByRole("dialog", { name: "Administrator Login" })).toBeTruthy();
  });

  test("sees who to ask if they were removed, and can copy what they typed", async () => {
    const page = await sendRejectedInvitation(ACCESS_REMOVED);
    expect(
      screen.getByRole("heading", { name: "You're not an administrator anymore" }),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy what I typed" })).toBeTruthy();
    expect(takeReturnPath("admin")).toBeNull();
    await page.user.click(screen.getByRole("link", { name: "Go to the home page" }));
    await waitFor(() => expect(page.currentPath()).toBe("/"));
  });

  test("sees the message when opening a page, too, but has nothing to copy", async () => {
    adminApi({ "GET /api/donations": ACCESS_REMOVED, "GET /api/donations/sums": ACCESS_REMOVED });
    renderApp("/dashboard/donations");
    expect(await screen.findByText(ACCESS_REMOVED.body.message, { selector: "p" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy what I typed" })).toBeNull();
  });
});
