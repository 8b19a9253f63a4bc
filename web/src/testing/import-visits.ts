import { screen } from "@testing-library/react";
import type { OwnAreas } from "#contracts/choices.ts";
import type { Import } from "#data/imports/mutations.ts";
import { homeData } from "./builders.ts";
import { fakeApi, type FakeCall } from "./fake-api.ts";
import { logInAsAdmin } from "./logging-in.ts";
import { renderApp } from "./render-app.tsx";

export const IMPORT_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
export const LOOKALIKE_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c12";
const CLOSING = { closedThrough: "2025-12-31", reason: null, closedBy: "admin" };
/** Builds an import whose rows haven't been sent. */
export const anImport = (changes: Partial<Import> = {}): Import => ({
  id: IMPORT_ID,
  kind: "donations",
  source: "spreadsheet",
  fileName: "gifts.csv",
  fileHash: "0".repeat(64),
  headings: ["Date", "Amount", "Name"],
  mapping: { date: 0, amount: 1, fullName: 2 },
  dateOrder: null,
  decimalMark: null,
  meanings: {},
  rowCount: 2,
  stagedCount: 0,
  state: "staging",
  failure: null,
  counts: null,
  storedCount: 0,
  startedBy: "admin",
  createdAt: "2026-11-20T18:00:00Z",
  importedAt: null,
  undoneAt: null,
  undoUntil: null,
  firstGivenOn: null,
  owesReceipts: false,
  ...changes,
});

export const IMPORT_COUNTS = {
  ready: 2,
  lookalike: 0,
  duplicate: 0,
  skipped: 0,
  problem: 0,
  newPeople: 2,
  readyAmount: 75.5,
  lookalikeAmount: 0,
  lateReady: 0,
  lateLookalike: 0,
  namesakes: 0,
  matches: 0,
  unusualDays: 0,
  unusualRows: [],
  fills: { address: 0, phone: 0, addressee: 0, salutation: 0, notes: 0, tags: 0, availability: 0 },
};

/** Opens the page with a fake server that takes one import through its states. */
export const visitImports = async (first: Import | null, path = "", areas?: OwnAreas) => {
  logInAsAdmin(1, areas);
  let record = first;
  const calls: FakeCall[] = [];
  const respondWith = (changes: Partial<Import>) => (call: FakeCall) => {
    calls.push(call);
    record = anImport({ ...record, ...changes });
    return { body: record };
  };
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/book-closings": {
      body: [{ ...CLOSING, id: LOOKALIKE_ID, createdAt: "2026-01-20T18:00:00Z" }],
    },
    "GET /api/imports": () => ({ body: record ? [record] : [] }),
    "GET /api/imports/:id": () => ({ body: record }),
    "POST /api/imports": (call) => ({ ...respondWith({})(call), status: 201 }),
    "POST /api/imports/:id/rows": (call) => {
      calls.push(call);
      const { rows } = call.body as { rows: unknown[] };
      record = anImport({ ...record, stagedCount: (record?.stagedCount ?? 0) + rows.length });
      return { body: { rowCount: rows.length } };
    },
    "POST /api/imports/:id/check": respondWith({
      state: "checked",
      counts: { ...IMPORT_COUNTS, problem: 1, lookalike: 1 },
    }),
    "POST /api/imports/:id/store": respondWith({
      state: "imported",
      storedCount: 2,
      importedAt: "2026-11-20T18:01:00Z",
      undoUntil: "2026-11-21T18:01:00Z",
      firstGivenOn: "2025-12-31",
    }),
    "POST /api/imports/:id/undo": respondWith({ state: "undone", undoUntil: null }),
    "DELETE /api/imports/:id": respondWith({ state: "discarded" }),
    "GET /api/imports/:id/rows": ({ url }) => ({
      body: url.includes("lookalike")
        ? [
            {
              rowNumber: 2,
              label: "Bo Ray, $25.00",
              problems: [],
              lookalike: { id: LOOKALIKE_ID, name: "Bo Ray" },
            },
          ]
        : [
            {
              rowNumber: 3,
              label: "Cy Fox",
              problems: ["Date (empty): Enter a date."],
              lookalike: null,
            },
          ],
    }),
  });
  const view = renderApp(`/dashboard/settings/import-export${path}`);
  await screen.findByRole("heading", { name: "Import" });
  return { ...view, calls };
};
