import { describe, expect, it } from "vitest";
import { formatCsvCell, createCsvTable, createTimestampColumns } from "./csv.ts";

describe("a CSV cell", () => {
  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "﹦1",
    '=HYPERLINK("http://x","y")',
  ])("threat 29: escapes %j so it isn't a formula", (value) => {
    expect(formatCsvCell(value)).toMatch(/^"?'/);
  });

  it.each([
    ["Ann", "Ann"],
    ["a=b", "a=b"],
    ["Smith, Ann", '"Smith, Ann"'],
    ['the "box"', '"the ""box"""'],
    ["two\nlines", '"two\nlines"'],
    ["O'Neil", '"O\'Neil"'],
    [-5, "-5"],
    [12.5, "12.5"],
    [true, "yes"],
    [false, "no"],
    [null, ""],
    ["", ""],
  ])("writes %j as %j", (value, cell) => {
    expect(formatCsvCell(value)).toBe(cell);
  });
});

interface Row {
  readonly name: string;
  readonly amount: string;
}

describe("a CSV table", () => {
  const columns = [
    { heading: "Name", cell: ({ name }: Row) => name },
    { heading: "Amount", cell: ({ amount }: Row) => amount, isSummed: true },
  ] as const;

  it("has a byte order mark, a heading, rows and exact totals", () => {
    const table = createCsvTable(columns, { timeZone: "UTC" });
    const text = [
      table.head(),
      table.row({ name: "Ann", amount: "0.10" }),
      table.row({ name: "-Bo", amount: "0.20" }),
      table.row({ name: "Cy", amount: "1000000.00" }),
      table.totals(),
    ].join("");
    expect(text).toBe(
      '\uFEFFName,Amount\r\nAnn,0.10\r\n"\'-Bo",0.20\r\nCy,1000000.00\r\nTotal of 3,1000000.30\r\n',
    );
  });

  it("adds up numbers of things as whole numbers", () => {
    const table = createCsvTable(
      [
        { heading: "Name", cell: ({ name }: Row) => name },
        { heading: "Donations", cell: ({ amount }: Row) => Number(amount), isSummed: "count" },
      ],
      { timeZone: "UTC" },
    );
    table.row({ name: "Ann", amount: "57" });
    table.row({ name: "Bo", amount: "2" });
    expect(table.totals()).toBe("Total of 2,59\r\n");
  });

  it("formats timestamps in the organization's time zone", () => {
    const table = createCsvTable(
      createTimestampColumns<{ createdAt: string | null }>(
        ["Date", "Time"],
        ({ createdAt }) => createdAt,
      ),
      { timeZone: "America/Chicago" },
    );
    expect(table.head()).toBe("\uFEFFDate,Time\r\n");
    const timestamps = ["2026-01-01T05:59:59.999Z", "2026-07-01T05:00:00+00:00", null];
    expect(timestamps.map((createdAt) => table.row({ createdAt }))).toEqual([
      "2025-12-31,23:59\r\n",
      "2026-07-01,00:00\r\n",
      ",\r\n",
    ]);
  });

  const groupedTotals = [
    { label: (count: number) => `Total of ${count}`, includes: ({ name }: Row) => name !== "Bo" },
    { label: (count: number) => `Bo: ${count}`, includes: ({ name }: Row) => name === "Bo" },
  ];

  it("has separate totals for groups of rows", () => {
    const table = createCsvTable(columns, { timeZone: "UTC", totals: groupedTotals });
    table.row({ name: "Ann", amount: "0.10" });
    table.row({ name: "Cy", amount: "0.20" });
    expect(table.totals()).toBe("Total of 2,0.30\r\n");
    table.row({ name: "Bo", amount: "7.00" });
    expect(table.totals()).toBe("Total of 2,0.30\r\nBo: 1,7.00\r\n");
  });

  it("continues the totals of an earlier part", () => {
    const options = { timeZone: "UTC", totals: groupedTotals };
    const firstPart = createCsvTable(columns, options);
    for (const name of ["Ann", "Bo", "Cy"]) firstPart.row({ name, amount: "0.10" });
    const secondPart = createCsvTable(columns, {
      ...options,
      earlierTotals: firstPart.runningTotals(),
    });
    secondPart.row({ name: "Bo", amount: "0.20" });
    expect(secondPart.totals()).toBe("Total of 2,0.20\r\nBo: 2,0.30\r\n");
  });

  it("has a zero total without rows", () => {
    expect(createCsvTable(columns, { timeZone: "UTC" }).totals()).toBe("Total of 0,0.00\r\n");
  });
});
