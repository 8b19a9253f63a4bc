import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Tribute } from "#data/tributes/resource.ts";
import { aDonorRecord, aTribute } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const tribute = aTribute({ donorId: ID });

beforeEach(() => logInAsAdmin());

const visit = (cards: readonly Tribute[]) => {
  const api = fakeApi({
    ...donorPageReads(aDonorRecord({ id: ID })),
    "GET /api/tributes": pagesOf(cards),
    "POST /api/tributes/:id/print": { body: { ...tribute, state: "printed" } },
  });
  return { ...api, ...renderApp(`/dashboard/donations/donors/${ID}`) };
};

test("a donor's page lists cards with their state, and a card to print can be marked as printed", async () => {
  const { press, callsOf } = visit([
    tribute,
    aTribute({
      recipientName: "Bob",
      recipientEmail: "bob@example.org",
      recipientAddress: null,
      state: "stopped",
      stopReason: "opted_out",
    }),
  ]);
  const section = await screen.findByRole("region", { name: "Cards" });
  expect(within(section).getByText(/1 Main Street, Austin, TX 78701/)).toBeTruthy();
  expect(within(section).getByText(/the recipient doesn't want any cards/)).toBeTruthy();
  expect(callsOf("GET /api/tributes")[0]?.url).toContain(`donorId=${ID}`);
  expect(within(section).queryByRole("button", { name: /card for Bob/ })).toBeNull();
  await press("Mark the card for Ruth as printed");
  await press("Mark as printed");
  await waitFor(() => expect(callsOf("GET /api/tributes").length).toBeGreaterThan(1));
  expect(callsOf("POST /api/tributes/:id/print")).toHaveLength(1);
});
