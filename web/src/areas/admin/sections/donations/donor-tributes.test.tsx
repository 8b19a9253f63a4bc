import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Tribute } from "#data/tributes/resource.ts";
import { aDonorRecord } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const tribute: Tribute = {
  id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c14",
  donationId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c12",
  donorId: ID,
  donorName: null,
  givenBy: "Ann Lee",
  honoree: "Sgt. Paul Yates",
  isMemorial: true,
  recipientName: "Ruth",
  recipientEmail: null,
  recipientAddress: "1 Main Street\nAustin, TX 78701",
  message: "We miss him.",
  sendOn: "2026-12-01",
  state: "waiting",
  stopReason: null,
  leftAt: null,
  updatedAt: "2026-11-01T15:00:00.000Z",
};

beforeEach(() => logInAsAdmin());

const visit = (cards: readonly Tribute[]) => {
  const api = fakeApi({
    ...donorPageReads(aDonorRecord({ id: ID })),
    "GET /api/tributes": pagesOf(cards),
    "POST /api/tributes/:id/print": { body: { ...tribute, state: "printed" } },
  });
  return { ...api, ...renderApp(`/dashboard/donations/donors/${ID}`) };
};

test("a donor's page lists cards with their state, and marks those to print", async () => {
  const { press, callsOf } = visit([
    tribute,
    {
      ...tribute,
      id: crypto.randomUUID(),
      recipientName: "Bob",
      recipientEmail: "bob@example.org",
      recipientAddress: null,
      state: "stopped",
      stopReason: "opted_out",
    },
  ]);
  const section = await screen.findByRole("region", { name: "Cards" });
  expect(within(section).getByText(/1 Main Street, Austin, TX 78701/)).toBeTruthy();
  expect(within(section).getByText(/the recipient doesn't want any cards/)).toBeTruthy();
  expect(callsOf("GET /api/tributes")[0]?.url).toContain(`donorId=${ID}`);
  expect(within(section).queryByRole("button", { name: /card to Bob/ })).toBeNull();
  await press("Mark the card to Ruth as printed");
  await press("Mark as printed");
  await waitFor(() => expect(callsOf("GET /api/tributes").length).toBeGreaterThan(1));
  expect(callsOf("POST /api/tributes/:id/print")).toHaveLength(1);
});
