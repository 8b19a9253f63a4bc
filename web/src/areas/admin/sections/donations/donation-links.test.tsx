import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = async () => {
  logInAsAdmin();
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donation-sources": {
      body: [
        {
          source: "spring-gala",
          donationCount: 1204,
          totalAmount: 60_200.5,
          lastDonationAt: "2026-11-20T18:00:00Z",
        },
        {
          source: "newsletter",
          donationCount: 1,
          totalAmount: 50,
          lastDonationAt: "2026-11-19T18:00:00Z",
        },
      ],
    },
  });
  const view = renderApp("/dashboard/donations/links");
  await screen.findByRole("heading", { name: "Make a donation link" });
  return view;
};

const DONATE_URL = `${location.origin}/donate`;

describe("donation links", () => {
  test("makes a link, a QR code and a line of HTML from the choices", async () => {
    const { user } = await visit();
    expect(screen.getByText(DONATE_URL)).toBeTruthy();
    await user.type(screen.getByLabelText("Amount (optional)"), "$1,250");
    await user.type(screen.getByLabelText("Source (optional)"), "Spring Gala");
    await user.click(screen.getByLabelText("Monthly"));
    expect(screen.getByLabelText<HTMLInputElement>("Source (optional)").value).toBe("spring-gala");
    const link = `${DONATE_URL}?amount=1250&monthly&source=spring-gala`;
    expect(screen.getByText(link)).toBeTruthy();
    expect(
      screen.getByText(`<a href="${link.replaceAll("&", "&amp;")}">Send a care package</a>`),
    ).toBeTruthy();
    expect(screen.getByRole("img", { name: `QR code for ${link}` })).toBeTruthy();
    const download = screen.getByRole<HTMLAnchorElement>("link", { name: "Download the QR code" });
    expect(download.download).toBe("donate-spring-gala.svg");
  });

  test.each([
    ["Amount", "12.50", /Enter whole dollars from/],
    ["Source", "gala!", /Use letters, digits and hyphens/],
  ])("shows no link while %s is %s", async (label, text, message) => {
    const { user } = await visit();
    await user.type(screen.getByLabelText(`${label} (optional)`), text);
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByText(new RegExp(`^${DONATE_URL}`))).toBeNull();
    expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull();
  });

  test("shows the number and total of donations by source", async () => {
    await visit();
    const rows = within(await screen.findByRole("list", { name: "Sources" })).getAllByRole(
      "listitem",
    );
    expect(rows.map((row) => row.textContent)).toEqual([
      "spring-gala1,204 donations, last on Nov 20, 2026$60,200.50",
      "newsletter1 donation, last on Nov 19, 2026$50",
    ]);
  });
});
