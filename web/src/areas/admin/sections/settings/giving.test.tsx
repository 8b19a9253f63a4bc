import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { donationSettings } from "#testing/settings-builders.ts";
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
  const openRarelyUsedFields = () => view.press("Limits, card fees and employer match");
  const getLevel = (number: number) =>
    within(screen.getByRole("listitem", { name: `gift level ${number}` }));
  return {
    ...api,
    ...view,
    getLevel,
    openRarelyUsedFields,
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
    expect(await screen.findByText("Gift levels and limits saved")).toBeTruthy();
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

  test("confirms all values if they are saved without a change", async () => {
    const { press, readSentChanges } = await openPage({
      "GET /api/settings": { body: { ...settings, isGivingConfirmed: false } },
    });
    await press("Save giving settings");
    expect(await screen.findByText("Gift levels and limits saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      {
        giftLevels: settings.giftLevels,
        packagePrice: settings.packagePrice,
        packageCosts: settings.packageCosts,
        minDonation: settings.minDonation,
        maxDonation: settings.maxDonation,
        cardFeePercent: settings.cardFeePercent,
        cardFeeFixed: settings.cardFeeFixed,
        employerMatchUrl: settings.employerMatchUrl,
        updatedAt: expect.any(String),
      },
    ]);
  });

  test.each([
    ["Amount in dollars", "75.50", "Enter whole dollars, such as 50."],
    ["Amount in dollars", "0", "Enter $1 or more."],
    ["What it pays for", " ", "Fill this in."],
  ])(
    "shows an error next to the field and sends nothing if a gift level's %s is %j",
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

  test.each([
    ["$1,250", 1250, "1,250"],
    ["1250", 1250, "1,250"],
    [" $ 1,250.5 ", 1250.5, "1,250.50"],
    ["49.99", 49.99, "49.99"],
  ])("reads %j as an amount and shows what it understood", async (entered, amount, shownText) => {
    const { press, retype, readSentChanges, user } = await openPage();
    const field = screen.getByLabelText<HTMLInputElement>("Cost of one care package in dollars");
    await retype(field, entered);
    await user.tab();
    expect(field.value).toBe(shownText);
    await press("Save giving settings");
    expect(await screen.findByText("Gift levels and limits saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([{ packagePrice: amount, updatedAt: expect.any(String) }]);
  });

  test.each([
    ["1,25", "Enter an amount, such as 50 or 50.25."],
    ["fifty", "Enter an amount, such as 50 or 50.25."],
    ["", "Enter an amount, such as 50 or 50.25."],
    ["0.001", "Enter an amount, such as 50 or 50.25."],
    ["500001", "Enter $500,000 or less."],
  ])("keeps the price %j as typed and explains what is wrong with it", async (entered, message) => {
    const { press, retype, readSentChanges } = await openPage();
    const field = screen.getByLabelText<HTMLInputElement>("Cost of one care package in dollars");
    await retype(field, entered);
    await press("Save giving settings");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field.value).toBe(entered);
    expect(readSentChanges()).toEqual([]);
  });

  test("saves the package price with its costs, which must add up to the cent", async () => {
    const { press, retype, readSentChanges, user } = await openPage();
    const getCost = (number: number) =>
      within(screen.getByRole("listitem", { name: `cost ${number}` }));
    await press("Add cost");
    await user.type(getCost(1).getByLabelText("What it's for"), "Postage");
    await user.type(getCost(1).getByLabelText("Amount in dollars"), "54.99");
    await retype(screen.getByLabelText("Cost of one care package in dollars"), "55");
    expect(screen.getByText("These costs add up to $54.99 of $55.00.")).toBeTruthy();
    await press("Save giving settings");
    const message = "These costs add up to $54.99, but one care package costs $55.00.";
    expect(await screen.findByText(message)).toBeTruthy();
    expect(readSentChanges()).toEqual([]);
    await retype(getCost(1).getByLabelText("Amount in dollars"), "55");
    await press("Save giving settings");
    expect(await screen.findByText("Gift levels and limits saved")).toBeTruthy();
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
    const { press, retype, openRarelyUsedFields } = await openPage({
      "PUT /api/settings": { status: 400, body },
    });
    await openRarelyUsedFields();
    await retype(screen.getByLabelText("Largest online donation in dollars"), "90000");
    await press("Save giving settings");
    const list = await screen.findByRole("group", { name: "Where the cost of a package goes" });
    expect(await within(list).findByText(message)).toBeTruthy();
    expectLogged("Save giving settings failed");
  });

  test("collapses rarely used fields, and shows them if one is rejected", async () => {
    const issues = [{ path: "cardFeePercent", message: "This isn't allowed" }];
    const body = { message: "Please check the highlighted fields.", issues };
    const { press, openRarelyUsedFields } = await openPage({
      "GET /api/settings": { body: { ...settings, isGivingConfirmed: false } },
      "PUT /api/settings": { status: 400, body },
    });
    expect(screen.queryByLabelText(/^Card fee percentage/)).toBeNull();
    await openRarelyUsedFields();
    expect(screen.getByLabelText(/^Card fee percentage/)).toBeTruthy();
    await openRarelyUsedFields();
    expect(screen.queryByLabelText(/^Card fee percentage/)).toBeNull();
    await press("Save giving settings");
    expect(await screen.findByText("This isn't allowed")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText(/^Card fee percentage/)),
    );
    expectLogged("Save giving settings failed");
  });

  test("sends null for an employer match link that was cleared", async () => {
    const { press, readSentChanges, retype, openRarelyUsedFields } = await openPage({
      "GET /api/settings": { body: { ...settings, employerMatchUrl: "https://match.example.org" } },
    });
    await openRarelyUsedFields();
    await retype(screen.getByLabelText(/^Employer match/), "");
    await press("Save giving settings");
    expect(await screen.findByText("Gift levels and limits saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([{ employerMatchUrl: null, updatedAt: expect.any(String) }]);
  });

  test("saves a seal's page and uploaded picture, and removes them again", async () => {
    const candidSealUrl = "/images/site/5ce4e000-0000-4000-8000-000000000027/240x240";
    const candidUrl = "https://candid.example.org/us";
    const { press, retype, readSentChanges } = await openPage({
      "GET /api/settings": { body: { ...settings, candidUrl, candidSealUrl } },
    });
    const bbb = within(await screen.findByRole("group", { name: "BBB" }));
    await retype(bbb.getByLabelText(/^Your page at BBB/), "http://bbb.example.org");
    await press("Save seals");
    expect(await bbb.findByText("Enter a full URL, such as https://example.org.")).toBeTruthy();
    expect(readSentChanges()).toEqual([]);
    await retype(bbb.getByLabelText(/^Your page at BBB/), "https://bbb.example.org/us");
    const candid = within(screen.getByRole("group", { name: "Candid" }));
    // There is no field for alt text, because the evaluator's name is always the picture's alt text.
    expect(candid.queryByLabelText("Alt text")).toBeNull();
    await retype(candid.getByLabelText(/^Your page at Candid/), "");
    await press("Remove picture");
    await press("Save seals");
    expect(await screen.findByText("Seals saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      {
        candidUrl: null,
        candidSealUrl: null,
        bbbUrl: "https://bbb.example.org/us",
        updatedAt: expect.any(String),
      },
    ]);
  });

  test("saves who signs receipts and letters, and shows the private picture of the signature", async () => {
    const signatureUrl = "/signatures/5ce4e000-0000-4000-8000-000000000028";
    const { press, retype, readSentChanges, callsOf } = await openPage({
      "GET /api/settings": { body: { ...settings, signatureUrl } },
      "GET /api/settings/signature": { body: "picture" },
    });
    expect(await screen.findByRole("img", { name: "Signature" })).toBeTruthy();
    expect(callsOf("GET /api/settings/signature")[0]?.headers.get("authorization")).toBeTruthy();
    await retype(screen.getByLabelText(/^Signed by/), "Rachel Whitfield");
    await retype(screen.getByLabelText(/^Sentence of thanks/), "Thank you for everything.");
    await press("Remove picture");
    await press("Save papers");
    expect(await screen.findByText("Papers saved")).toBeTruthy();
    expect(readSentChanges()).toEqual([
      {
        signerName: "Rachel Whitfield",
        paperThanks: "Thank you for everything.",
        signatureUrl: null,
        updatedAt: expect.any(String),
      },
    ]);
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
    const { retype, press, getLevel, openRarelyUsedFields, unmount } = await openPage({
      "PUT /api/settings": { status: 400, body },
    });
    await openRarelyUsedFields();
    await retype(getLevel(1).getByLabelText("What it pays for"), "A parcel");
    await retype(screen.getByLabelText("Largest online donation in dollars"), "2");
    await press("Save giving settings");
    expect(await screen.findByText("This isn't allowed")).toBeTruthy();
    expectLogged("Save giving settings failed");
    unmount();
    const reopenedPage = await openPage();
    expect(
      reopenedPage.getLevel(1).getByLabelText<HTMLInputElement>("What it pays for").value,
    ).toBe("A parcel");
    expect(
      screen.getByLabelText<HTMLInputElement>("Largest online donation in dollars").value,
    ).toBe("2");
  });
});
