import { PDFDocument } from "@cantoo/pdf-lib";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { donor } from "#testing/donor-builders.ts";
import { type FakeCall, type FakeResponse, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { keepSavedFiles } from "#testing/saved-files.ts";

const savedFiles = keepSavedFiles();
beforeEach(() => logInAsAdmin());

const donors = Array.from({ length: 45 }, (_, index) => donor({ firstName: `Donor${index}` }));

const createPdf = async (pageCount: number) => {
  const document = await PDFDocument.create();
  for (let page = 0; page < pageCount; page += 1) document.addPage();
  return document.saveAsBase64();
};

const getIds = ({ url }: FakeCall) =>
  new URL(url, "http://site.test").searchParams.get("ids")?.split(",") ?? [];

/** Responds with a page per donor, except for the one without an address. */
const respondWithPapers = async (call: FakeCall): Promise<FakeResponse> => {
  const printedIds = getIds(call).filter((id) => id !== donors[30]?.id);
  const missing = getIds(call).filter((id) => id === donors[30]?.id);
  const unprintable = missing.map((id) => ({
    id,
    donorId: id,
    name: "Donor30 Nair",
    reason: "no_address",
  }));
  const pdf = await createPdf(printedIds.length);
  return { body: { pdf, printedIds, recordIds: printedIds, waitingIds: [], unprintable } };
};

const openDonors = (
  respond: (call: FakeCall) => FakeResponse | Promise<FakeResponse>,
  { path = "?q=nair", list = pagesOf(donors) } = {},
) => {
  const { callsOf } = adminApi({
    "GET /api/donors-consolidated": list,
    "GET /api/possible-duplicates": { body: [] },
    "GET /api/letter-templates": { body: [] },
    "GET /api/printed-papers/pdf": respond,
    "POST /api/printed-papers": { body: { recorded: 1 } },
  });
  const { user } = renderApp(`/dashboard/donations/donors${path}`);
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const listRequestedIds = () => callsOf("GET /api/printed-papers/pdf").map(getIds);
  const listRecords = () => callsOf("POST /api/printed-papers").map(({ body }) => body);
  return { user, press, callsOf, listRequestedIds, listRecords };
};

const readSavedPdf = async () => PDFDocument.load(await savedFiles[0]!.arrayBuffer());
const countSavedPages = async () => (await readSavedPdf()).getPageCount();
const allIds = donors.map(({ id }) => id);

describe("printing for a list of donors", () => {
  test("makes one PDF of the statements, names who isn't in it, and records them", async () => {
    const page = openDonors(respondWithPapers);
    await page.press("Print");
    await page.press("Make the PDF");
    expect(await screen.findByText("Not printed: 1")).toBeTruthy();
    expect(screen.getByText("1: no postal address")).toBeTruthy();
    expect(screen.getByText("Donor30 Nair").closest("details")?.open).toBe(true);
    expect(await countSavedPages()).toBe(44);
    expect(page.listRequestedIds().map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(page.listRequestedIds().flat()).toEqual(allIds);
    const year = new Date().getFullYear();
    expect((await readSavedPdf()).getTitle()).toBe(`Annual statements for ${year}`);
    const ids = allIds.filter((id) => id !== donors[30]?.id);
    expect(page.listRecords()).toEqual([{ kind: "statements", year, ids }]);
    expect(page.callsOf("GET /api/donors-consolidated").at(-1)?.url).toContain("search=nair");
  });

  test("groups those who can't be printed by reason, and collapses long lists", async () => {
    const page = openDonors((call) => ({
      body: {
        pdf: "",
        printedIds: [],
        recordIds: [],
        waitingIds: [],
        unprintable: getIds(call).map((id) => ({
          id,
          donorId: id,
          name: `No. ${allIds.indexOf(id)}`,
          reason: id === allIds[44] ? "lacks_letters" : "no_address",
        })),
      },
    }));
    await page.press("Print");
    await page.press("Make the PDF");
    expect(await screen.findByText("Not printed: 45")).toBeTruthy();
    const many = screen.getByText("44: no postal address");
    expect(many.closest("details")?.open).toBe(false);
    await page.user.click(many);
    expect(many.closest("details")?.open).toBe(true);
    const few = screen.getByText("1: a name or text in letters that our papers don't have");
    expect(few.closest("details")?.open).toBe(true);
  });

  test("continues where it stopped, and prints no one twice", async () => {
    let isFailing = true;
    const refused: FakeResponse = { status: 403, body: { message: "Please log in again." } };
    const page = openDonors((call) =>
      isFailing && getIds(call).includes(allIds[20]!) ? refused : respondWithPapers(call),
    );
    await page.press("Print");
    await page.press("Make the PDF");
    expect(await screen.findByText(/20 of 45 have arrived/)).toBeTruthy();
    expectLogged("The papers could not be printed");
    expect(savedFiles).toEqual([]);
    expect(page.listRecords()).toEqual([]);
    isFailing = false;
    await page.press("Continue");
    expect(await screen.findByText("Not printed: 1")).toBeTruthy();
    expect(await countSavedPages()).toBe(44);
    expect(page.listRequestedIds().flat()).toEqual([...allIds.slice(0, 40), ...allIds.slice(20)]);
  });

  test("offers the year of the list's filter, and stays open when the printed donors leave the list", async () => {
    const year = new Date().getFullYear() - 1;
    let isPrinted = false;
    const page = openDonors(
      async (call) => {
        isPrinted = true;
        return respondWithPapers(call);
      },
      {
        path: `?noStatement=${year}_to_print`,
        list: (call) => pagesOf(isPrinted ? [] : donors)(call),
      },
    );
    await page.press("Print");
    await page.press("Make the PDF");
    expect(await screen.findByText("Nothing matches these filters")).toBeTruthy();
    expect(screen.getByText("Not printed: 1")).toBeTruthy();
    expect(screen.getByText(/^It has 44 statements, in the order of the list\./)).toBeTruthy();
    expect(page.listRecords()).toMatchObject([{ kind: "statements", year }]);
  });

  test("sends labels again that didn't fill a sheet", async () => {
    const page = openDonors(async (call) => {
      const ids = getIds(call);
      const isLast = call.url.includes("isLast=true");
      const printedIds = isLast ? ids : ids.slice(0, 30);
      const waitingIds = isLast ? [] : ids.slice(30);
      const pdf = await createPdf(1);
      return {
        body: { pdf, printedIds, recordIds: printedIds, waitingIds, unprintable: [] },
      };
    });
    await page.press("Print");
    await page.user.click(screen.getByRole("radio", { name: "Labels" }));
    await page.press("Make the PDF");
    expect(await screen.findByText("The PDF is saved")).toBeTruthy();
    expect(page.listRecords()).toEqual([{ kind: "labels", ids: allIds }]);
  });

  test("prints the receipt of each donor's latest donation, and records it for the donation", async () => {
    const donationId = "5c0ffee5-0000-4000-8000-000000000001";
    const page = openDonors(async () => ({
      body: {
        pdf: await createPdf(1),
        printedIds: [allIds[0]],
        recordIds: [donationId],
        waitingIds: [],
        unprintable: [],
      },
    }));
    await page.user.click(await screen.findByRole("checkbox", { name: "Select Donor0 Kim" }));
    await page.press("Print selected");
    await page.user.click(screen.getByRole("radio", { name: "Receipts" }));
    expect(screen.getByText(/The receipt of each donor's latest donation/)).toBeTruthy();
    await page.press("Make the PDF");
    expect(await screen.findByText(/^It has 1 receipt, in the order/)).toBeTruthy();
    expect(page.callsOf("GET /api/printed-papers/pdf")[0]?.url).toContain("idsOf=donors");
    expect(page.listRecords()).toEqual([{ kind: "receipts", ids: [donationId] }]);
  });

  test("prints only the selected donors", async () => {
    const page = openDonors(respondWithPapers);
    for (const name of ["Donor2 Kim", "Donor0 Kim"])
      await page.user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
    await page.press("Print selected");
    await page.press("Make the PDF");
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    expect(page.listRequestedIds()).toEqual([[allIds[0], allIds[2]]]);
  });
});
