import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anAdminDonation, homeData } from "#testing/builders.ts";
import { anOutboxMail } from "#testing/settings-builders.ts";
import { aDonorRecord } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const donor = aDonorRecord({ id: ID, firstName: "Ann", lastName: "Lee", email: "ann@example.org" });

const visit = async (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    ...donorPageReads(donor),
    "GET /api/donations": pagesOf([anAdminDonation({ donorId: ID, amount: 75 })]),
    ...overrides,
  });
  const view = renderApp(`/dashboard/donations/donors/${ID}`);
  await screen.findByRole("heading", { level: 1, name: "Ann Lee" });
  return { ...api, ...view };
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => logInAsAdmin());

describe("a donor's page", () => {
  test("shows contact details, totals, years, and only this donor's donations", async () => {
    const { callsOf } = await visit();
    expect(screen.getByRole("link", { name: "ann@example.org" }).getAttribute("href")).toBe(
      "mailto:ann@example.org",
    );
    const years = within(screen.getByRole("region", { name: "By year" })).getAllByRole("listitem");
    expect(years.map(({ textContent }) => textContent)).toEqual([
      "2026$75 from 1 donation",
      "2025$300 from 3 donations",
    ]);
    const list = await screen.findByRole("region", { name: "Donations" });
    expect(await within(list).findByText("$75")).toBeTruthy();
    expect(callsOf("GET /api/donations")[0]?.url).toContain(`donorId=${ID}`);
    expect(screen.queryByRole("region", { name: "Monthly gifts" })).toBeNull();
  });

  test("sends only what changed, along with the donor's version", async () => {
    const { user, callsOf } = await visit({
      "PUT /api/donors/:id": { body: { ...donor, phone: "817 555 0100" } },
    });
    await user.click(screen.getByRole("button", { name: "Edit" }));
    await user.type(field("Phone (optional)"), "817 555 0100");
    await user.click(screen.getByRole("button", { name: "Save donor" }));
    await screen.findByRole("button", { name: "Edit" });
    expect(callsOf("PUT /api/donors/:id").map(({ body }) => body)).toEqual([
      { phone: "817 555 0100", updatedAt: donor.updatedAt },
    ]);
    // The page refetches the donor.
    await waitFor(() => expect(callsOf("GET /api/donors/:id").length).toBeGreaterThan(1));
  });

  test("lists the other addresses, and one is marked as a mistake and back after the correction", async () => {
    const other = (isMistaken: boolean) => ({
      ...donor,
      otherAddresses: [{ address: "an@example.org", isMistaken }],
    });
    let isMistaken = false;
    const { user, callsOf } = await visit({
      "GET /api/donors/:id": () => ({ body: other(isMistaken) }),
      "PUT /api/donors/:id/other-addresses": (call) => {
        ({ isMistaken } = call.body as { isMistaken: boolean });
        return { body: other(isMistaken) };
      },
    });
    await user.click(screen.getByText("Other email addresses (1)"));
    expect(screen.getByText(/^Opens this donor's gifts/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "an@example.org was a mistake" }));
    await user.click(
      await screen.findByRole("button", { name: "an@example.org wasn't a mistake" }),
    );
    await screen.findByRole("button", { name: "an@example.org was a mistake" });
    expect(callsOf("PUT /api/donors/:id/other-addresses").map(({ body }) => body)).toEqual([
      { address: "an@example.org", isMistaken: true },
      { address: "an@example.org", isMistaken: false },
    ]);
  });

  test("shows an error next to a rejected email and keeps what was typed", async () => {
    const message = "Another donor has this email address.";
    const { user } = await visit({
      "PUT /api/donors/:id": {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          code: "validation_failed",
          issues: [{ path: "email", message }],
        },
      },
    });
    await user.click(screen.getByRole("button", { name: "Edit" }));
    await user.clear(field("Email (optional)"));
    await user.type(field("Email (optional)"), "bob@example.org");
    await user.click(screen.getByRole("button", { name: "Save donor" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field("Email (optional)").value).toBe("bob@example.org");
    expectLogged("Save donor failed");
  });

  test("shows the donor's emails, and sends a failed one again", async () => {
    const mail = anOutboxMail({
      toEmail: "ann@example.org",
      status: "failed",
      lastError: "Mailbox full",
    });
    const { user, callsOf } = await visit({
      "GET /api/email-outbox": pagesOf([mail]),
      "POST /api/email-outbox/:id/resend": { body: { message: "The email has been queued again" } },
    });
    const region = screen.getByRole("region", { name: "Emails" });
    expect(await within(region).findByText("Mailbox full")).toBeTruthy();
    expect(callsOf("GET /api/email-outbox")[0]?.url).toContain(`donorId=${ID}`);
    await user.click(within(region).getByRole("button", { name: "Send again to ann@example.org" }));
    await user.click(await screen.findByRole("button", { name: "Send again" }));
    await waitFor(() => expect(callsOf("GET /api/email-outbox").length).toBeGreaterThan(1));
    expect(callsOf("POST /api/email-outbox/:id/resend")[0]?.url).toContain(mail.id);
  });

  test("says when there is no such donor", async () => {
    fakeApi({
      "GET /api/home": { body: homeData() },
      "GET /api/donors/:id": { status: 404, body: { message: "No.", code: "not_found" } },
    });
    renderApp(`/dashboard/donations/donors/${ID}`);
    expect(await screen.findByText("We couldn't find the donor")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All donors" }).getAttribute("href")).toBe(
      "/dashboard/donations/donors",
    );
  });
});
