import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AdminReport } from "#data/financial-reports/resource.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const CREATE_ROUTE = "POST /api/financial-reports";
const TOGGLE_ROUTE = "PATCH /api/financial-reports/:id/toggle-published";
const REMOVE_ROUTE = "DELETE /api/financial-reports/:id";
const CHANGE_ROUTE = "PUT /api/financial-reports/:id";
const FILE_ROUTE = "GET /api/financial-reports/:id/file";
type Overrides = Partial<
  Record<typeof CREATE_ROUTE | typeof TOGGLE_ROUTE | typeof REMOVE_ROUTE, FakeResponse>
>;
const UPLOAD_URL = "https://files.test/storage/v1/object/upload/sign/uploads/reports/1?token=t";

const aReport = (filename: string, overrides: Partial<AdminReport> = {}): AdminReport => {
  const id = anId();
  const fileUrl = `/api/financial-reports/${id}/file`;
  return {
    id,
    filename,
    fileUrl,
    previewUrl: /\.(jpe?g|png|gif|webp|svg)$/.test(filename) ? fileUrl : null,
    description: `About ${filename}`,
    coverUrl: null,
    coverAlt: null,
    fileSize: null,
    published: true,
    createdAt: "2026-05-06T15:00:00Z",
    updatedAt: "2026-05-06T15:00:00Z",
    ...overrides,
  };
};

/** Fakes a server that stores every write, unless `responseOverrides` has a response for it. */
const openPage = async (
  reports: readonly AdminReport[] = [],
  responseOverrides: Overrides = {},
) => {
  let rows = [...reports];
  const uploads = fakeUploads();
  const readId = ({ url }: FakeCall) => /reports\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/contact-info": { status: 503 },
    "GET /api/hero-section": { status: 503 },
    "GET /api/care-package-goal": { status: 503 },
    "GET /api/financial-reports": (call: FakeCall) => pagesOf(rows)(call),
    "POST /api/financial-reports/upload": { body: { uploadURL: UPLOAD_URL } },
    [FILE_ROUTE]: { body: "%PDF" },
    [CREATE_ROUTE]: ({ body }: FakeCall) => {
      if (responseOverrides[CREATE_ROUTE]) return responseOverrides[CREATE_ROUTE];
      const { filename, description } = body as AdminReport;
      const addedReport = aReport(filename, { description });
      rows = [addedReport, ...rows];
      return { body: addedReport };
    },
    [CHANGE_ROUTE]: (call: FakeCall) => {
      const isChangedRow = ({ id }: AdminReport) => id === readId(call);
      rows = rows.map((row) => (isChangedRow(row) ? { ...row, ...(call.body as object) } : row));
      return { body: rows.find(isChangedRow) };
    },
    [TOGGLE_ROUTE]: (call: FakeCall) => {
      if (responseOverrides[TOGGLE_ROUTE]) return responseOverrides[TOGGLE_ROUTE];
      rows = rows.map((row) =>
        row.id === readId(call) ? { ...row, ...(call.body as { published: boolean }) } : row,
      );
      const isPublished = rows.find(({ id }) => id === readId(call))?.published;
      return { body: { message: isPublished ? "Report published" : "Report unpublished" } };
    },
    [REMOVE_ROUTE]: (call: FakeCall) => {
      if (responseOverrides[REMOVE_ROUTE]) return responseOverrides[REMOVE_ROUTE];
      rows = rows.filter(({ id }) => id !== readId(call));
      return { body: { message: "Report deleted" } };
    },
  });
  const view = renderApp("/dashboard/content");
  await view.user.click(await screen.findByRole("heading", { name: "Financial Reports" }));
  return {
    ...api,
    ...view,
    uploads,
    findCard: async (filename: string) =>
      within(await screen.findByRole("article", { name: `About ${filename}` })),
    chooseFile: async (file: File) => {
      await view.user.upload(await screen.findByLabelText(/^Choose a file/), file);
      await waitFor(() => expect(uploads).toHaveLength(1));
    },
    findDialog: async () => within(await screen.findByRole("dialog")),
  };
};

beforeEach(() => {
  logInAsAdmin();
  URL.createObjectURL = vi.fn(() => "blob:test");
  URL.revokeObjectURL = vi.fn();
});

