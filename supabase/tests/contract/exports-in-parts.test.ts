import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestParts } from "../request-parts.ts";
import { uniqueWord } from "../unique-word.ts";
import { exportsWithLists, parseCsv, requestExport } from "./exported-lists.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());

const sortLines = (rows: readonly string[][]) => rows.map((row) => row.join()).toSorted();

/** Requests one part, and checks the figures about it in its headers. */
async function requestPart(path: string) {
  const { status, text, headers } = await request("GET", path, { token });
  expect(status).toBe(200);
  const cursor = headers.get("X-Next-Cursor");
  expect(headers.get("X-Has-More")).toBe(String(cursor !== null));
  // `fetch` leaves out the byte order mark at the beginning of the first part.
  const startBytes = path.includes("cursor=") ? 0 : 3;
  expect(Number(headers.get("X-Part-Bytes"))).toBe(Buffer.byteLength(text) + startBytes);
  const rowCount = Number(headers.get("X-Part-Rows"));
  return { text, headers, cursor, rowCount, total: headers.get("X-Total-Count") };
}

/** Requests all parts of a file. `change` runs between the parts. */
async function readParts(path: string, change?: (partCount: number) => Promise<unknown>) {
  const parts: Awaited<ReturnType<typeof requestPart>>[] = [];
  for await (const part of requestParts(path, requestPart)) {
    parts.push(part);
    if (part.cursor !== null) await change?.(parts.length);
  }
  return parts;
}

describe.each(exportsWithLists)("$path/export", ({ path, endpoint }) => {
  // Each export adds an entry to the audit log.
  const filter = path === "/api/audit-log" ? "&action=update" : "";

  it("has the same rows and totals in three parts as in one, with a heading only in the first", async () => {
    for (const sort of endpoint!.list!.sorts.slice(0, 3)) {
      const whole = await requestExport(token, path, `sort=${sort}${filter}`);
      const limit = Math.ceil(whole.rows.length / 3);
      const parts = await readParts(
        `${path}/export?sort=${sort}${filter}&totals=true&limit=${limit}`,
      );
      const [headings, ...rows] = parseCsv(parts.map(({ text }) => text).join(""));
      expect(headings).toEqual(whole.headings);
      const totals = rows.splice(whole.rows.length);
      expect(totals).toEqual(whole.totals);
      expect(sortLines(rows)).toEqual(sortLines(whole.rows));
      const total = String(whole.rows.length);
      expect(parts.at(0)?.total).toBe(total);
      expect(parts.at(-1)?.total).toBe(total);
      expect(parts.length).toBeGreaterThan(whole.rows.length > 1 ? 1 : 0);
      await clearRateLimits();
    }
  });

  it("ends without totals unless they are asked for", async () => {
    const parts = await readParts(`${path}/export?${filter}`);
    const rows = parseCsv(parts.map(({ text }) => text).join("")).slice(1);
    expect(rows).toEqual((await requestExport(token, path, filter)).rows);
  });

  it.each(["x", btoa('["",1,0,[]]'), btoa('["yesterday","1",0,[]]'), btoa('["","1;",0,[]]')])(
    "refuses the made-up cursor %j",
    async (cursor) => {
      const response = await request("GET", `${path}/export?cursor=${cursor}`, { token });
      expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
    },
  );
});

describe("an export whose rows change between its parts", () => {
  const word = uniqueWord();
  const path = `/api/donations/export?search=${word}&limit=2&totals=true`;
  beforeEach(async () => {
    for (const [index, name] of ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"].entries()) {
      await sql`
        insert into public.donations (first_name, last_name, email, amount, status, is_demo, created_at)
        values (${name}, ${word}, ${`${name}@example.org`}, ${10 + index / 10}, 'completed', true, now() - ${`${index} hours`}::interval)`;
    }
  });
  afterEach(() => sql`delete from public.donations where last_name like ${`%${word}%`}`);

  const readNames = (parts: readonly { text: string }[]) => {
    const [headings = [], ...rows] = parseCsv(parts.map(({ text }) => text).join(""));
    const names = rows.map((row) => row[headings.indexOf("First name")] ?? "");
    const total = rows.find(([label]) => label?.startsWith("Total of "));
    const cells = { names: names.filter(Boolean), total: total?.[headings.indexOf("Amount")] };
    const cents = rows
      .filter((_, index) => names[index] !== "")
      .reduce((sum, row) => sum + Math.round(Number(row[headings.indexOf("Amount")]) * 100), 0);
    return { ...cells, sum: (cents / 100).toFixed(2) };
  };

  it.each(["-createdAt", "createdAt", "lastName", "-lastName", "amount", "-amount"])(
    "threat 29: has every donation that stays in the list exactly once, sorted by %s",
    async (sort) => {
      const parts = await readParts(`${path}&sort=${sort}`, async (partCount) => {
        // The donors swap their places in the alphabet, and others come and go.
        await sql`
          update public.donations
          set last_name = ${partCount % 2 === 0 ? "a" : "z"} || ${word}, first_name = first_name
          where last_name like ${`%${word}`} and first_name in ('Ann', 'Cy', 'Flo')`;
        await sql`
          insert into public.donations (first_name, last_name, email, amount, status, is_demo, created_at)
          values ('New', ${word}, 'new@example.org', 5, 'completed', true, now() - ${`${partCount * 70} minutes`}::interval)`;
      });
      const { names, sum, total } = readNames(parts);
      const stayingNames = names.filter((name) => name !== "New");
      expect(stayingNames.toSorted()).toEqual(["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]);
      expect(total).toBe(sum);
      expect(parts.at(-1)?.total).toBe(String(names.length));
      expect(parts.reduce((count, { rowCount }) => count + rowCount, 0)).toBe(names.length);
    },
  );

  it("goes on after the last row of a part is deleted", async () => {
    const parts = await readParts(
      `${path}&sort=-createdAt`,
      (partCount) =>
        sql`delete from public.donations where last_name = ${word} and first_name = ${["", "Bo", "Di"][partCount]!}`,
    );
    expect(readNames(parts).names).toEqual(["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]);
  });

  it("leaves out donations that are refunded before their part is read, if only completed ones are exported", async () => {
    const parts = await readParts(
      `${path}&status=completed`,
      () => sql`
        update public.donations set adjusted_amount = amount
        where last_name = ${word} and first_name in ('Ann', 'Ed')`,
    );
    const { names, total, sum } = readNames(parts);
    expect(names).toEqual(["Ann", "Bo", "Cy", "Di", "Flo"]);
    expect(total).toBe(sum);
    expect([parts.at(0)?.total, parts.at(-1)?.total]).toEqual(["6", "5"]);
  });
});
