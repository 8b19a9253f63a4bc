import { screen, within } from "@testing-library/react";
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
const MONTH = { given: 0, refunded: 0, disputed: 0, voided: 0, net: 0 };

test("refunds are listed with the month that they lowered", async () => {
  logInAsAdmin();
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donation-adjustments": pagesOf([refund, { ...refund, id: anId(), amount: 200 }]),
    "GET /api/donation-months": {
      body: [
        { ...MONTH, month: "2026-11", given: 1000, refunded: -200, net: 800 },
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
    "November 2026$1,000.00 given, $200.00 refunded$800.00",
    "October 2026$500.00 given, $20.00 came back$520.00",
  ]);
  expect((await screen.findAllByText("Hugo Barlow")).length).toBe(2);
  expect(screen.getByText("Refund that failed")).toBeTruthy();
});
