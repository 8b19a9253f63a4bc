import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { anAdminDonation, anId } from "#testing/builders.ts";
import { aDonationRecord, aDonorRecord, aNoncashDonation } from "#testing/donor-builders.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const NOTICE = "The books are closed through September 30, 2025.";
const COUNTS_NOW = `${NOTICE} This counts as a change in the current month, listed with your reason.`;
const CLOSED_DAY = "2025-09-30";
const OPEN_DAY = "2025-10-01";

const openApp = (path: string, api: Parameters<typeof adminApi>[0]) => {
  const { callsOf } = adminApi({
    "GET /api/book-closings": {
      body: [
        {
          id: anId(),
          closedThrough: CLOSED_DAY,
          reason: null,
          closedBy: "treasurer",
          createdAt: "2025-10-05T15:00:00Z",
        },
      ],
    },
    "GET /api/donors/:id": { body: aDonorRecord({ firstName: "Ann", lastName: "Lee" }) },
    ...api,
  });
  return { callsOf, ...renderApp(path) };
};

const openDonation = (action: "void" | "correct", givenOn: string) => {
  const check = anAdminDonation({ firstName: "Ann", lastName: "Lee", method: "check", givenOn });
  return openApp(`/dashboard/donations?donation=${check.id}&${action}=${check.id}`, {
    "GET /api/donations": pagesOf([check]),
    "GET /api/donations/:id": { body: aDonationRecord(check) },
  });
};

const findDialog = async (name: string | RegExp) =>
  within(await screen.findByRole("dialog", { name }));

beforeEach(() => logInAsAdmin());

test("a void of a donation in a closed month says so before it's sent", async () => {
  openDonation("void", CLOSED_DAY);
  const dialog = await findDialog("Void Ann Lee's donation");
  expect(await dialog.findByText(COUNTS_NOW)).toBeTruthy();
});

test("a void by someone who isn't an owner says to ask one", async () => {
  logInAsAdmin(1, ["giving"]);
  openDonation("void", CLOSED_DAY);
  const dialog = await findDialog("Void Ann Lee's donation");
  expect(await dialog.findByText(`${NOTICE} Ask an owner.`)).toBeTruthy();
});

test("a correction says so if the donation leaves a closed month or enters one", async () => {
  const { user } = openDonation("correct", OPEN_DAY);
  const dialog = await findDialog("Correct Ann Lee's donation");
  const day = await dialog.findByLabelText("Date of gift");
  expect(dialog.queryByText(COUNTS_NOW)).toBeNull();
  await user.clear(day);
  await user.type(day, CLOSED_DAY);
  expect(await dialog.findByText(COUNTS_NOW)).toBeTruthy();
});

test("a correction into an open month still says that it changes the closed one", async () => {
  const { user } = openDonation("correct", CLOSED_DAY);
  const dialog = await findDialog("Correct Ann Lee's donation");
  const day = await dialog.findByLabelText("Date of gift");
  await user.clear(day);
  await user.type(day, OPEN_DAY);
  expect(await dialog.findByText(COUNTS_NOW)).toBeTruthy();
});

const gift = aNoncashDonation({ receivedOn: CLOSED_DAY, estimatedValue: 9000 });

test.each([
  ["correct", "Correct Priya Nair's gift"],
  ["void", "Void Priya Nair's gift"],
])("stock in a closed month says so before it's sent: %s", async (action, title) => {
  openApp(`/dashboard/donations/noncash?${action}=${gift.id}`, {
    "GET /api/noncash-donations": pagesOf([gift]),
  });
  expect(await (await findDialog(title)).findByText(COUNTS_NOW)).toBeTruthy();
});

test("an estimate in a closed month needs a reason, and a note doesn't", async () => {
  const { user, callsOf } = openApp(`/dashboard/donations/noncash?edit=${gift.id}`, {
    "GET /api/noncash-donations": pagesOf([gift]),
    "PUT /api/noncash-donations/:id": { body: { ...gift, estimatedValue: 9500 } },
  });
  const dialog = await findDialog("Edit Priya Nair's gift");
  await user.type(await dialog.findByLabelText(/^Note/), "By her broker");
  expect(dialog.queryByLabelText(/closed books/)).toBeNull();
  const estimate = dialog.getByLabelText(/^Our estimate/);
  await user.clear(estimate);
  await user.type(estimate, "9500");
  await user.type(await dialog.findByLabelText("Why this changes closed books"), "Appraised");
  await user.click(dialog.getByRole("button", { name: "Save gift" }));
  await waitFor(() =>
    expect(callsOf("PUT /api/noncash-donations/:id").map(({ body }) => body)).toEqual([
      {
        estimatedValue: "9500",
        note: "By her broker",
        lateReason: "Appraised",
        updatedAt: gift.updatedAt,
      },
    ]),
  );
});

const deposit = {
  id: anId(),
  depositedOn: CLOSED_DAY,
  slipTotal: 50,
  reference: "Slip 7",
  notes: null,
  isDemo: true,
  closedAt: null,
  reopenReason: null,
  createdAt: "2025-09-30T15:00:00.000Z",
  updatedAt: "2025-09-30T15:00:00.000Z",
  donationCount: 0,
  deposited: 0,
};

test.each([
  [undefined, CLOSED_DAY, `${NOTICE} This counts as a change in the current month.`],
  [["giving"] as const, CLOSED_DAY, `${NOTICE} Ask an owner.`],
  [undefined, OPEN_DAY, null],
])(
  "deleting a deposit of a closed month says so before it's sent (areas: %s, day: %s)",
  async (areas, depositedOn, notice) => {
    logInAsAdmin(1, areas);
    const { user } = openApp("/dashboard/donations/deposits", {
      "GET /api/deposits": pagesOf([{ ...deposit, depositedOn }]),
    });
    await user.click(await screen.findByRole("button", { name: /^More for Deposit on/ }));
    await user.click(await screen.findByRole("menuitem", { name: /^Delete Deposit on/ }));
    const dialog = await findDialog(/^Delete Deposit on/);
    expect(dialog.getByText(/Are you sure you want to delete this deposit\?/)).toBeTruthy();
    if (notice === null) expect(dialog.queryByText(/books are closed/)).toBeNull();
    else expect(await dialog.findByText(notice)).toBeTruthy();
  },
);

test("a deposit that is moved out of a closed month needs a reason", async () => {
  const { user } = openApp(`/dashboard/donations/deposits?edit=${deposit.id}`, {
    "GET /api/deposits": pagesOf([deposit]),
  });
  const form = within(await screen.findByRole("form", { name: "Save deposit" }));
  expect(form.queryByLabelText(/closed books/)).toBeNull();
  await user.clear(form.getByLabelText("Date"));
  await user.type(form.getByLabelText("Date"), OPEN_DAY);
  expect(await form.findByLabelText("Why this changes closed books")).toBeTruthy();
});
