import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { AdminInvitation } from "#data/admin-invitations/mutations.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const INVITE_ROUTE = "POST /api/admin-invitations";
const REVOKE_ROUTE = "DELETE /api/admin-invitations/:id";

const anInvitation = (overrides: Partial<AdminInvitation> = {}): AdminInvitation => ({
  id: anId(),
  email: "june@example.org",
  areas: ["giving", "content"],
  invitedBy: "rosalind",
  state: "open",
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z",
  ...overrides,
});

const openPage = (rows: AdminInvitation[] = [], overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/admin/second-factor-rule": { body: { isRequired: false } },
    "GET /api/administrators": { body: [] },
    "GET /api/admin-invitations": () => ({ body: rows }),
    [INVITE_ROUTE]: ({ body }) => {
      const invitation = anInvitation(body as Partial<AdminInvitation>);
      rows.push(invitation);
      return { status: 201, body: invitation };
    },
    [REVOKE_ROUTE]: () => {
      rows.pop();
      return { body: { message: "Invitation revoked" } };
    },
    ...overrides,
  });
  return { ...api, ...renderApp("/dashboard/settings/team") };
};

const openForm = async (page: ReturnType<typeof openPage>) => {
  await page.user.click(await screen.findByRole("button", { name: "Invite an administrator" }));
  const dialog = within(await screen.findByRole("dialog"));
  return {
    dialog,
    type: (email: string) => page.user.type(dialog.getByLabelText("Email"), email),
    check: (label: string) => page.user.click(dialog.getByRole("checkbox", { name: label })),
    send: () => page.user.click(dialog.getByRole("button", { name: "Send invitation" })),
  };
};

beforeEach(() => logInAsAdmin());

describe("inviting an administrator", () => {
  test("sends the address and the areas, and lists the invitation", async () => {
    const page = openPage();
    const form = await openForm(page);
    await form.type("june@example.org");
    await form.check("Content");
    await form.check("Giving");
    await form.send();
    const item = await screen.findByText(/^Giving; Content/);
    expect(item.textContent).toBe(
      "Giving; Content · Invited by rosalind · Expires November 27, 2026",
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(page.callsOf(INVITE_ROUTE).map(({ body }) => body)).toEqual([
      { email: "june@example.org", areas: ["giving", "content"] },
    ]);
  });

  test("invites an owner only if Owner is checked", async () => {
    const page = openPage();
    const form = await openForm(page);
    await form.type("june@example.org");
    await form.send();
    expect(await form.dialog.findByText("Choose at least one area.")).toBeTruthy();
    expect(page.callsOf(INVITE_ROUTE)).toEqual([]);
    await form.check("Owner");
    await form.send();
    await waitFor(() => expect(page.callsOf(INVITE_ROUTE)).toHaveLength(1));
    expect(page.callsOf(INVITE_ROUTE)[0]?.body).toEqual({ email: "june@example.org", areas: null });
  });

  test("keeps what was typed after a failure, and reuses the idempotency key for a retry", async () => {
    const message = "This email address already has a login here. Use another address.";
    const page = openPage([], { [INVITE_ROUTE]: { status: 409, body: { message } } });
    const form = await openForm(page);
    await form.type("june@example.org");
    await form.check("Content");
    await form.send();
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: "The invitation wasn't sent",
        description: message,
      }),
    );
    expect(form.dialog.getByLabelText<HTMLInputElement>("Email").value).toBe("june@example.org");
    await form.send();
    await waitFor(() => expect(page.callsOf(INVITE_ROUTE)).toHaveLength(2));
    expectLogged("Send invitation failed");
    const keys = page.callsOf(INVITE_ROUTE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test("revokes an invitation after a confirmation", async () => {
    const page = openPage([anInvitation({ areas: null })]);
    expect(await screen.findByText(/^Owner · Invited by rosalind/)).toBeTruthy();
    await page.pressInMenu("june@example.org", "Revoke the invitation to june@example.org");
    expect(page.callsOf(REVOKE_ROUTE)).toEqual([]);
    await page.press("Revoke");
    await waitFor(() => expect(screen.queryByText("june@example.org")).toBeNull());
    expect(page.callsOf(REVOKE_ROUTE)).toHaveLength(1);
  });
});

describe("an invitation whose link doesn't work anymore", () => {
  test("is shown as expired, and is sent again with one click", async () => {
    const expired = anInvitation({ state: "expired", expiresAt: "2026-11-10T12:00:00.000Z" });
    const rows = [expired];
    const page = openPage(rows, {
      [INVITE_ROUTE]: ({ body }) => {
        rows[0] = anInvitation(body as Partial<AdminInvitation>);
        return { status: 201, body: rows[0] };
      },
    });
    const row = within((await screen.findByText("june@example.org")).closest("li")!);
    expect(row.getByText("Expired", { selector: "p *" })).toBeTruthy();
    expect(
      row.queryByRole("button", { name: "Revoke the invitation to june@example.org" }),
    ).toBeNull();
    await page.press("Invite again: june@example.org");
    expect(await screen.findByText(/Expires/)).toBeTruthy();
    expect(page.callsOf(INVITE_ROUTE).map(({ body }) => body)).toEqual([
      { email: "june@example.org", areas: ["giving", "content"] },
    ]);
    expect(toasts.current()?.title).toBe("A new invitation is on its way to june@example.org");
    expect(screen.queryByRole("button", { name: "Invite again: june@example.org" })).toBeNull();
  });

  test("says that its sender isn't an owner anymore, and can be removed", async () => {
    const page = openPage([anInvitation({ state: "stopped", invitedBy: null })]);
    expect(
      await screen.findByText(/because the person who sent it isn't an owner anymore/),
    ).toBeTruthy();
    await page.pressInMenu("june@example.org", "Remove the invitation to june@example.org");
    await page.press("Remove");
    await waitFor(() => expect(screen.queryByText("june@example.org")).toBeNull());
    expect(page.callsOf(REVOKE_ROUTE)).toHaveLength(1);
  });

  test("is kept if sending it again fails, and a retry reuses the idempotency key", async () => {
    const page = openPage([anInvitation({ state: "expired" })], {
      [INVITE_ROUTE]: { status: 503, body: { message: "We're very busy right now." } },
    });
    await page.press("Invite again: june@example.org");
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: "The invitation wasn't sent",
        description: "We're very busy right now.",
      }),
    );
    expectLogged("An invitation could not be sent again");
    await page.press("Invite again: june@example.org");
    await waitFor(() => expect(page.callsOf(INVITE_ROUTE)).toHaveLength(2));
    const [first, second] = page
      .callsOf(INVITE_ROUTE)
      .map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toBe(second);
    await waitFor(() => expectLogged("An invitation could not be sent again"));
  });
});
