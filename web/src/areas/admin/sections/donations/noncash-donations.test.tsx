import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { NoncashDonation } from "#data/noncash-donations/resource.ts";
import { adminApi } from "#testing/admin-api.ts";
import { aDonorRecord, aNoncashDonation } from "#testing/donor-builders.ts";
import { pagesOf, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const gift = aNoncashDonation({ note: "By her broker" });
const corrected = aNoncashDonation({
  shares: 45,
  replaces: { id: gift.id, gift: "40 shares of Apple Inc. (AAPL)" },
});

beforeEach(() => logInAsAdmin());

const visit = (
  gifts: readonly NoncashDonation[] = [gift],
  createResponse: () => FakeResponse = () => ({ body: corrected }),
) => {
  const api = adminApi({
    "GET /api/noncash-donations": (call) => pagesOf(gifts)(call),
    "GET /api/donors/:id": {
      body: aDonorRecord({ id: gift.donorId, firstName: "Priya", lastName: "Nair" }),
    },
    "POST /api/noncash-donations/:id/corrections": createResponse,
  });
  return { ...api, ...renderApp("/dashboard/donations/noncash") };
};

const openCorrection = async ({ press, user }: ReturnType<typeof visit>) => {
  await press("More for Priya Nair");
  await user.click(screen.getByRole("menuitem", { name: "Correct" }));
  return within(await screen.findByRole("dialog", { name: "Correct Priya Nair's gift" }));
};

describe("correcting stock or goods", () => {
  test("starts with the entered values, asks what was wrong, and keeps what was typed if the server rejects it", async () => {
    let isFirst = true;
    const view = visit([gift], () => {
      if (!isFirst) return { body: corrected };
      isFirst = false;
      return { status: 503, body: { message: "We're very busy.", code: "busy" } };
    });
    const dialog = await openCorrection(view);
    const { user, callsOf } = view;
    const calls = () => callsOf("POST /api/noncash-donations/:id/corrections");
    const save = () => user.click(dialog.getByRole("button", { name: "Correct gift" }));
    await save();
    expect(calls()).toEqual([]);
    await user.type(dialog.getByLabelText("What was wrong?"), "Misread");
    const shares = dialog.getByLabelText<HTMLInputElement>("Shares");
    await user.clear(shares);
    await user.type(shares, "45");
    await save();
    expect(await screen.findByText("We're very busy.")).toBeTruthy();
    expectLogged("Correct gift failed");
    expect(shares.value).toBe("45");
    await save();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls().map(({ body }) => body)[1]).toEqual({
      reason: "Misread",
      estimatedValue: null,
      donorId: gift.donorId,
      kind: "stock",
      description: "Apple Inc. (AAPL)",
      shares: "45",
      receivedOn: "2026-10-20",
      note: "By her broker",
      sendsLetter: true,
    });
    const keys = calls().map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test("says to void the sale first if the shares were sold", async () => {
    const saleId = crypto.randomUUID();
    const dialog = await openCorrection(visit([{ ...gift, saleId }]));
    expect(dialog.getByText("These shares were sold")).toBeTruthy();
    expect(dialog.getByRole("link", { name: "Void the sale" }).getAttribute("href")).toBe(
      `/dashboard/donations?donation=${saleId}`,
    );
    expect(dialog.queryByRole("button", { name: "Correct gift" })).toBeNull();
  });

  test("names the other entry on both rows, and offers no actions for the voided one", async () => {
    const voided = {
      ...gift,
      voidedAt: "2026-11-01T15:00:00Z",
      voidReason: "Misread",
      replacedBy: { id: corrected.id, gift: "45 shares of Apple Inc. (AAPL)" },
    };
    visit([corrected, voided]);
    const row = within(await screen.findByRole("row", { name: /Corrected to: 45 shares/ }));
    expect(row.getByText("Corrected")).toBeTruthy();
    expect(row.getByText("Misread")).toBeTruthy();
    expect(row.queryByRole("button")).toBeNull();
    expect(screen.getByText("Corrects: 40 shares of Apple Inc. (AAPL)")).toBeTruthy();
  });
});
