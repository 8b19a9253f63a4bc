import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createQueryClient, hydrateQueries } from "#app/query-client.ts";
import { PAGES } from "#app/pages.tsx";
import { AppRoutes } from "#app/app.tsx";
import { publishedReportsQuery } from "#data/financial-reports/queries.ts";
import type { HomeData } from "#data/home/queries.ts";
import { anId, donationTotals, homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { renderInApp } from "#testing/render-app.tsx";

const createReport = (filename: string, previewUrl: string | null = null) => ({
  id: anId(),
  filename,
  fileUrl: `/reports/${filename}`,
  previewUrl,
  description: `About ${filename}`,
  coverUrl: null,
  coverAlt: null,
  fileSize: null,
  createdAt: "2026-05-06T12:00:00Z",
});

const visit = (
  reportsResponse: FakeResponse | (() => FakeResponse | Promise<FakeResponse>),
  prerenderedReports: readonly ReturnType<typeof createReport>[] = [],
  settings: Partial<HomeData["settings"]> = {},
) => {
  fakeApi({
    "GET /api/home": { body: homeData({ settings: { ...homeData().settings, ...settings } }) },
    "GET /api/financial-reports/published": reportsResponse,
    "GET /api/donors-consolidated": {
      body: [donationTotals({ donationCount: 1204, recentDonationCount: 1148 })],
    },
  });
  const queryClient = createQueryClient();
  if (prerenderedReports.length > 0) {
    hydrateQueries(queryClient, [[publishedReportsQuery.queryKey, prerenderedReports]]);
  }
  return renderInApp(<AppRoutes pages={PAGES} />, { route: "/financial-reports", queryClient });
};

const findCard = async (filename: string) =>
  within((await screen.findByText(`About ${filename}`)).closest("article")!);

describe("the financial reports page", () => {
  test("FIN-01, FIN-02, FIN-03, FIN-04, FIN-05: shows the four figures", async () => {
    visit({ body: [] });
    for (const label of ["Total Raised", "Total Donors", "Average Donation", "Recent Donations"]) {
      expect(await screen.findByText(label)).toBeTruthy();
    }
    expect(await screen.findByText("$1,000")).toBeTruthy();
    expect(screen.getByText("$333.33")).toBeTruthy();
    // The total is the server's count, not the length of the list.
    expect(screen.getByText("1,148")).toBeTruthy();
    expect(screen.getByText("Last 30 days")).toBeTruthy();
    expect(screen.getAllByText("since December 2025")).toHaveLength(2);
    expect(screen.getByText("per donor, since December 2025")).toBeTruthy();
  });

  test.each([
    ["report.pdf", ["Open PDF", "Download"], "PDF Document"],
    ["photo.png", ["View File", "Download"], "Document"],
    ["budget.xlsx", ["Download"], "Document"],
    ["letter.DOC", ["Download"], "Document"],
  ])(
    "FIN-07, FIN-12, FIN-13, FIN-14: for %s, shows the links %j",
    async (filename, linkNames, placeholder) => {
      visit({ body: [createReport(filename)] });
      const card = await findCard(filename);
      expect(card.getAllByRole("link").map((link) => link.textContent)).toEqual(linkNames);
      expect(card.getByText(placeholder)).toBeTruthy();
    },
  );

  test("FIN-08, FIN-09, FIN-10, FIN-11: shows a report's details on its card", async () => {
    visit({ body: [createReport("report.pdf")] });
    const card = await findCard("report.pdf");
    expect(card.getByText("Published")).toBeTruthy();
    expect(card.getByText("May 6, 2026")).toBeTruthy();
    expect(card.getByText(/report\.pdf$/, { selector: "p" })).toBeTruthy();
    expect(card.getByRole("link", { name: "Open PDF" }).getAttribute("target")).toBe("_blank");
  });

  test("FIN-07: shows the first page if there is a preview, and the file size", async () => {
    const coverUrl = "/images/site/5ce4e000-0000-4000-8000-000000000031/720x932";
    const reportWithCover = { ...createReport("report.pdf"), coverUrl, coverAlt: "Its first page" };
    visit({
      body: [
        { ...reportWithCover, fileSize: 61_216 },
        { ...createReport("old.csv"), fileSize: 377 },
      ],
    });
    const card = await findCard("report.pdf");
    expect(card.getByRole("img", { name: "Its first page" }).getAttribute("src")).toBe(coverUrl);
    expect(card.queryByText("PDF Document")).toBeNull();
    expect(card.getByText("PDF, 60 KB")).toBeTruthy();
    expect((await findCard("old.csv")).getByText("CSV, 1 KB")).toBeTruthy();
  });

  test("shows only the file type if the file size is unknown", async () => {
    visit({ body: [createReport("report.pdf")] });
    expect((await findCard("report.pdf")).getByText("PDF")).toBeTruthy();
  });

  test("shows what a package costs, and a year's spending in percentages that add up to 100", async () => {
    visit({ body: [] }, [], {
      packagePrice: 50,
      packageCosts: [
        { label: "Postage", amount: 16.2 },
        { label: "The rest", amount: 33.8 },
      ],
      spendingYear: 2025,
      spendingYearRaised: 1_040_000,
      spending: [
        { label: "Programs", amount: 910_000 },
        { label: "Fundraising", amount: 50_000 },
        { label: "Administration", amount: 40_000 },
      ],
    });
    const findRows = async (name: string) =>
      within(await screen.findByRole("table", { name }))
        .getAllByRole("row")
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(await findRows("What we spent in 2025")).toEqual([
      ["Programs", "$910,000", "91%"],
      ["Fundraising", "$50,000", "5%"],
      ["Administration", "$40,000", "4%"],
      ["Total", "$1,000,000", "100%"],
    ]);
    expect(screen.getByText("We raised $1,040,000 that year and spent $1,000,000.")).toBeTruthy();
    expect(screen.getByText("91¢")).toBeTruthy();
    const heading = screen.getByRole("heading", { name: "Where the $50 goes" });
    const costItems = within(heading.closest("div.card-box") as HTMLElement).getAllByRole(
      "listitem",
    );
    expect(costItems.map(({ textContent }) => textContent)).toEqual([
      "Postage$16.20",
      "The rest$33.80",
    ]);
    const totalLabel = screen.getByText("Total Raised");
    expect(heading.compareDocumentPosition(totalLabel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("shows no table if no spending or package costs are entered", async () => {
    visit({ body: [] });
    expect(await screen.findByText("No published reports")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("FIN-15: shows the empty state", async () => {
    visit({ body: [] });
    expect(await screen.findByText("No published reports")).toBeTruthy();
    expect(
      screen.getByText("Financial reports will appear here once published by administrators"),
    ).toBeTruthy();
  });

  test("FIN-16: shows the loading state", async () => {
    visit(() => new Promise(() => undefined));
    expect(await screen.findByText("Loading financial reports...")).toBeTruthy();
  });

  test("FIN-18: shows an error when loading fails", async () => {
    visit({ status: 500 });
    expect(await screen.findByText("Failed to fetch published financial reports")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  test("FIN-06: drops a report that was unpublished after prerendering", async () => {
    const [publishedReport, unpublishedReport] = [
      createReport("kept.pdf"),
      createReport("gone.pdf"),
    ];
    visit({ body: [publishedReport] }, [publishedReport, unpublishedReport]);
    expect(await screen.findByText("About gone.pdf")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("About gone.pdf")).toBeNull());
    expect(screen.getByText("About kept.pdf")).toBeTruthy();
  });

  test("FIN-18: keeps prerendered content and says that it may be outdated", async () => {
    let response: FakeResponse = { status: 500 };
    const { user } = visit(() => response, [createReport("written.pdf")]);
    expect(await screen.findByText("Failed to fetch published financial reports")).toBeTruthy();
    expect(screen.getByText("About written.pdf")).toBeTruthy();
    response = { body: [] };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No published reports")).toBeTruthy();
    expect(screen.queryByText("Failed to fetch published financial reports")).toBeNull();
  });
});
