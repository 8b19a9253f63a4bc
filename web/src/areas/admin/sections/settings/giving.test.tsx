import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { donationSettings } from "#testing/builders.ts";
import { fakeApi, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const settings = donationSettings({
  giftLevels: [
    { amount: 25, label: "Half a box" },
    { amount: 50, label: "One box" },
  ],
});

const openPage = async (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/settings": { body: settings },
    "PUT /api/settings": ({ body }: FakeCall) => ({ body: { ...settings, ...(body as object) } }),
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/giving");
  await screen.findByRole("form", { name: "Save giving settings" });
  const getLevel = (number: number) =>
    within(screen.getByRole("listitem", { name: `gift level ${number}` }));
  return {
    ...api,
    ...view,
    getLevel,
    readSentChanges: () => api.callsOf("PUT /api/settings").map(({ body }) => body),
  };
};

beforeEach(() => logInAsAdmin());

describe("the Giving form", () => {
  test("adds, moves, and removes gift levels and sends only the changes", async () => {
    const { getLevel, retype, press, readSentChanges } = await openPage();
    await press("Add gift level");
    await retype(getLevel(3).getByLabelText("Amount in dollars"), "100");
    await retype(getLevel(3).getByLabelText("What it pays for"), "Two boxes");
    await press("Move gift level 3 up");
    await press("Remove gift level 1");
    await press("Save giving settings");
    expect(await screen.findByText("Saved. Donors will see the changes right away")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      {
        giftLevels: [
          { amount: 100, label: "Two boxes" },
          { amount: 50, label: "One box" },
        ],
        updatedAt: expect.any(String),
      },
    ]);
  });

  test.each([
    ["Amount in dollars", "75.50", "Please enter a whole number."],
    ["Amount in dollars", "0", "Must be 1 or more."],
    ["What it pays for", " ", "Please fill this in."],
  ])(
    "reports a gift level whose %s is %j at the field and sends nothing",
    async (label, enteredText, message) => {
      const { getLevel, retype, press, readSentChanges } = await openPage();
      const field = getLevel(2).getByLabelText(label);
      await retype(field, enteredText);
      await press("Save giving settings");
      expect(await getLevel(2).findByText(message)).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(field));
      expect(readSentChanges()).toEqual([]);
    },
  );

  test("saves the package price with its costs, which must add up to the cent", async () => {
    const { press, retype, readSentChanges, user } = await openPage();
    const getCost = (number: number) =>
      within(screen.getByRole("listitem", { name: `cost ${number}` }));
    await press("Add cost");
    await user.type(getCost(1).getByLabelText("What it's for"), "Postage");
    await user.type(getCost(1).getByLabelText("Amount in dollars"), "54.99");
    await retype(screen.getByLabelText("Cost of one care package"), "55");
    expect(screen.getByText("These costs add up to $54.99 of $55.00.")).toBeTruthy();
    await press("Save giving settings");
    const message = "These costs add up to $54.99, but one care package costs $55.00.";
    expect(await screen.findByText(message)).toBeTruthy();
    expect(readSentChanges()).toEqual([]);
    await retype(getCost(1).getByLabelText("Amount in dollars"), "55");
    await press("Save giving settings");
    expect(await screen.findByText("Saved. Donors will see the changes right away")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      {
        packagePrice: 55,
        packageCosts: [{ label: "Postage", amount: 55 }],
        updatedAt: expect.any(String),
      },
    ]);
  });

  test("shows the server's error about the whole list below the list", async () => {
    const message = "These costs add up to $1.00, but one care package costs $50.00.";
    const body = { message, issues: [{ path: "packageCosts", message }] };
    const { press, retype } = await openPage({ "PUT /api/settings": { status: 400, body } });
    await retype(screen.getByLabelText("Largest online donation"), "90000");
    await press("Save giving settings");
    const list = await screen.findByRole("group", { name: "Where the cost of a package goes" });
    expect(await within(list).findByText(message)).toBeTruthy();
    expectLogged("Save giving settings failed");
  });

  test("sends null for an employer match link that was cleared", async () => {
    const { press, readSentChanges, retype } = await openPage({
      "GET /api/settings": { body: { ...settings, employerMatchUrl: "https://match.example.org" } },
    });
    await retype(screen.getByLabelText(/^Employer match/), "");
    await press("Save giving settings");
    expect(await screen.findByText("Saved. Donors will see the changes right away")).toBeTruthy();
    expect(readSentChanges()).toEqual([{ employerMatchUrl: null, updatedAt: expect.any(String) }]);
  });

  test("allows at most six gift levels", async () => {
    const { press } = await openPage();
    for (const _ of [3, 4, 5, 6]) await press("Add gift level");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add gift level" }).disabled).toBe(
      true,
    );
  });

  test("threat 50: keeps what was typed after a rejected save and restores it after a reload", async () => {
    const issues = [{ path: "maxDonation", message: "This isn't allowed" }];
    const body = { message: "Please check the highlighted fields.", issues };
    const { retype, press, getLevel, unmount } = await openPage({
      "PUT /api/settings": { status: 400, body },
    });
    await retype(getLevel(1).getByLabelText("What it pays for"), "A parcel");
    await retype(screen.getByLabelText("Largest online donation"), "2");
    await press("Save giving settings");
    expect(await screen.findByText("This isn't allowed")).toBeTruthy();
    expectLogged("Save giving settings failed");
    unmount();
    const reopenedPage = await openPage();
    expect(
      reopenedPage.getLevel(1).getByLabelText<HTMLInputElement>("What it pays for").value,
    ).toBe("A parcel");
    expect(screen.getByLabelText<HTMLInputElement>("Largest online donation").value).toBe("2");
  });
});
