import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const refund = {
  id: anId(),
  donationId: anId(),
  donorId: anId(),
  firstName: "Hugo",
  lastName: "Barlow",
  receiptNumber: "R-2026-000007",
  kind: "refund",
  reason: "Donated twice by mistake",
  amount: -200,
  countedOn: "2026-11-03",
  givenOn: "2026-10-30",
};
const MONTH = {
  given: 0,
  refunded: 0,
  disputed: 0,
  returned: 0,
  voided: 0,
  late: 0,
  net: 0,
  isClosed: false,
};

test("refunds are listed with the month that they lowered", async () => {
  logInAsAdmin();
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donation-adjustments": pagesOf([
      refund,
      { ...refund, id: anId(), amount: 200 },
      { ...refund, id: anId(), kind: "return", reason: "insufficient_funds" },
    ]),
    "GET /api/book-closings": { body: [] },
    "GET /api/late-entries": { body: [] },
    "GET /api/donation-months": {
      body: [
        { ...MONTH, month: "2026-11", given: 1000, refunded: -200, returned: -50, net: 750 },
        { ...MONTH, month: "2026-10", given: 500, refunded: 20, net: 520 },
        { ...MONTH, month: "2026-09" },
      ],
    },
  });
  renderApp("/dashboard/donations/refunds");
  const months = await screen.findByRole("list", { name: "By month" });
  expect(
    within(months)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "November 2026$1,000.00 given, $200.00 refunded, $50.00 returned by banks$750.00",
    "October 2026$500.00 given, $20.00 came back$520.00",
  ]);
  expect((await screen.findAllByText("Hugo Barlow")).length).toBe(3);
  const table = screen.getByRole("table");
  expect(within(table).getByText("Refund that failed")).toBeTruthy();
  const returned = within(table).getByRole("cell", { name: /^Returned by the bank/ });
  expect(returned.textContent).toBe("Returned by the bankThere wasn't enough money in the account");
});

const CLOSING = {
  id: anId(),
  closedThrough: "2026-09-30",
  reason: null,
  closedBy: "treasurer",
  createdAt: "2026-10-05T15:00:00Z",
};

const fakeBooks = () =>
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donation-adjustments": pagesOf([]),
    "GET /api/donation-months": {
      body: [
        { ...MONTH, month: "2026-11", given: 1000, late: 120, net: 1120 },
        { ...MONTH, month: "2026-10", given: 500, net: 500 },
        { ...MONTH, month: "2026-09", given: 300, net: 300, isClosed: true },
        { ...MONTH, month: "2026-08", given: 200, net: 200, isClosed: true },
      ],
    },
    "GET /api/book-closings": { body: [CLOSING] },
    "GET /api/late-entries": {
      body: [
        {
          id: anId(),
          kind: "donation",
          recordId: anId(),
          name: "Ruth Drawer",
          day: "2026-09-12",
          bookedOn: "2026-11-03",
          amount: 120,
          reason: "Found in a drawer",
          enteredBy: "owner",
          createdAt: "2026-11-03T15:00:00Z",
        },
      ],
    },
    "POST /api/book-closings": { status: 201, body: CLOSING },
  });

test("closed months are marked, and later changes to them are listed in the month of entry", async () => {
  logInAsAdmin();
  fakeBooks();
  renderApp("/dashboard/donations/refunds");
  const months = await screen.findByRole("list", { name: "By month" });
  expect(
    within(months)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "November 2026$1,000.00 given, $120.00 more for closed months$1,120.00",
    "October 2026$500.00 given$500.00",
    "September 2026Closed$300.00 given$300.00",
    "August 2026Closed$200.00 given$200.00",
  ]);
  const changes = await screen.findByRole("list", { name: "Changes to closed months" });
  expect(changes.textContent).toBe(
    "Ruth DrawerDonation of September 2026, entered on Nov 3, 2026 by ownerFound in a drawer$120.00",
  );
});

test("an owner opens closed months again with a reason", async () => {
  logInAsAdmin();
  const { callsOf } = fakeBooks();
  renderApp("/dashboard/donations/refunds");
  await userEvent.click(await screen.findByRole("button", { name: "Close months" }));
  const form = within(await screen.findByRole("form", { name: "Close months" }));
  await userEvent.selectOptions(form.getByLabelText(/Closed through/), "October 31, 2026");
  expect(form.queryByLabelText(/opened again/)).toBeNull();
  await userEvent.selectOptions(form.getByLabelText(/Closed through/), "August 31, 2026");
  await userEvent.type(form.getByLabelText(/opened again/), "September was wrong");
  await userEvent.click(form.getByRole("button", { name: "Close months" }));
  await screen.findByText("The books are closed through September 30, 2026");
  expect(callsOf("POST /api/book-closings").map(({ body }) => body)).toEqual([
    { closedThrough: "2026-08-31", reason: "September was wrong" },
  ]);
});
