import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { homeData, aPaymentStatus } from "#testing/builders.ts";
import { aDonorTask } from "#testing/donor-builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const listedDonor = {
  donorId: ID,
  firstName: "Ann",
  lastName: "Lee",
  phone: "(817) 555-0100",
  amount: 300,
  date: "2026-11-03",
};
const { donorName: _name, isDue: _isDue, ...call } = aDonorTask({ donorId: ID, isCall: true });

const visit = (overrides: Parameters<typeof fakeApi>[0]) => ({
  ...fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/payment-status": { body: aPaymentStatus() },
    "GET /api/thank-you-calls": { body: [listedDonor] },
    ...overrides,
  }),
  ...renderApp("/dashboard/donations/calls"),
});

beforeEach(() => logInAsAdmin());

describe("the list of thank-you calls", () => {
  test("shows each donor with the donation to thank them for, and a click takes the donor off the list", async () => {
    const rows = [[listedDonor], []];
    const { user, callsOf } = visit({
      "GET /api/thank-you-calls": () => ({ body: rows.shift() ?? [] }),
      "POST /api/thank-you-calls": { status: 201, body: call },
    });
    const link = await screen.findByRole("link", { name: "Ann Lee" });
    expect(link.getAttribute("href")).toBe(`/dashboard/donations/donors/${ID}`);
    expect(screen.getByText("$300 on Nov 3, 2026")).toBeTruthy();
    expect(screen.getByRole("link", { name: "(817) 555-0100" }).getAttribute("href")).toBe(
      "tel:(817) 555-0100",
    );
    await user.click(screen.getByRole("button", { name: "Called Ann Lee" }));
    expect(await screen.findByText("No one to call right now")).toBeTruthy();
    expect(screen.getByText("The call to Ann Lee was recorded")).toBeTruthy();
    expect(callsOf("POST /api/thank-you-calls").map(({ body }) => body)).toEqual([{ donorId: ID }]);
  });

  test("says why a call wasn't recorded, and reloads the list", async () => {
    const message = "This donor isn't on the list of calls anymore. Reload the page.";
    const rows = [[listedDonor], []];
    const { user } = visit({
      "GET /api/thank-you-calls": () => ({ body: rows.shift() ?? [] }),
      "POST /api/thank-you-calls": { status: 404, body: { message, code: "not_found" } },
    });
    await user.click(await screen.findByRole("button", { name: "Called Ann Lee" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText("No one to call right now")).toBeTruthy();
    expectLogged("The call could not be recorded");
  });
});
