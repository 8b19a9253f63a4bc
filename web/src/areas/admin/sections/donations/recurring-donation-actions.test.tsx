import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aDonorRecord, aRecurringDonation } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const activeDonation = aRecurringDonation();

const visit = async (
  recurringDonation = activeDonation,
  overrides: Parameters<typeof fakeApi>[0] = {},
) => {
  const api = fakeApi({
    ...donorPageReads(aDonorRecord({ id: ID, recurringDonations: [recurringDonation] })),
    ...overrides,
  });
  const view = renderApp(`/dashboard/donations/donors/${ID}`);
  const region = await screen.findByRole("region", { name: "Monthly gifts" });
  return { ...api, ...view, region };
};

const openCancelDialog = async ({ user }: Awaited<ReturnType<typeof visit>>) => {
  await user.click(screen.getByRole("button", { name: "Cancel $25.00 a month" }));
  return screen.findByRole("dialog", { name: "Cancel this monthly gift of $25.00?" });
};
const getReasonField = () => screen.getByLabelText<HTMLInputElement>("Reason");

beforeEach(() => logInAsAdmin());

describe("a donor's monthly gift", () => {
  test("is canceled with a reason, and the page is reloaded", async () => {
    const view = await visit(activeDonation, {
      "POST /api/recurring-donations/:id/cancel": {
        body: { ...activeDonation, status: "canceled" },
      },
    });
    const dialog = await openCancelDialog(view);
    await view.user.click(within(dialog).getByRole("button", { name: "Cancel monthly gift" }));
    expect(view.callsOf("POST /api/recurring-donations/:id/cancel")).toEqual([]);
    await view.user.type(getReasonField(), "She called");
    await view.user.click(within(dialog).getByRole("button", { name: "Cancel monthly gift" }));
    expect(await screen.findByText("The monthly gift was canceled")).toBeTruthy();
    const [sent] = view.callsOf("POST /api/recurring-donations/:id/cancel");
    expect([sent?.url, sent?.body]).toEqual([
      expect.stringContaining(activeDonation.id),
      { reason: "She called" },
    ]);
    await waitFor(() => expect(view.callsOf("GET /api/donors/:id").length).toBeGreaterThan(1));
  });

  test("keeps the typed reason if it could not be canceled", async () => {
    const message = "A service we rely on isn't available right now.";
    const view = await visit(activeDonation, {
      "POST /api/recurring-donations/:id/cancel": {
        status: 503,
        body: { message, code: "provider_unavailable" },
      },
    });
    const dialog = await openCancelDialog(view);
    await view.user.type(getReasonField(), "She called");
    await view.user.click(within(dialog).getByRole("button", { name: "Cancel monthly gift" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(getReasonField().value).toBe("She called");
    expectLogged("Cancel monthly gift failed");
  });

  test("says who canceled it, when and why, and no longer has any buttons", async () => {
    const { region } = await visit({
      ...activeDonation,
      status: "canceled",
      canceledAt: "2026-11-10T15:00:00Z",
      canceledBy: "ruth",
      cancelReason: "She called",
    });
    expect(region.textContent).toContain("Canceled on Nov 10, 2026 by ruth.");
    expect(within(region).getByText("Reason: She called")).toBeTruthy();
    expect(within(region).queryByRole("button")).toBeNull();
  });

  test("says which address the link to change the card was sent to", async () => {
    const message = "A link to change the card is on its way to priya@example.org.";
    const { user, callsOf } = await visit(
      { ...activeDonation, hasBillingPortal: true },
      { "POST /api/recurring-donations/:id/card-link": { body: { message } } },
    );
    await user.click(screen.getByRole("button", { name: "Email a link to change the card" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(callsOf("POST /api/recurring-donations/:id/card-link")).toHaveLength(1);
  });

  test("doesn't offer the link to change the card if there is no card", async () => {
    await visit();
    expect(screen.queryByRole("button", { name: "Email a link to change the card" })).toBeNull();
  });
});
