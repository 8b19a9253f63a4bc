import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { closeDonorSession, openDonorSession } from "#lib/session/donor-session.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const GIFT_SESSION = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.abc";
const DONATION_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c12";
const RECURRING_DONATION_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c13";

const donation = {
  id: DONATION_ID,
  receiptNumber: "R-2025-000042",
  method: "online",
  replacedReceiptNumber: null,
  amount: 50,
  feeCovered: 0,
  refunded: 0,
  net: 50,
  date: "2025-03-01",
  isRecurring: false,
  inHonorOf: null,
  isMemorial: false,
  isDemo: false,
  status: "completed",
};
const recurringDonation = {
  id: RECURRING_DONATION_ID,
  amount: 25,
  status: "active",
  startedAt: "2025-03-01T18:00:00.000Z",
  nextChargeAt: "2026-12-11T18:00:00.000Z",
  endsAt: null,
  canceledAt: null,
  isDemo: false,
  hasBillingPortal: false,
};
const myDonations = {
  email: "grace@example.org",
  gifts: [donation],
  onTheirWay: [],
  monthlyGifts: [recurringDonation],
  years: [{ year: 2025, total: 50, giftCount: 1 }],
};
const SESSION_ENDED_RESPONSE = {
  status: 401,
  body: { code: "gift_session_ended", message: "Over." },
};

beforeEach(() => closeDonorSession("absent"));

const openPage = (route: string, responses: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({ "GET /api/home": { body: homeData() }, ...responses });
  const view = renderApp(route);
  return { ...api, ...view };
};

const openMyDonations = (responses: Parameters<typeof fakeApi>[0] = {}) => {
  openDonorSession(GIFT_SESSION);
  return openPage("/manage-gift", {
    "GET /api/my-gifts": { body: myDonations },
    "GET /api/my-tributes": { body: [] },
    ...responses,
  });
};

describe("opening the link in an email", () => {
  const openLinkWith = (response: FakeResponse | (() => FakeResponse)) =>
    openPage("/manage-gift#token=abc.def", {
      "POST /api/gift-links/redeem": response,
      "GET /api/my-gifts": { body: myDonations },
      "GET /api/my-tributes": { body: [] },
    });

  test("waits for a click, because mail scanners open links", async () => {
    const page = openLinkWith({
      body: { giftSession: GIFT_SESSION, expiresAt: "2026-11-21T12:00:00Z" },
    });
    await screen.findByRole("button", { name: "Show my gifts" });
    expect(page.callsOf("POST /api/gift-links/redeem")).toEqual([]);
    await page.press("Show my gifts");
    await screen.findByText(/^Gifts made with/);
    expect(page.currentPath()).toBe("/manage-gift");
    expect(page.callsOf("POST /api/gift-links/redeem")[0]?.body).toEqual({ token: "abc.def" });
    const [call] = page.callsOf("GET /api/my-gifts");
    expect([call?.url, call?.headers.get("x-gift-session")]).toEqual([
      "/api/my-gifts",
      GIFT_SESSION,
    ]);
  });

  test("threat 50: keeps the link after a failure and shows the gifts on the next click", async () => {
    let response: FakeResponse = { status: 503, body: { message: "We're very busy right now." } };
    const page = openLinkWith(() => response);
    await page.press("Show my gifts");
    expect(await screen.findByText("We're very busy right now.")).toBeTruthy();
    expect(page.currentPath()).toBe("/manage-gift#token=abc.def");
    expectLogged("A link to a donor's gifts could not be opened");
    response = { body: { giftSession: GIFT_SESSION, expiresAt: "2026-11-21T12:00:00Z" } };
    await page.press("Show my gifts");
    await screen.findByRole("heading", { name: "Your gifts" });
  });

  test("explains a used or expired link and offers a new one", async () => {
    const page = openLinkWith({ status: 401, body: { code: "gift_link_invalid" } });
    await page.press("Show my gifts");
    await screen.findByRole("heading", { name: "This link no longer works" });
    expectLogged("A link to a donor's gifts could not be opened");
    await page.user.click(screen.getByRole("link", { name: "Get a new link" }));
    await screen.findByLabelText("Email");
    expect(page.currentPath()).toBe("/manage-gift");
  });
});

