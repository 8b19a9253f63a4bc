import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DepositRecord } from "#data/deposits/resource.ts";
import { adminApi } from "#testing/admin-api.ts";
import { anAdminDonation } from "#testing/builders.ts";
import { aDonationRecord, aNoncashDonation } from "#testing/donor-builders.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

test("a recorded donation's note and source are changed without voiding it", async () => {
  const check = anAdminDonation({ firstName: "Ann", lastName: "Lee", method: "check" });
  const { callsOf } = adminApi({
    "GET /api/donations": pagesOf([check]),
    "GET /api/donations/:id": { body: aDonationRecord(check) },
    "PUT /api/donations/:id": { body: { ...check, source: "spring-gala" } },
  });
  const { user } = renderApp(`/dashboard/donations?donation=${check.id}`);
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Ann Lee's donation" }));
  await user.type(dialog.getByLabelText(/^Source/), "spring-gala");
  await user.click(dialog.getByLabelText(/^Went straight to our bank account/));
  await user.click(dialog.getByRole("button", { name: "Save donation" }));
  await waitFor(() =>
    expect(callsOf("PUT /api/donations/:id").map(({ body }) => body)).toEqual([
      { source: "spring-gala", isWired: true, updatedAt: check.updatedAt },
    ]),
  );
});

test("our estimate of a gift of stock is entered without a correction", async () => {
  const gift = aNoncashDonation();
  const { callsOf } = adminApi({
    "GET /api/noncash-donations": pagesOf([gift]),
    "PUT /api/noncash-donations/:id": { body: { ...gift, estimatedValue: 9000 } },
  });
  const { press, user } = renderApp("/dashboard/donations/noncash");
  await press("More for Priya Nair");
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Priya Nair's gift" }));
  await user.type(dialog.getByLabelText(/^Our estimate/), "9000");
  await user.click(dialog.getByRole("button", { name: "Save gift" }));
  await waitFor(() =>
    expect(callsOf("PUT /api/noncash-donations/:id").map(({ body }) => body)).toEqual([
      { estimatedValue: "9000", updatedAt: gift.updatedAt },
    ]),
  );
});

const deposit: DepositRecord = {
  id: "6f1d6a0e-6a52-4f2e-9a60-2f1f5d0a9b11",
  depositedOn: "2026-11-03",
  slipTotal: 50,
  reference: null,
  notes: null,
  isDemo: true,
  closedAt: "2026-11-04T15:00:00.000Z",
  reopenReason: null,
  createdAt: "2026-11-03T15:00:00.000Z",
  updatedAt: "2026-11-04T15:00:00.000Z",
  donationCount: 0,
  deposited: 50,
  total: 50,
  entries: [],
};

test("an owner opens a closed deposit again, with a reason", async () => {
  const { callsOf } = adminApi({
    "GET /api/deposits/:id": { body: deposit },
    "POST /api/deposits/:id/reopen": {
      body: { ...deposit, closedAt: null, reopenReason: "Misread" },
    },
    "GET /api/undeposited-donations": { body: [] },
  });
  const { user } = renderApp(`/dashboard/donations/deposits/${deposit.id}`);
  await user.click(await screen.findByRole("button", { name: "Open it again" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Open this deposit again" }));
  await user.type(dialog.getByLabelText("Reason"), "Misread");
  await user.click(dialog.getByRole("button", { name: "Open it again" }));
  await waitFor(() =>
    expect(callsOf("POST /api/deposits/:id/reopen").map(({ body }) => body)).toEqual([
      { reason: "Misread" },
    ]),
  );
});

test("other administrators can't open a closed deposit again", async () => {
  logInAsAdmin(1, ["giving"]);
  adminApi({ "GET /api/deposits/:id": { body: deposit } });
  renderApp(`/dashboard/donations/deposits/${deposit.id}`);
  expect(await screen.findByRole("button", { name: "Download the slip" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Open it again" })).toBeNull();
});