describe("a report's card", () => {
  test.each([
    ["report.pdf", "PDF Document"],
    ["budget.xlsx", "Document"],
    ["list.csv", "Document"],
  ])(
    "FIN-07, FIN-19, FIN-20: shows %s as “%s” with its description, badge, file name, and date",
    async (name, text) => {
      const { findCard } = await openPage([
        aReport(name),
        aReport(`b-${name}`, { published: false }),
      ]);
      const reportCard = await findCard(name);
      expect(reportCard.getByText(text)).toBeTruthy();
      expect(reportCard.getByRole("heading", { name: `About ${name}` })).toBeTruthy();
      expect(reportCard.getByText("Published")).toBeTruthy();
      expect(reportCard.getByText(/Uploaded on/).textContent).toBe(
        `${name}Uploaded on May 6, 2026`,
      );
      expect((await findCard(`b-${name}`)).getByText("Unpublished")).toBeTruthy();
    },
  );

  test("FIN-19: previews an image, and fetches an unpublished one with the administrator's token", async () => {
    const { findCard, callsOf } = await openPage([
      aReport("a.png"),
      aReport("b.png", { published: false }),
    ]);
    const findImage = async (name: string) =>
      (await findCard(name))
        .getByRole("button", { name: `Preview About ${name}` })
        .querySelector("img");
    expect((await findImage("a.png"))?.getAttribute("src")).toMatch(/\/file$/);
    await waitFor(async () =>
      expect((await findImage("b.png"))?.getAttribute("src")).toBe("blob:test"),
    );
    expect(callsOf(FILE_ROUTE)).toHaveLength(1);
    expect(callsOf(FILE_ROUTE)[0]?.headers.get("authorization")).toMatch(/^Bearer /);
  });

  test.each([
    ["report.pdf", ["Open PDF: About report.pdf", "Download: About report.pdf"], []],
    ["photo.png", ["Download: About photo.png"], ["View File: About photo.png"]],
    ["budget.xlsx", ["Download: About budget.xlsx"], []],
    ["old.xls", ["Download: About old.xls"], []],
    ["letter.docx", ["Download: About letter.docx"], []],
    ["letter.doc", ["Download: About letter.doc"], []],
  ])("FIN-21, FIN-22: offers the actions that fit %s", async (name, links, viewButtons) => {
    const { press } = await openPage([aReport(name)]);
    await press(`More for About ${name}`);
    const items = await screen.findAllByRole("menuitem");
    const listLabels = (tagName: string) =>
      items
        .filter((item) => item.tagName === tagName)
        .map((item) => item.getAttribute("aria-label") ?? "");
    expect(listLabels("A")).toEqual(links);
    const buttons = listLabels("BUTTON");
    expect(buttons.filter((label) => /^(View|Open)/.test(label))).toEqual(viewButtons);
    const download = screen.getByRole("menuitem", { name: /^Download/ });
    expect(download.getAttribute("download")).toBe(name);
    const pdfLink = screen.queryByRole("menuitem", { name: /^Open PDF/ });
    if (pdfLink) expect(pdfLink.getAttribute("target")).toBe("_blank");
  });

  test("FIN-22, threat 28: downloads and opens an unpublished file with the administrator's token", async () => {
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const tab = { location: { href: "" }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    const { findCard, pressInMenu, callsOf } = await openPage([
      aReport("report.pdf", { published: false }),
    ]);
    const reportCard = await findCard("report.pdf");
    expect(reportCard.queryAllByRole("link")).toEqual([]);
    await pressInMenu("About report.pdf", "Download: About report.pdf");
    await waitFor(() => expect(clickSpy).toHaveBeenCalledOnce());
    await pressInMenu("About report.pdf", "Open PDF: About report.pdf");
    await waitFor(() => expect(tab.location.href).toBe("blob:test"));
    for (const { headers } of callsOf(FILE_ROUTE)) {
      expect(headers.get("authorization")).toMatch(/^Bearer /);
    }
    vi.restoreAllMocks();
  });

  test("FIN-26: offers to download the file and to open it in a new tab from the preview", async () => {
    const { pressInMenu, findDialog } = await openPage([aReport("photo.png")]);
    await pressInMenu("About photo.png", "View File: About photo.png");
    const preview = await findDialog();
    expect(preview.getByRole("heading", { name: "About photo.png" })).toBeTruthy();
    const links = preview.getAllByRole("link").map(({ textContent }) => textContent);
    expect(links).toEqual(["Download", "Open in new tab"]);
    expect(preview.getByRole("link", { name: /^Open/ }).getAttribute("target")).toBe("_blank");
  });

  test("FIN-26: previews a CSV file as text, because browsers would download it", async () => {
    const { pressInMenu, findDialog } = await openPage([aReport("plan.csv", { published: false })]);
    await pressInMenu("About plan.csv", "View File: About plan.csv");
    const preview = await findDialog();
    expect(await preview.findByText("%PDF", { selector: "pre" })).toBeTruthy();
    expect(preview.getByRole("button", { name: /^Download/ })).toBeTruthy();
    expect(preview.queryByText("Open in new tab")).toBeNull();
  });

  test("FIN-23, FIN-28, FIN-32: publishes and unpublishes a report", async () => {
    const { pressInMenu, findCard, callsOf } = await openPage([aReport("report.pdf")]);
    await pressInMenu("About report.pdf", "Unpublish About report.pdf");
    expect(await screen.findByText("Report unpublished")).toBeTruthy();
    await waitFor(async () =>
      expect((await findCard("report.pdf")).getByText("Unpublished")).toBeTruthy(),
    );
    await pressInMenu("About report.pdf", "Publish About report.pdf");
    expect(await screen.findByText("Report published")).toBeTruthy();
    expect(callsOf(TOGGLE_ROUTE).map(({ body }) => body)).toEqual([
      { published: false },
      { published: true },
    ]);
  });

  test("FIN-24, FIN-33: asks before deleting a report", async () => {
    const { pressInMenu, callsOf, findDialog, user } = await openPage([aReport("report.pdf")]);
    await pressInMenu("About report.pdf", "Delete About report.pdf");
    expect(
      await screen.findByText(
        'Are you sure you want to delete "About report.pdf"? This action cannot be undone.',
      ),
    ).toBeTruthy();
    expect(callsOf(REMOVE_ROUTE)).toEqual([]);
    await user.click((await findDialog()).getByRole("button", { name: "Delete financial report" }));
    expect(await screen.findByText("Report deleted")).toBeTruthy();
    expect(await screen.findByText("No financial reports yet")).toBeTruthy();
  });

  test.each([
    [
      TOGGLE_ROUTE,
      "Unpublish About report.pdf",
      "We couldn't update the report. Please try again.",
    ],
    [REMOVE_ROUTE, "Delete About report.pdf", "We couldn't delete the report. Please try again."],
  ] as const)(
    "shows an error and keeps the report when %s fails",
    async (route, buttonName, message) => {
      const { pressInMenu, user } = await openPage([aReport("report.pdf")], {
        [route]: { status: 503 },
      });
      await pressInMenu("About report.pdf", buttonName);
      if (route === REMOVE_ROUTE) {
        await user.click(await screen.findByRole("button", { name: "Delete financial report" }));
      }
      expect(await screen.findByText(message)).toBeTruthy();
      expect(screen.getByRole("article", { name: "About report.pdf" })).toBeTruthy();
      expectLogged(
        route === REMOVE_ROUTE ? "The financial report could not be deleted" : "Unpublish failed",
      );
    },
  );

  test("FIN-07, FIN-19: shows the cover and file size, and lets the cover be removed and the description changed", async () => {
    const coverUrl = "/images/site/5ce4e000-0000-4000-8000-000000000031/720x932";
    const reportWithCover = aReport("report.pdf", {
      coverUrl,
      coverAlt: "Its first page",
      fileSize: 23_552,
    });
    const { findCard, press, user, callsOf } = await openPage([reportWithCover]);
    const reportCard = await findCard("report.pdf");
    expect(reportCard.getByAltText("Its first page").getAttribute("src")).toBe(coverUrl);
    expect(reportCard.getByText(/report\.pdf, 23 KB/)).toBeTruthy();
    await press("Edit About report.pdf");
    const descriptionField = await screen.findByLabelText<HTMLTextAreaElement>("Description");
    expect(document.activeElement).toBe(descriptionField);
    await user.type(descriptionField, " of May");
    await press("Remove picture");
    await press("Save financial report");
    expect(await screen.findByText("The financial report was saved")).toBeTruthy();
    expect(callsOf(CHANGE_ROUTE)[0]?.body).toEqual({
      description: "About report.pdf of May",
      coverUrl: null,
      updatedAt: expect.any(String),
    });
    const renamedCard = await screen.findByRole("article", { name: "About report.pdf of May" });
    expect(within(renamedCard).getByText("PDF Document")).toBeTruthy();
  });

  test("FIN-25: moves the actions into a drawer titled Report Actions on a narrow screen", async () => {
    const { findCard, press, findDialog, user } = await openPage([aReport("photo.png")]);
    const reportCard = await findCard("photo.png");
    // CSS shows either the drawer's button or the inline actions.
    const drawerButton = reportCard.getByRole("button", { name: "Actions for About photo.png" });
    expect(drawerButton.className).toContain("md:hidden");
    const inlineActions = reportCard.getByRole("button", { name: /^More for/ }).parentElement;
    expect(inlineActions?.className).toContain("max-md:hidden");
    await press("Actions for About photo.png");
    const drawer = await findDialog();
    expect(drawer.getByRole("heading", { name: "Report Actions" })).toBeTruthy();
    for (const name of [/^View File/, /^Unpublish/, /^Delete/]) {
      expect(drawer.getByRole("button", { name })).toBeTruthy();
    }
    expect(drawer.getByRole("link", { name: /^Download/ })).toBeTruthy();
    await user.click(drawer.getByRole("button", { name: /^View File/ }));
    expect((await findDialog()).getByRole("link", { name: /^Open in new tab/ })).toBeTruthy();
  });
});

describe("uploading a report", () => {
  const createFile = () => new File(["%PDF"], "figures 2026.pdf", { type: "application/pdf" });

  test("FIN-31, FIN-34: shows upload progress, saves the report under its file name, and lists it", async () => {
    const { press, chooseFile, user, uploads, callsOf } = await openPage();
    await press("Add financial report");
    await user.type(await screen.findByLabelText("Description"), "Figures of 2026");
    await chooseFile(createFile());
    expect(uploads[0]?.url).toBe(UPLOAD_URL);
    act(() => uploads[0]?.reportProgress(40));
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("40");
    await press("Upload Report");
    expect(await screen.findByText("The file is still uploading")).toBeTruthy();
    expect(callsOf(CREATE_ROUTE)).toEqual([]);
    act(() => uploads[0]?.respond(200));
    expect(await screen.findByText("File added")).toBeTruthy();
    await press("Upload Report");
    expect(await screen.findByText("Financial report uploaded and published")).toBeTruthy();
    expect(callsOf(CREATE_ROUTE)[0]?.body).toEqual({
      description: "Figures of 2026",
      filename: "figures 2026.pdf",
      fileUrl: UPLOAD_URL,
      coverUrl: null,
      coverAlt: null,
    });
    expect(await screen.findByRole("article", { name: "Figures of 2026" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText("Description")).toBeNull());
  });

  test("FIN-29: requires a description", async () => {
    const { press, chooseFile, uploads, callsOf } = await openPage();
    await press("Add financial report");
    await chooseFile(createFile());
    act(() => uploads[0]?.respond(200));
    await screen.findByText("File added");
    await press("Upload Report");
    expect(
      await screen.findByText(
        "Please provide a description for the financial report before uploading.",
      ),
    ).toBeTruthy();
    expect(callsOf(CREATE_ROUTE)).toEqual([]);
  });

  test("requires a file", async () => {
    const { press, user, callsOf } = await openPage();
    await press("Add financial report");
    await user.type(await screen.findByLabelText("Description"), "Figures");
    await press("Upload Report");
    expect(await screen.findByText("Fill this in.")).toBeTruthy();
    expect(callsOf(CREATE_ROUTE)).toEqual([]);
  });

  test("shows why a file was rejected and keeps the form as it was, even after a reload", async () => {
    const message = "Choose a PDF.";
    const { press, chooseFile, user, uploads, unmount } = await openPage([], {
      [CREATE_ROUTE]: { status: 400, body: { code: "report_not_accepted", message } },
    });
    await press("Add financial report");
    await user.type(await screen.findByLabelText("Description"), "Figures");
    await chooseFile(createFile());
    act(() => uploads[0]?.respond(200));
    await screen.findByText("File added");
    await press("Upload Report");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("Add financial report failed");
    unmount();
    const reopenedPage = await openPage();
    await reopenedPage.press("Add financial report");
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Description")).value).toBe(
      "Figures",
    );
    expect(screen.getByText("figures 2026.pdf")).toBeTruthy();
  });
});
