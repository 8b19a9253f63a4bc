import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Tribute } from "#data/tributes/resource.ts";
import { adminApi } from "#testing/admin-api.ts";
import { aTribute } from "#testing/donor-builders.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const card = aTribute();

beforeEach(() => logInAsAdmin());

const visit = (query: string, overrides: Parameters<typeof adminApi>[0] = {}) => {
  let cards: readonly Tribute[] = [
    card,
    aTribute({
      recipientName: "Bob",
      recipientEmail: "bob@example.org",
      recipientAddress: null,
      isMemorial: false,
      state: "sent",
    }),
  ];
  const api = adminApi({
    "GET /api/tributes": (call) => pagesOf(cards)(call),
    "POST /api/tributes/:id/print": () => {
      cards = [];
      return { body: { ...card, state: "printed" } };
    },
    ...overrides,
  });
  return { ...api, ...renderApp(`/dashboard/donations/tributes${query}`) };
};

test("lists cards with their recipient, donor and state, and offers no actions for cards that were sent", async () => {
  visit("");
  const row = within(await screen.findByRole("row", { name: /^Ruth/ }));
  expect(row.getByText(/1 Main Street/)).toBeTruthy();
  expect(row.getByRole("link", { name: "In memory of Sgt. Paul Yates" }).getAttribute("href")).toBe(
    `/dashboard/donations?donation=${card.donationId}`,
  );
  expect(row.getByRole("link", { name: "Ann Lee" }).getAttribute("href")).toBe(
    `/dashboard/donations/donors/${card.donorId}`,
  );
  expect(row.getByText("Dec 1, 2026")).toBeTruthy();
  expect(row.getByText("Waiting")).toBeTruthy();
  const sent = within(screen.getByRole("row", { name: /^Bob/ }));
  expect(sent.getByText("In honor of Sgt. Paul Yates")).toBeTruthy();
  expect(sent.queryByRole("button")).toBeNull();
});

test("marks a card as printed after a confirmation, and keeps the filters for cards to print", async () => {
  const { press, user, callsOf } = visit("?state=waiting&isPostal=true&isDue=true");
  await press("More for the card for Ruth");
  await user.click(screen.getByRole("menuitem", { name: "Mark the card for Ruth as printed" }));
  expect(callsOf("POST /api/tributes/:id/print")).toEqual([]);
  await press("Mark as printed");
  await waitFor(() => expect(screen.queryByText("Ruth")).toBeNull());
  const [call] = callsOf("POST /api/tributes/:id/print");
  expect([call?.url, call?.body]).toEqual([
    `/api/tributes/${card.id}/print`,
    { updatedAt: card.updatedAt },
  ]);
  for (const { url } of callsOf("GET /api/tributes"))
    expect(url).toMatch(/state=waiting&isPostal=true&isDue=true/);
});

test("reloads the list if a card was sent before it could be stopped", async () => {
  const message = "This card was already sent or canceled, so it can't be changed.";
  const { press, user, callsOf } = visit("", {
    "POST /api/tributes/:id/stop": { status: 409, body: { message, code: "card_closed" } },
  });
  await press("More for the card for Ruth");
  await user.click(screen.getByRole("menuitem", { name: "Cancel the card for Ruth" }));
  const reads = callsOf("GET /api/tributes").length;
  await press("Cancel card");
  expect(await screen.findByText(message)).toBeTruthy();
  expectLogged("A card could not be canceled");
  await waitFor(() => expect(callsOf("GET /api/tributes").length).toBeGreaterThan(reads));
});
