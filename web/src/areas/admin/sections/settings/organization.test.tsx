import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { donationSettings, openingBalances } from "#testing/settings-builders.ts";
import { fakeApi, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const BALANCES_ROUTE = "PUT /api/impact-stats/opening-balances";

const CONTACT = {
  organizationName: "Boxes for Heroes",
  taxId: "12-3456789",
  address: "1 Main Street",
  phone: "(817) 555-0101",
  email: "hello@example.org",
  updatedAt: "2026-11-20T15:00:00.000Z",
};

const openPage = async (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  let settings = donationSettings();
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/contact-info": { body: CONTACT },
    "GET /api/settings": () => ({ body: settings }),
    "GET /api/impact-stats/opening-balances": { body: openingBalances() },
    "PUT /api/settings": ({ body }: FakeCall) => {
      settings = { ...settings, ...(body as object) };
      return { body: settings };
    },
    [BALANCES_ROUTE]: { body: openingBalances() },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/organization");
  await screen.findByRole("form", { name: "Save social links" });
  await screen.findByRole("form", { name: "Save opening totals" });
  const getForm = (name: string) => within(screen.getByRole("form", { name }));
  return {
    ...api,
    ...view,
    getForm,
    readSentChanges: () => api.callsOf("PUT /api/settings").map(({ body }) => body),
  };
};

beforeEach(() => logInAsAdmin());

describe("the Organization panel", () => {
  test("changes the phone number here, too, for those who have access to Content", async () => {
    const { getForm, retype, press, callsOf } = await openPage({
      "POST /api/update-contact": ({ body }: FakeCall) => ({ body: { ...CONTACT, ...body! } }),
    });
    await screen.findByRole("form", { name: "Update contact information" });
    await retype(getForm("Update contact information").getByLabelText("Phone"), "(817) 555-0199");
    await press("Update contact information");
    await waitFor(() =>
      expect(callsOf("POST /api/update-contact").map(({ body }) => body)).toEqual([
        { phone: "(817) 555-0199", updatedAt: CONTACT.updatedAt },
      ]),
    );
  });

  test("says who can change the phone number to those who can't", async () => {
    logInAsAdmin(1, ["settings"]);
    const { callsOf } = await openPage();
    expect(screen.getByText(/^Administrators with access to Content can change/)).toBeTruthy();
    expect(callsOf("GET /api/contact-info")).toEqual([]);
  });

  test("suggests time zones, shows the time in the entered one, and warns that all events move", async () => {
    const { getForm, retype, press, readSentChanges } = await openPage();
    const field = getForm("Save time zone").getByLabelText<HTMLInputElement>("Time zone");
    const suggestions = [...(field.list?.options ?? [])].map(({ value, label }) => [value, label]);
    expect(suggestions).toContainEqual(["America/New_York", "Eastern Time"]);
    await retype(field, "America/New_York");
    expect(await screen.findByText(/^It's \w+day \d+:\d\d [AP]M there now\.$/)).toBeTruthy();
    await press("Save time zone");
    expect(await screen.findByText("Change the time zone to America/New_York?")).toBeTruthy();
    expect(screen.getByText(/^All events move to the new time zone\./)).toBeTruthy();
    expect(readSentChanges()).toEqual([]);
    await press("Change time zone");
    expect(await screen.findByText("Time zone saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      { timeZone: "America/New_York", updatedAt: expect.any(String) },
    ]);
  });

  test("confirms the time zone if it is saved without a change, and doesn't ask first", async () => {
    const { press, readSentChanges } = await openPage({
      "GET /api/settings": { body: donationSettings({ isTimeZoneConfirmed: false }) },
    });
    await press("Save time zone");
    expect(await screen.findByText("Time zone saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      { timeZone: "America/Chicago", updatedAt: expect.any(String) },
    ]);
  });

  test("saves the limit on emails per day, and removes it if the field is empty", async () => {
    const { getForm, retype, press, readSentChanges } = await openPage();
    const getField = () =>
      getForm("Save email limit").getByLabelText<HTMLInputElement>(/^Emails per day/);
    expect(getField().value).toBe("");
    await retype(getField(), "9");
    await press("Save email limit");
    expect(await screen.findByText("Enter 10 or more.")).toBeTruthy();
    await retype(getField(), "1,500");
    await press("Save email limit");
    expect(await screen.findByText("Email limit saved")).toBeTruthy();
    await waitFor(() => expect(getField().value).toBe("1,500"));
    await retype(getField(), "");
    await press("Save email limit");
    await waitFor(() =>
      expect(readSentChanges()).toEqual([
        { emailsPerDay: 1500, updatedAt: expect.any(String) },
        { emailsPerDay: null, updatedAt: expect.any(String) },
      ]),
    );
  });

  test("saves how many hours before a shift nobody moves up by themselves", async () => {
    const { getForm, retype, press, readSentChanges } = await openPage();
    const field = getForm("Save waiting lists").getByLabelText<HTMLInputElement>(/^Hours before/);
    expect(field.value).toBe("12");
    await retype(field, "24");
    await press("Save waiting lists");
    expect(await screen.findByText("Waiting lists saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([{ promotionHours: 24, updatedAt: expect.any(String) }]);
  });

  test("can be saved or canceled only after a change, and says so", async () => {
    const { getForm, retype, press, readSentChanges } = await openPage();
    const form = getForm("Save spending");
    const readDisabledStates = () =>
      ["Save spending", "Cancel"].map(
        (name) => form.getByRole("button", { name }).getAttribute("aria-disabled") === "true",
      );
    expect(readDisabledStates()).toEqual([true, true]);
    await press("Save spending");
    expect(await screen.findByText("Nothing to save yet")).toBeTruthy();
    const year = form.getByLabelText<HTMLInputElement>(/^Year/);
    const storedYear = year.value;
    await retype(year, "2019");
    expect(readDisabledStates()).toEqual([false, false]);
    await retype(year, storedYear);
    expect(readDisabledStates()).toEqual([true, true]);
    expect(readSentChanges()).toEqual([]);
  });

  test("keeps the entered time zone on Cancel and sends nothing", async () => {
    const { getForm, retype, press, readSentChanges } = await openPage();
    const field = getForm("Save time zone").getByLabelText<HTMLInputElement>("Time zone");
    await retype(field, "Europe/Paris");
    await press("Save time zone");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("Change the time zone to Europe/Paris?");
    within(dialog).getByRole("button", { name: "Cancel" }).click();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(field.value).toBe("Europe/Paris");
    const button = screen.getByRole("button", { name: "Save time zone" });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(readSentChanges()).toEqual([]);
  });

  test("reports an unknown time zone next to its field", async () => {
    const { getForm, retype, press, readSentChanges } = await openPage();
    await retype(getForm("Save time zone").getByLabelText("Time zone"), "Mars/Olympus");
    await press("Save time zone");
    expect(await screen.findByText("Choose a time zone, such as America/Chicago.")).toBeTruthy();
    expect(readSentChanges()).toEqual([]);
  });

  test("shows how each public total is computed and sends only the changes", async () => {
    const { getForm, retype, press, callsOf } = await openPage();
    expect(
      screen.getByText("The site shows 48,216: 38,420 from before and 9,796 recorded here."),
    ).toBeTruthy();
    await retype(getForm("Save opening totals").getByLabelText("Families helped"), "9200");
    await press("Save opening totals");
    expect(await screen.findByText("Opening totals saved")).toBeTruthy();
    expect(callsOf(BALANCES_ROUTE).map(({ body }) => body)).toEqual([
      { familiesHelped: 9200, updatedAt: expect.any(String) },
    ]);
  });

  test("rejects a starting year before 1800 and sends null for a cleared one", async () => {
    const { getForm, retype, press, callsOf } = await openPage();
    const sinceField = getForm("Save opening totals").getByLabelText<HTMLInputElement>(/^Since/);
    expect(sinceField.value).toBe("2011");
    await retype(sinceField, "1799");
    await press("Save opening totals");
    expect(await screen.findByText(/1800/)).toBeTruthy();
    await retype(sinceField, "");
    await press("Save opening totals");
    expect(await screen.findByText("Opening totals saved")).toBeTruthy();
    expect(callsOf(BALANCES_ROUTE).map(({ body }) => body)).toEqual([
      { since: null, updatedAt: expect.any(String) },
    ]);
  });

  test("shows an error and keeps an entered total when saving fails", async () => {
    const { getForm, retype, press } = await openPage({
      [BALANCES_ROUTE]: { status: 503 },
    });
    const field =
      getForm("Save opening totals").getByLabelText<HTMLInputElement>("Families helped");
    await retype(field, "9201");
    await press("Save opening totals");
    expect(
      await screen.findByText("We couldn't save the opening totals. Please try again."),
    ).toBeTruthy();
    expect(field.value).toBe("9,201");
    expectLogged("Save opening totals failed");
  });

  test("accepts spending in dollars, shows the percentages, and requires a year", async () => {
    const { getForm, press, user, readSentChanges } = await openPage();
    const getCategory = (number: number) =>
      within(screen.getByRole("listitem", { name: `category ${number}` }));
    for (const [index, [label, amount]] of [
      ["Programs", "910.50"],
      ["Administration", "89.50"],
    ].entries()) {
      await press("Add category");
      await user.type(getCategory(index + 1).getByLabelText("What it's for"), label ?? "");
      await user.type(getCategory(index + 1).getByLabelText("Amount in dollars"), amount ?? "");
    }
    expect(screen.getByText("Total $1,000: Programs 91%, Administration 9%.")).toBeTruthy();
    await press("Save spending");
    expect(await screen.findByText("Enter the year these figures are for.")).toBeTruthy();
    expect(readSentChanges()).toEqual([]);
    await user.type(getForm("Save spending").getByLabelText(/^Year/), "2025");
    await press("Save spending");
    expect(await screen.findByText("Spending saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      {
        spendingYear: 2025,
        spending: [
          { label: "Programs", amount: 910.5 },
          { label: "Administration", amount: 89.5 },
        ],
        updatedAt: expect.any(String),
      },
    ]);
  });

  test("sends null for a cleared social link", async () => {
    const { getForm, press, retype, readSentChanges } = await openPage();
    await retype(getForm("Save social links").getByLabelText(/^X/), "");
    await press("Save social links");
    expect(await screen.findByText("Social links saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([{ xUrl: null, updatedAt: expect.any(String) }]);
  });
});
