import { beforeAll, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { request, signInAdmin } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});

const call = async (method: string, path: string, body?: object) =>
  (await request(method, path, { token, ...(body && { body }) })).json;

it.each(["donations", "donors", "volunteers"])(
  "an import of %s leaves out the totals of our exports, even if a spreadsheet has saved them",
  async (kind) => {
    const word = uniqueWord();
    const { id } = await call("POST", "/api/imports", {
      kind,
      source: "spreadsheet",
      fileName: "export.csv",
      fileHash: "d".repeat(64),
      headings: ["Date", "Name", "Email", "Amount"],
      mapping:
        kind === "donations"
          ? { date: 0, fullName: 1, email: 2, amount: 3 }
          : { fullName: 1, email: 2 },
      rowCount: 4,
    });
    await call("POST", `/api/imports/${id}/rows`, {
      firstRow: 1,
      rows: [
        ["2026-01-02", `Ann ${word}`, `${word}@example.org`, "1,250.00"],
        ["Total of 1 completed", "", "", "1250.00"],
        ["Pending: 2", "", "", "$1,250.00"],
        ["Total of 1,250", "", "", "1250,00"],
      ],
    });
    await call("POST", `/api/imports/${id}/check`);
    const readCounts = async () => (await call("GET", `/api/imports/${id}`)).counts;
    await expect
      .poll(readCounts, { timeout: 20_000 })
      .toMatchObject({ ready: 1, skipped: 3, problem: 0, newPeople: 1 });
    await call("DELETE", `/api/imports/${id}`);
  },
);
