import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { MyTribute } from "#data/tributes/mutations.ts";
import { closeDonorSession, openDonorSession } from "#lib/session/donor-session.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const myDonations = {
  email: "grace@example.org",
  gifts: [],
  onTheirWay: [],
  monthlyGifts: [],
  years: [],
};
const tribute: MyTribute = {
  id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c14",
  donationId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c12",
  donorName: "Grace Lee",
  honoree: "Sgt. Paul Yates",
  isMemorial: true,
  recipientName: "Ruth",
  recipientEmail: "ruth@example.org",
  recipientAddress: null,
  message: "We miss him.",
  sendOn: "2026-12-01",
  state: "waiting",
  stopReason: null,
  leftAt: null,
  updatedAt: "2026-11-01T15:00:00.000Z",
};

beforeEach(() => closeDonorSession("absent"));

const openCards = (cards: readonly MyTribute[], responses: Parameters<typeof fakeApi>[0] = {}) => {
  openDonorSession("7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.abc");
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/my-gifts": { body: myDonations },
    "GET /api/my-tributes": { body: cards },
    ...responses,
  });
  return { ...api, ...renderApp("/manage-gift") };
};

describe("a donor's cards", () => {
  test("show their state, and can be changed only before they are sent", async () => {
    openCards([
      tribute,
      { ...tribute, id: crypto.randomUUID(), recipientName: "Bob", state: "sent" },
      {
        ...tribute,
        id: crypto.randomUUID(),
        recipientName: "Eve",
        state: "stopped",
        stopReason: "refunded",
      },
    ]);
    const section = await screen.findByRole("region", { name: "Cards" });
    expect(within(section).getByText(/We'll send it on Dec 1, 2026/)).toBeTruthy();
    expect(within(section).getByText(/Stopped, because the gift was refunded/)).toBeTruthy();
    const buttons = within(section).getAllByRole("button");
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
      "Edit the card for Ruth",
      "Cancel the card for Ruth",
    ]);
  });

  test("the form keeps what was typed if the card was sent in the meantime, and sends the version it is based on", async () => {
    let state: MyTribute["state"] = "waiting";
    const { user, press, callsOf } = openCards([tribute], {
      "GET /api/my-tributes": () => ({ body: [{ ...tribute, state }] }),
      "PUT /api/my-tributes/:id": () => {
        state = "leaving";
        return {
          status: 409,
          body: { code: "card_closed", message: "This card was already sent." },
        };
      },
    });
    await press("Edit the card for Ruth");
    const message = screen.getByLabelText<HTMLTextAreaElement>(/^Message/);
    await user.clear(message);
    await user.type(message, "With love.");
    expect(screen.getByRole("article", { name: "Preview of the card" }).textContent).toContain(
      "With love.",
    );
    await press("Save card");
    expect(await screen.findByText("This card was already sent.")).toBeTruthy();
    expect(message.value).toBe("With love.");
    expect(callsOf("PUT /api/my-tributes/:id")[0]?.body).toEqual({
      recipientName: "Ruth",
      recipientEmail: "ruth@example.org",
      recipientAddress: null,
      message: "With love.",
      sendOn: "2026-12-01",
      updatedAt: tribute.updatedAt,
    });
    expectLogged("A card could not be changed");
    await press("Cancel");
    expect(screen.queryByRole("button", { name: "Edit the card for Ruth" })).toBeNull();
  });

  test("the form keeps what was typed if the session ends, and restores it in the next one", async () => {
    const { user, press } = openCards([tribute], {
      "PUT /api/my-tributes/:id": {
        status: 401,
        body: { code: "unauthorized", message: "Ended." },
      },
    });
    await press("Edit the card for Ruth");
    await user.type(screen.getByLabelText(/^Message/), " Always.");
    await press("Save card");
    await waitFor(() => expect(screen.queryByLabelText(/^Message/)).toBeNull());
    expectLogged("A card could not be changed");
    act(() => openDonorSession("7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.abc"));
    await press("Edit the card for Ruth");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe(
      "We miss him. Always.",
    );
    // After Cancel, the form starts over.
    await press("Cancel");
    await press("Edit the card for Ruth");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe("We miss him.");
  });

  test("are sent as soon as possible if the day is cleared", async () => {
    const { user, press, callsOf } = openCards([tribute], {
      "PUT /api/my-tributes/:id": { body: tribute },
    });
    await press("Edit the card for Ruth");
    await user.clear(screen.getByLabelText(/^Day to send it/));
    await press("Save card");
    expect(await screen.findByText("The card has been changed")).toBeTruthy();
    expect(callsOf("PUT /api/my-tributes/:id")[0]?.body).toMatchObject({ sendOn: null });
  });

  test("can be stopped", async () => {
    const { press, callsOf } = openCards([tribute], {
      "POST /api/my-tributes/:id/stop": { body: { ...tribute, state: "stopped" } },
    });
    await press("Cancel the card for Ruth");
    await press("Cancel card");
    await waitFor(() => expect(callsOf("POST /api/my-tributes/:id/stop")).toHaveLength(1));
    await waitFor(() => expect(callsOf("GET /api/my-tributes").length).toBeGreaterThan(1));
  });
});

test("the card opt-out page doesn't opt anyone out before a click", async () => {
  const token = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c15";
  const { callsOf } = fakeApi({
    "GET /api/home": { body: homeData() },
    "POST /api/card-opt-outs/:token": { body: { message: "Done." } },
  });
  const { press } = renderApp(`/stop-cards#token=${token}`);
  await screen.findByRole("button", { name: "Don't email me again" });
  expect(callsOf("POST /api/card-opt-outs/:token")).toEqual([]);
  await press("Don't email me again");
  expect(await screen.findByText(/We won't email you any more cards/)).toBeTruthy();
});
