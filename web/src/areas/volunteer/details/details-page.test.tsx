import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { OwnDetails } from "#data/own-details/mutations.ts";
import { saveDraft } from "#lib/drafts/drafts.ts";
import { draftOwner } from "#lib/session/session.ts";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi, type FakeCall, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsVolunteer } from "#testing/logging-in.ts";
import { findLoginField } from "#testing/login-name.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const DETAILS_PATH = "/api/volunteer/:volunteerId/details" as const;
const EMAIL_CHANGE_PATH = "/api/volunteer/:volunteerId/email-change" as const;

const VOLUNTEER = { id: anId(), firstName: "June", lastName: "Park", email: "june@example.org" };

const ownDetails = (overrides: Partial<OwnDetails> = {}): OwnDetails => ({
  firstName: "June",
  lastName: "Park",
  email: "june@example.org",
  newEmail: null,
  phone: "817-555-0142",
  zipCode: null,
  city: null,
  state: null,
  availability: null,
  interests: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  wantsNews: true,
  updatedAt: "2026-11-20T15:00:00Z",
  ...overrides,
});

interface Overrides {
  readonly read?: FakeResponse;
  readonly save?: FakeResponse;
  readonly request?: FakeResponse;
  readonly cancel?: FakeResponse;
}

/** Opens the page on a server that stores the details. `overrides` replace its responses. */
const openPage = async (details = ownDetails(), overrides: Overrides = {}) => {
  logInAsVolunteer(VOLUNTEER);
  let stored = details;
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/zip-lookup/:zip": { body: { city: "Fort Worth", state: "TX" } },
    [`GET ${DETAILS_PATH}`]: () => overrides.read ?? { body: stored },
    [`PUT ${DETAILS_PATH}`]: ({ body }: FakeCall) => {
      if (overrides.save) return overrides.save;
      stored = { ...stored, ...(body as object), updatedAt: "2026-11-21T15:00:00Z" };
      return { body: stored };
    },
    [`POST ${EMAIL_CHANGE_PATH}`]: ({ body }: FakeCall) => {
      if (overrides.request) return overrides.request;
      stored = { ...stored, newEmail: (body as { email: string }).email };
      return { body: { message: "ok" } };
    },
    [`DELETE ${EMAIL_CHANGE_PATH}`]: () => {
      if (overrides.cancel) return overrides.cancel;
      stored = { ...stored, newEmail: null };
      return { body: { message: "ok" } };
    },
  });
  const view = renderApp("/volunteer-dashboard/details");
  await screen.findByRole("heading", { level: 1, name: "Your details" });
  /** The pattern allows more text after the label, because labels of optional fields say that they're optional. */
  const field = (label: string) =>
    screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}( |$)`));
  const type = async (label: string, text: string) => view.user.type(await field(label), text);
  const askForEmail = async (email: string, password: string) => {
    await view.press("Change Email");
    const dialog = within(await screen.findByRole("dialog", { name: "Change Email" }));
    if (email) await view.user.type(dialog.getByLabelText("New email"), email);
    if (password) await view.user.type(dialog.getByLabelText("Current password"), password);
    await view.user.click(dialog.getByRole("button", { name: "Send the link" }));
    return dialog;
  };
  return { ...api, ...view, field, type, askForEmail };
};

const expectToast = (title: string) =>
  waitFor(() => expect(toasts.current()).toMatchObject({ title }));

describe("a volunteer's details", () => {
  test("are saved with their version, but unchanged ones aren't sent, and a ZIP code fills in the city", async () => {
    const page = await openPage();
    await page.type("ZIP code", "76102");
    await waitFor(async () => expect((await page.field("City")).value).toBe("Fort Worth"));
    await page.user.selectOptions(await page.field("Availability"), "Weekday evenings");
    await page.type("Contact's name", "Sam Park");
    await page.type("Contact's phone", "817-555-0199");
    await page.press("Save details");
    expect(await screen.findByText("Your details are saved")).toBeTruthy();
    expect(page.callsOf(`PUT ${DETAILS_PATH}`).map(({ body }) => body)).toEqual([
      {
        zipCode: "76102",
        city: "Fort Worth",
        state: "TX",
        availability: "weekday-evenings",
        emergencyContactName: "Sam Park",
        emergencyContactPhone: "817-555-0199",
        updatedAt: "2026-11-20T15:00:00Z",
      },
    ]);
    expect((await page.field("Contact's name")).value).toBe("Sam Park");
  });

  test("greet the volunteer by the new name right away", async () => {
    const page = await openPage();
    await page.user.clear(await page.field("First name"));
    await page.type("First name", "Juniper");
    await page.press("Save details");
    expect(await screen.findByText("Your details are saved")).toBeTruthy();
    expect(JSON.parse(localStorage.getItem("volunteer-auth") ?? "{}")).toMatchObject({
      firstName: "Juniper",
      lastName: "Park",
      email: "june@example.org",
    });
  });

  test("must include a first name, and nothing is sent without one", async () => {
    const page = await openPage();
    await page.user.clear(await page.field("First name"));
    await page.press("Save details");
    await expectToast("Missing Information");
    expect(document.activeElement).toBe(await page.field("First name"));
    expect(page.callsOf(`PUT ${DETAILS_PATH}`)).toEqual([]);
  });

  test("keep what was typed after a failure and after a reload", async () => {
    const page = await openPage(ownDetails(), { save: { status: 503 } });
    await page.type("Interests", "Packing");
    await page.press("Save details");
    await expectToast("We couldn't save your details");
    expect((await page.field("Interests")).value).toBe("Packing");
    expectLogged("Save details failed");
    page.unmount();
    const reloadedPage = await openPage();
    expect((await reloadedPage.field("Interests")).value).toBe("Packing");
    expect(screen.getByText("We restored what you typed earlier.")).toBeTruthy();
  });

  test("that changed in another tab are shown next to what was typed", async () => {
    const newerDetails = ownDetails({ phone: "817-555-0100", updatedAt: "2026-11-21T15:00:00Z" });
    const page = await openPage(ownDetails(), {
      save: {
        status: 409,
        body: {
          code: "stale_edit",
          message: "Someone saved changes first, so yours weren't saved. Nothing is lost.",
          issues: Object.keys(newerDetails).map((path) => ({ path, message: "Changed" })),
          savedBy: "Someone",
          current: newerDetails,
        },
      },
    });
    await page.user.clear(await page.field("Phone"));
    await page.type("Phone", "817-555-0111");
    await page.press("Save details");
    expect(await screen.findByText("817-555-0100")).toBeTruthy();
    expect((await page.field("Phone")).value).toBe("817-555-0111");
  });

  test("are replaced by an explanation if the account has no volunteer record", async () => {
    const message = "Your login works, but we couldn't find your volunteer record.";
    await openPage(ownDetails(), {
      read: { status: 404, body: { code: "no_volunteer_record", message } },
    });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save details" })).toBeNull();
  });

  test("aren't shown if the account is disabled, and the volunteer is logged out", async () => {
    logInAsVolunteer();
    fakeApi({
      "GET /api/home": { body: homeData() },
      [`GET ${DETAILS_PATH}`]: { status: 403 },
    });
    const { currentPath } = renderApp("/volunteer-dashboard/details");
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(localStorage.getItem("volunteer-auth")).toBeNull();
  });

  test("have a checkbox that turns off emails about new events and changes nothing else", async () => {
    const page = await openPage();
    const checkbox = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: "Email me about new events",
    });
    expect(checkbox.checked).toBe(true);
    expect(
      screen.getByText("You'll always get reminders and updates for shifts you signed up for."),
    ).toBeTruthy();
    await page.user.click(checkbox);
    await page.press("Save details");
    expect(await screen.findByText("Your details are saved")).toBeTruthy();
    expect(page.callsOf(`PUT ${DETAILS_PATH}`).map(({ body }) => body)).toEqual([
      { wantsNews: false, updatedAt: "2026-11-20T15:00:00Z" },
    ]);
    expect(checkbox.checked).toBe(false);
  });

  test("come with a list of the emails that can't be turned off", async () => {
    await openPage();
    const card = within(await screen.findByRole("region", { name: "Emails you get from us" }));
    expect(card.getByText("A reminder the day before.")).toBeTruthy();
    expect(card.queryByRole("checkbox")).toBeNull();
  });
});

describe("a volunteer's email", () => {
  test("changes through a link to the new address, and the page says where it was sent", async () => {
    const page = await openPage();
    await page.askForEmail("new@example.org", "my password");
    await expectToast("Check your new inbox");
    expect(page.callsOf(`POST ${EMAIL_CHANGE_PATH}`).map(({ body }) => body)).toEqual([
      { email: "new@example.org", currentPassword: "my password" },
    ]);
    const notice = await screen.findByText("Your new email isn't confirmed yet");
    expect(notice.parentElement?.textContent).toContain("new@example.org");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Change Email"));
    expect(JSON.stringify(sessionStorage)).not.toContain("my password");
  });

  test("stays the same if the volunteer cancels the change, and the heading gets the focus", async () => {
    const page = await openPage(ownDetails({ newEmail: "new@example.org" }));
    await page.press("Change Password");
    expect(await findLoginField()).toEqual(["username", "june@example.org"]);
    await page.press("Close");
    await page.press("Keep my current email");
    await expectToast("Your email stays the same");
    expect(page.callsOf(`DELETE ${EMAIL_CHANGE_PATH}`)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.queryByText("Your new email isn't confirmed yet")).toBeNull(),
    );
    expect(document.activeElement?.textContent).toBe("Email and password");
  });

  test("still shows the change as pending if canceling fails", async () => {
    const page = await openPage(ownDetails({ newEmail: "new@example.org" }), {
      cancel: { status: 503 },
    });
    await page.press("Keep my current email");
    await expectToast("We couldn't cancel the change");
    expect(screen.getByText("Your new email isn't confirmed yet")).toBeTruthy();
    expectLogged("An email change could not be canceled");
  });

  test("the form shows a wrong password on its field and keeps the new address", async () => {
    const message = "Your current password isn't correct.";
    const page = await openPage(ownDetails(), {
      request: {
        status: 400,
        body: {
          code: "validation_failed",
          message,
          issues: [{ path: "currentPassword", message }],
        },
      },
    });
    const dialog = await page.askForEmail("new@example.org", "wrong");
    expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
    expect(dialog.getByLabelText<HTMLInputElement>("New email").value).toBe("new@example.org");
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByLabelText("Current password")),
    );
    expectLogged("Send the link failed");
  });

  test("the form requires both fields", async () => {
    const page = await openPage();
    await page.askForEmail("", "");
    await expectToast("Missing Information");
    expect(page.callsOf(`POST ${EMAIL_CHANGE_PATH}`)).toEqual([]);
  });

  test("the form restores the address that was typed before the session ended, but not the password", async () => {
    logInAsVolunteer(VOLUNTEER);
    saveDraft(
      { owner: draftOwner("volunteer") ?? "", form: "change email" },
      { email: "typed@example.org", currentPassword: "secret" },
    );
    const page = await openPage();
    await page.press("Change Email");
    const dialog = within(await screen.findByRole("dialog", { name: "Change Email" }));
    expect(dialog.getByLabelText<HTMLInputElement>("New email").value).toBe("typed@example.org");
    expect(dialog.getByLabelText<HTMLInputElement>("Current password").value).toBe("");
  });
});