describe("the one-hour session after a link is opened", () => {
  test("asks for a new link once it has expired, and says why", async () => {
    const page = openMyDonations({ "GET /api/my-gifts": SESSION_ENDED_RESPONSE });
    await screen.findByText(/access ends after an hour/);
    expect(screen.getByLabelText("Email")).toBeTruthy();
    expect(sessionStorage.getItem("giftSession")).toBeNull();
    expect(page.currentPath()).toBe("/manage-gift");
  });

  test("ends when the donor logs out", async () => {
    const page = openMyDonations();
    await page.press("Log out");
    await screen.findByRole("heading", { name: "Manage your gifts" });
    expect(screen.queryByText(/access ends after an hour/)).toBeNull();
    expect(sessionStorage.getItem("giftSession")).toBeNull();
  });
});

describe("a donor's gifts", () => {
  test("show an error with a retry button when loading fails, not an empty list", async () => {
    let response: FakeResponse = { status: 500, body: {} };
    const page = openMyDonations({ "GET /api/my-gifts": () => response });
    await screen.findByText("We couldn't load your gifts");
    response = { body: myDonations };
    await page.press("Try again");
    expect(await screen.findByText("Mar 1, 2025 · One-time gift · One box")).toBeTruthy();
  });

  test("DON-01: distinguish a pending bank debit from received gifts", async () => {
    const onTheirWay = [{ id: DONATION_ID, amount: 75, date: "2025-05-01" }];
    openMyDonations({ "GET /api/my-gifts": { body: { ...myDonations, onTheirWay } } });
    await screen.findByText("On its way from your bank");
    expect(screen.getByText("$75.00, given May 1, 2025")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: /^Receipt/ })).toHaveLength(1);
  });

  test("say how much pays for boxes after a covered fee and a refund", async () => {
    const partlyRefundedDonation = {
      ...donation,
      amount: 102.5,
      feeCovered: 2.5,
      refunded: 25,
      net: 77.5,
      status: "partially_refunded",
    };
    openMyDonations({
      "GET /api/my-gifts": { body: { ...myDonations, gifts: [partlyRefundedDonation] } },
    });
    expect(
      await screen.findByText(
        "Mar 1, 2025 · One-time gift · One box, and half of the next · $25.00 refunded",
      ),
    ).toBeTruthy();
  });

  test.each([
    ["refunded", "Refunded in full"],
    ["voided", "Canceled"],
    ["returned", "Returned by your bank"],
    ["disputed", "Disputed with your bank"],
  ])("don't offer a receipt for a gift that was %s", async (status, remark) => {
    const refundedDonation = { ...donation, refunded: 50, net: 0, status };
    openMyDonations({
      "GET /api/my-gifts": { body: { ...myDonations, gifts: [refundedDonation], years: [] } },
    });
    await screen.findByText(`Mar 1, 2025 · One-time gift · ${remark}`);
    expect(screen.queryByRole("link", { name: /^Receipt/ })).toBeNull();
  });

  test("have receipts that meet the IRS requirements", async () => {
    const body = {
      organization: {
        name: "Lamplight",
        taxId: "00-0142536",
        address: "1 Street",
        phone: "555",
        email: "hello@example.org",
      },
      donor: {
        name: "Łukasz Nuñez",
        email: "grace@example.org",
        salutation: "Łukasz",
        address: "1204 Pecan Hollow Drive\nFort Worth, TX 76102",
      },
      gifts: [donation],
      total: 50,
      packagePrice: 50,
      issuedOn: "2026-11-21",
    };
    const page = openMyDonations({ "GET /api/my-gifts/receipts/:id": { body } });
    await page.user.click(await screen.findByRole("link", { name: /^Receipt for \$50\.00/ }));
    const document = await screen.findByRole("article");
    for (const text of [
      "EIN 00-0142536",
      "Receipt number R-2025-000042",
      "Łukasz Nuñez",
      "1204 Pecan Hollow Drive",
      "March 1, 2025",
      "Issued November 21, 2026",
      "This gift fills one box.",
    ]) {
      expect(document.textContent.replaceAll("\u{a0}", " ")).toContain(text);
    }
    expect(
      within(document).getByText(
        "No goods or services were provided in exchange for this contribution.",
      ),
    ).toBeTruthy();
  });
});

