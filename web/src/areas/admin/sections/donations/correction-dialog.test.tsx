import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { anAdminDonation } from "#testing/builders.ts";
import { aDonationRecord, aDonorRecord } from "#testing/donor-builders.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

const CORRECTIONS = "POST /api/donations/:id/corrections";

test.each([
  { isMemorial: true, isAnonymous: false, isReceiptMailed: true },
  { isMemorial: false, isAnonymous: true, isReceiptMailed: false },
])(
  "a correction sends each field as the donation has it: %o",
  async ({ isReceiptMailed, ...flags }) => {
    const check = anAdminDonation({
      ...flags,
      method: "check",
      amount: 61.25,
      givenOn: "2026-10-07",
      reference: "90210",
      note: "In a blue envelope",
      inHonorOf: "Sgt. Paul Yates",
      source: "fall-letter",
    });
    const record = aDonationRecord(check, { isReceiptMailed });
    const { callsOf } = adminApi({
      "GET /api/donations": pagesOf([check]),
      "GET /api/donations/:id": { body: record },
      "GET /api/donors/:id": { body: aDonorRecord({ id: check.donorId }) },
      [CORRECTIONS]: { body: check },
    });
    const { user } = renderApp(`/dashboard/donations?donation=${check.id}&correct=${check.id}`);
    const dialog = within(await screen.findByRole("dialog", { name: /^Correct / }));
    await user.type(await dialog.findByLabelText("What was wrong?"), "The day was misread");
    await user.click(dialog.getByRole("button", { name: "Correct donation" }));
    await waitFor(() => expect(callsOf(CORRECTIONS)).toHaveLength(1));
    expect(callsOf(CORRECTIONS)[0]?.body).toEqual({
      ...flags,
      reason: "The day was misread",
      donorId: check.donorId,
      softCreditDonorId: null,
      amount: "61.25",
      method: "check",
      receivedOn: "2026-10-07",
      reference: "90210",
      note: "In a blue envelope",
      inHonorOf: "Sgt. Paul Yates",
      source: "fall-letter",
      tribute: null,
      isWired: false,
      sendsReceipt: isReceiptMailed,
      confirmsDuplicate: false,
    });
  },
);
