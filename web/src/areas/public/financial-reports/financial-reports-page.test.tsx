import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { anId, homeData, recentDonation } from "../../../testing/builders.ts";
import { fakeApi, type FakeAnswer } from "../../../testing/fake-api.ts";
import { renderApp } from "../../../testing/render-app.tsx";

const report = (filename: string, previewUrl: string | null = null) => ({
  id: anId(),
  filename,
  fileUrl: `https://files.example/${filename}`,
  previewUrl,
  description: `About ${filename}`,
  createdAt: "2026-05-06T12:00:00Z",
});

const visit = (reports: FakeAnswer | (() => Promise<FakeAnswer>)) => {
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/financial-reports/published": reports,
    "GET /api/donors-consolidated": { body: [{ totalAmount: "1000.00", donorCount: 3 }] },
    "GET /api/recent-donations": {
      body: [
        recentDonation({ createdAt: new Date().toISOString() }),
        recentDonation({ createdAt: "2020-01-01T00:00:00Z" }),
      ],
    },
  });
  return renderApp("/financial-reports");
};

const cardOf = async (filename: string) =>
  within((await screen.findByText(`About ${filename}`)).closest("article")!);

describe("financial reports", () => {
  test("FIN-01, FIN-02, FIN-03, FIN-04, FIN-05: the four figures", async () => {
    visit({ body: [] });
    for (const label of ["Total Raised", "Total Donors", "Average Donation", "Recent Donations"]) {
      expect(await screen.findByText(label)).toBeTruthy();
    }
    expect(await screen.findByText("$1,000")).toBeTruthy();
    expect(screen.getByText("$333.33")).toBeTruthy();
    expect(await screen.findByText("1")).toBeTruthy();
    expect(screen.getByText("Last 30 days")).toBeTruthy();
  });

  test.each([
    ["report.pdf", ["Open PDF", "Download"], "PDF Document"],
    ["photo.png", ["View File", "Download"], "Document"],
    ["budget.xlsx", ["Download"], "Document"],
    ["letter.DOC", ["Download"], "Document"],
  ])("FIN-07, FIN-12, FIN-13, FIN-14: %s has %j", async (filename, buttons, placeholder) => {
    visit({ body: [report(filename)] });
    const card = await cardOf(filename);
    expect(card.getAllByRole("link").map((link) => link.textContent)).toEqual(buttons);
    expect(card.getByText(placeholder)).toBeTruthy();
  });

  test("FIN-08, FIN-09, FIN-10, FIN-11: what a card says", async () => {
    visit({ body: [report("report.pdf")] });
    const card = await cardOf("report.pdf");
    expect(card.getByText("Published")).toBeTruthy();
    expect(card.getByText("May 6, 2026")).toBeTruthy();
    expect(card.getByText(/report\.pdf$/, { selector: "p" })).toBeTruthy();
    expect(card.getByRole("link", { name: "Open PDF" }).getAttribute("target")).toBe("_blank");
  });

  test("FIN-15: without reports", async () => {
    visit({ body: [] });
    expect(await screen.findByText("No published reports")).toBeTruthy();
    expect(
      screen.getByText("Financial reports will appear here once published by administrators"),
    ).toBeTruthy();
  });

  test("FIN-16: while loading", async () => {
    visit(() => new Promise(() => undefined));
    expect(await screen.findByText("Loading financial reports...")).toBeTruthy();
  });

  test("FIN-18: when they cannot be fetched", async () => {
    visit({ status: 500 });
    expect(await screen.findByText("Failed to fetch published financial reports")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
