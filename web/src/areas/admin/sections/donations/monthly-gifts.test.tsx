import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { aListedRecurringDonation } from "#testing/donor-builders.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const active = aListedRecurringDonation();
const failing = aListedRecurringDonation({
  firstName: "Omar",
  status: "past_due",
  nextChargeAt: null,
  failureCode: "insufficient_funds",
});
const ended = aListedRecurringDonation({
  firstName: "June",
  status: "canceled",
  nextChargeAt: null,
  canceledAt: "2026-11-03T15:00:00Z",
  isEndedUnpaid: true,
  failureCode: "stolen_card",
});

beforeEach(() => logInAsAdmin());

test("lists monthly gifts with their donor, next charge and status, and what a month should bring in", async () => {
  const { callsOf } = adminApi({
    "GET /api/admin/recurring-donations": { body: [active, failing, ended] },
    "GET /api/admin/recurring-donations/sums": {
      body: { activeCount: 1, activeAmount: 25, failingCount: 1, failingAmount: 50 },
    },
  });
  const { user } = renderApp("/dashboard/donations/monthly");
  const row = within(await screen.findByRole("row", { name: /^Priya Nair/ }));
  expect(row.getByRole("link", { name: "Priya Nair" }).getAttribute("href")).toBe(
    `/dashboard/donations/donors/${active.donorId}`,
  );
  for (const text of ["$25.00", "Active", "Dec 1, 2026", "Mar 1, 2025"])
    expect(row.getByText(text)).toBeTruthy();
  const failingRow = within(screen.getByRole("row", { name: /^Omar Nair/ }));
  expect(failingRow.getByText("Failing")).toBeTruthy();
  expect(failingRow.getByText(/wasn't enough money/)).toBeTruthy();
  const endedRow = screen.getByRole("row", { name: /^June Nair/ });
  expect(endedRow.textContent).toContain("On Nov 3, 2026, because its charges kept failing");
  expect(screen.getByText(/1 active monthly gift should bring in/).textContent).toBe(
    "1 active monthly gift should bring in $25.00 a month. Another $50.00 a month is failing.",
  );
  await user.click(screen.getByRole("button", { name: /^Next charge/ }));
  await waitFor(() =>
    expect(callsOf("GET /api/admin/recurring-donations").at(-1)?.url).toContain(
      "sort=nextChargeAt",
    ),
  );
});