describe("a receipt for a name with characters that the PDF font lacks", () => {
  const PDF_ENDPOINT = "GET /api/my-gifts/receipts/:id/pdf";
  const missingGlyphResponse = {
    status: 409,
    body: { code: "pdf_lacks_letters", message: "Letters." },
  };
  const body = {
    organization: null,
    donor: { name: "山田太郎", email: "grace@example.org", salutation: "太郎", address: null },
    gifts: [donation],
    total: 50,
    packagePrice: 50,
    issuedOn: "2026-11-21",
  };

  test("prints once per click instead of downloading, from the list and from the receipt", async () => {
    const printSpy = vi.spyOn(window, "print").mockImplementation(() => {});
    const page = openMyDonations({
      [PDF_ENDPOINT]: missingGlyphResponse,
      "GET /api/my-gifts/receipts/:id": { body },
    });
    await page.press("Receipt for $50.00 on Mar 1, 2025 as a PDF");
    expect((await screen.findByRole("article")).textContent).toContain("山田太郎");
    await waitFor(() => expect(printSpy).toHaveBeenCalledTimes(1));
    expect(page.currentPath()).toBe(`/manage-gift/receipts/${DONATION_ID}`);
    await page.press("PDF");
    await waitFor(() => expect(printSpy).toHaveBeenCalledTimes(2));
    expect(page.callsOf(PDF_ENDPOINT)).toHaveLength(2);
  });
});

describe("an email address", () => {
  test("wraps before @ and dots, unlike the words next to it", async () => {
    openMyDonations();
    const paragraph = await screen.findByText(/^Gifts made with/);
    expect(paragraph.innerHTML).toContain("grace<wbr>@example<wbr>.org");
    expect(paragraph.className).not.toContain("break-all");
    expect(paragraph.textContent).toBe("Gifts made with grace@example.org. Thank you!");
  });
});

describe("canceling a monthly gift", () => {
  test("asks for a confirmation, then shows the gift as canceled", async () => {
    const canceledDonation = {
      ...recurringDonation,
      status: "canceled",
      nextChargeAt: null,
      canceledAt: "2026-11-21T18:00:00.000Z",
    };
    let currentDonations = myDonations;
    const page = openMyDonations({
      "GET /api/my-gifts": () => ({ body: currentDonations }),
      "POST /api/my-gifts/subscriptions/:id/cancel": () => {
        currentDonations = { ...myDonations, monthlyGifts: [canceledDonation as never] };
        return { body: canceledDonation };
      },
    });
    await page.press("Cancel gift");
    await page.press("Cancel monthly gift");
    await screen.findByText(/^Canceled on/);
    expect(screen.queryByRole("button", { name: "Cancel gift" })).toBeNull();
    expect(page.callsOf("POST /api/my-gifts/subscriptions/:id/cancel")).toHaveLength(1);
  });

  test("keeps the confirmation open and shows an error if canceling fails", async () => {
    const page = openMyDonations({
      "POST /api/my-gifts/subscriptions/:id/cancel": {
        status: 503,
        body: { message: "A service we rely on isn't available right now." },
      },
    });
    await page.press("Cancel gift");
    await page.press("Cancel monthly gift");
    await screen.findByText("A service we rely on isn't available right now.");
    expectLogged("We couldn't cancel your monthly gift");
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLButtonElement>("button", { name: "Cancel monthly gift" }).disabled,
      ).toBe(false),
    );
  });
});
