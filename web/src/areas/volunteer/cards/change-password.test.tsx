import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { volunteerRecord } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { findLoginField } from "#testing/login-name.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";
import { ProfileCard } from "./profile-card.tsx";

const CHANGE_ENDPOINT = "PUT /api/volunteer/:volunteerId/change-password";
const CURRENT_LABEL = "Current password";
const NEW_LABEL = "New password";
const CONFIRM_LABEL = "Confirm new password";

const openDialog = async (response = {}) => {
  storeTokens("volunteer");
  const volunteer = volunteerRecord();
  const api = fakeApi({
    [CHANGE_ENDPOINT]: { body: { message: "Password changed" }, ...response },
  });
  const view = renderInApp(
    <DraftOwner value={`volunteer ${volunteer.id}`}>
      <ProfileCard volunteer={volunteer} />
    </DraftOwner>,
  );
  const card = screen.getByRole("region", { name: "Profile" });
  await view.user.click(within(card).getByRole("button", { name: "Change Password" }));
  const dialog = await screen.findByRole("dialog", { name: "Change Password" });
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
  const send = async (
    currentPassword: string,
    newPassword: string,
    repeatedPassword = newPassword,
  ) => {
    for (const [label, text] of [
      [CURRENT_LABEL, currentPassword],
      [NEW_LABEL, newPassword],
      [CONFIRM_LABEL, repeatedPassword],
    ] as const) {
      if (text) await view.user.type(field(label), text);
    }
    await view.user.click(within(dialog).getByRole("button", { name: "Change password" }));
  };
  return { ...api, ...view, volunteer, field, send };
};

const expectToast = (title: string, description: string) =>
  waitFor(() => expect(toasts.current()).toMatchObject({ title, description }));

test("tells password managers the volunteer's login", async () => {
  const { volunteer } = await openDialog();
  expect(await findLoginField()).toEqual(["username", volunteer.email]);
});

test("VDASH-29, VDASH-53, VDASH-57, VDASH-58: the dialog asks for three passwords, sends two of them, confirms and closes", async () => {
  const { field, send, callsOf, volunteer } = await openDialog();
  for (const label of [CURRENT_LABEL, NEW_LABEL, CONFIRM_LABEL])
    expect(field(label).type).toBe("password");
  expect(
    [CURRENT_LABEL, NEW_LABEL, CONFIRM_LABEL].map((label) => field(label).autocomplete),
  ).toEqual(["current-password", "new-password", "new-password"]);
  // Some keyboards send ñ as two characters.
  await send("the old one", "contrasen\u0303a");
  await expectToast("Password changed!", "Your other devices have been logged out.");
  expect(toasts.current()?.variant).toBe("success");
  expect(callsOf(CHANGE_ENDPOINT)).toMatchObject([
    {
      url: `/api/volunteer/${volunteer.id}/change-password`,
      body: { currentPassword: "the old one", newPassword: "contraseña" },
    },
  ]);
  expect(Object.keys(callsOf(CHANGE_ENDPOINT)[0]?.body as object)).toHaveLength(2);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("VDASH-53: the dialog shows and hides each password", async () => {
  const { field, user } = await openDialog();
  await user.click(screen.getByRole("button", { name: "Show new password" }));
  expect([field(CURRENT_LABEL).type, field(NEW_LABEL).type]).toEqual(["password", "text"]);
  await user.click(screen.getByRole("button", { name: "Hide new password" }));
  expect(field(NEW_LABEL).type).toBe("password");
});

test.each([
  [
    "VDASH-54",
    ["", "brand new", "brand new"],
    "Missing Information",
    "Please fill in all password fields.",
  ],
  [
    "VDASH-54",
    ["the old one", "brand new", ""],
    "Missing Information",
    "Please fill in all password fields.",
  ],
  [
    "VDASH-55",
    ["the old one", "brand new", "brand mew"],
    "Passwords don't match",
    "New password and confirm password must match.",
  ],
  [
    "VDASH-55, VDASH-56: with both errors",
    ["the old one", "short", "shirt"],
    "Passwords don't match",
    "New password and confirm password must match.",
  ],
  [
    "VDASH-56",
    ["the old one", "short", "short"],
    "Password too short",
    "New password must be at least 6 characters long.",
  ],
] as const)(
  "%s: the dialog sends nothing for %s and keeps the input",
  async (_, passwords, title, text) => {
    const { field, send, callsOf } = await openDialog();
    await send(passwords[0], passwords[1], passwords[2]);
    await expectToast(title, text);
    expect(callsOf(CHANGE_ENDPOINT)).toEqual([]);
    expect([CURRENT_LABEL, NEW_LABEL, CONFIRM_LABEL].map((label) => field(label).value)).toEqual([
      ...passwords,
    ]);
  },
);

test("VDASH-59: the dialog marks a wrong current password on its field and keeps the input", async () => {
  const message = "Your current password isn't correct.";
  const issues = [{ path: "currentPassword", message }];
  const { field, send } = await openDialog({ status: 400, body: { message, issues } });
  await send("wrong", "brand new");
  await expectToast("Error changing password", message);
  expect(field(CURRENT_LABEL).getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(field(CURRENT_LABEL)));
  expect(field(NEW_LABEL).value).toBe("brand new");
  expectLogged("Change password failed");
});

test("threat 50: the dialog doesn't save a draft", async () => {
  const { send } = await openDialog({ status: 503, body: "" });
  await send("the old one", "brand new");
  await expectToast(
    "Error changing password",
    "We couldn't change your password. Please try again.",
  );
  expectLogged("Change password failed");
  const storedText = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]);
  for (const secret of ["the old one", "brand new"]) expect(storedText).not.toContain(secret);
});
