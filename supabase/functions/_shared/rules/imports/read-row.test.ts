import { readFileSync } from "node:fs";
import { parse } from "papaparse";
import { describe, expect, it } from "vitest";
import { formatCsvCell } from "../csv.ts";
import { createMapping, findMappingProblem, recognizeFormat } from "./formats.ts";
import { readImportRow } from "./read-row.ts";
import { createImportedFile } from "./row-cells.ts";

const READING = { dateOrder: null, decimalMark: null, meanings: {} };

function readSample(name: string) {
  const text = readFileSync(`supabase/tests/sample-files/${name}.csv`, "utf8");
  const [headings = [], ...rows] = parse<string[]>(text, { skipEmptyLines: "greedy" }).data;
  const format = recognizeFormat(headings);
  const mapping = createMapping(format, "donations", headings);
  const file = createImportedFile({ source: format.source, headings, mapping, ...READING });
  return {
    source: format.source,
    mapping,
    rows: rows.map((cells) => readImportRow("donations", file, cells)),
  };
}

const readCells = (kind: "donors" | "volunteers" | "donations", row: Record<string, string>) => {
  const headings = Object.keys(row);
  const mapping = createMapping(recognizeFormat(headings), kind, headings);
  return readImportRow(
    kind,
    { source: "spreadsheet", headings, mapping, ...READING, isUtc: false, isPlatform: false },
    Object.values(row),
  );
};

describe.each(["givewp", "givebutter", "donorbox", "stripe", "spreadsheet"])(
  "a file of %s",
  (name) => {
    it("is recognized and needs no mapping by hand", () => {
      const { source, mapping } = readSample(name);
      expect(source).toBe(name);
      expect(findMappingProblem("donations", mapping)).toBeNull();
    });
  },
);

describe.each(["First name", "Last name"])("%s", (heading) => {
  it.each([
    [100, ""],
    [101, "Use at most 100 characters."],
  ])("of %i letters has this problem: %s", (length, problem) => {
    const names = { "First name": "Ann", "Last name": "Lee", [heading]: "é".repeat(length) };
    const row = readCells("donors", { ...names, Email: "ann@example.org" });
    expect(row.problems.join()).toContain(problem);
    expect(row.problems).toHaveLength(problem === "" ? 0 : 1);
  });
});

describe("rows of the sample files", () => {
  it("become donations, with the times in the file", () => {
    const { rows } = readSample("givebutter");
    expect(rows[0]?.fields).toMatchObject({
      sourceId: "GB-9001",
      receivedAt: "2024-01-01T03:30:00.000Z",
      amount: "103.50",
      feeCovered: "3.50",
      method: "other_platform",
      firstName: "Ann",
      address: "2 Oak St\nFort Worth, TX 76102",
    });
    expect(rows[1]?.fields).toMatchObject({
      firstName: "Acme Hardware",
      lastName: "",
      method: "check",
    });
    expect(rows[2]?.fields).toMatchObject({ amount: "25.00", refunded: "25.00" });
  });

  it("keep quotes, commas and refunds", () => {
    expect(readSample("givewp").rows[0]?.fields).toMatchObject({
      amount: "1250.00",
      receivedOn: "2024-03-04",
    });
    expect(readSample("givewp").rows[2]?.fields).toMatchObject({
      firstName: "Alan",
      lastName: "O'Neil",
      refunded: "75.50",
    });
    expect(readSample("stripe").rows[1]?.fields).toMatchObject({
      amount: "40.00",
      refunded: "10.00",
    });
    expect(readSample("donorbox").rows[0]?.fields).toMatchObject({
      amount: "60.00",
      paymentIds: ["DB-1", "ch_WORD1"],
    });
    expect(readSample("spreadsheet").rows[0]?.fields).toMatchObject({
      amount: "1234.50",
      reference: "1042",
      receivedOn: "2024-03-04",
    });
    expect(readSample("spreadsheet").rows[1]?.fields).toMatchObject({
      firstName: "Bo",
      lastName: "Lee",
    });
  });

  it.each([
    [
      "givewp",
      ["", "", "", "Not paid: Abandoned", "Currency Code", "Email Address", "Donation Total", ""],
    ],
    ["givebutter", ["", "", "", "Not paid: failed", "Amount", "", "Status"]],
    ["donorbox", ["", "Amount", "Donated At", "", "Donor Email", "Not a donation: in-kind"]],
    ["stripe", ["", "", "Not paid: Failed", "", "Amount Refunded", "Currency"]],
    ["spreadsheet", ["", "", "Amount", "Date"]],
  ])("have the expected problems in the file of %s", (name, expected) => {
    const foundProblems = readSample(name).rows.map(
      ({ problems, skipped }) => skipped ?? problems[0]?.replace(/ \(.*/, "") ?? "",
    );
    expect(foundProblems).toEqual(expected);
  });

  it("have problems that quote the cell and say what to do", () => {
    const [, , , , row] = readSample("givewp").rows;
    expect(row?.problems).toEqual([
      "Currency Code (“EUR”): We can store amounts only in US dollars. Convert the amount and enter USD.",
    ]);
    expect(readSample("givewp").rows[6]?.problems.length).toBe(2);
  });

  it("hide the email address of a donor without a name, because names are public", () => {
    expect(readSample("stripe").rows[3]?.fields).toMatchObject({
      firstName: "Anonymous",
      isAnonymous: true,
      email: "WORD-yan@example.org".toLowerCase(),
    });
  });
});

describe("a row", () => {
  it("loses hidden characters and the apostrophe that an export puts before a formula", () => {
    const name = "=1+1";
    const { fields } = readCells("donations", {
      Date: "2024-01-01",
      Amount: "5",
      Name: formatCsvCell(name).replaceAll('"', ""),
      Notes: "a\u202Eb\u0007c",
    });
    expect(fields).toMatchObject({ firstName: name, note: "abc" });
  });

  it.each([
    [{ Status: "Partially refunded" }, true],
    [{ Status: "partially_refunded", Refunded: "" }, true],
    [{ Status: "Partial refund", Refunded: "0.00" }, true],
    // The status says that there was a refund, but not how much was refunded.
    [{ Status: "Partial refund", Refunded: "Yes" }, true],
    [{ Status: "Partially refunded", Refunded: "20" }, false],
    [{ Status: "Refunded", Refunded: "" }, false],
  ])("with %j has a problem if nobody can tell how much was refunded: %s", (cells, isBad) => {
    const { problems } = readCells("donations", {
      Date: "2024-01-01",
      Amount: "50",
      Name: "Ann Lee",
      ...cells,
    });
    expect(problems).toEqual(
      isBad
        ? [`Status (“${cells.Status}”): Enter the refunded amount in a column of its own.`]
        : [],
    );
  });

  it.each([
    ["15:04", "15:04", "donor_advised_fund", []],
    ["3:04:59 PM", "15:04", "Employer match", []],
    ["12:30 am", "00:30", "donor_advised_fund", []],
    ["25:00", null, "donor_advised_fund", ["Time"]],
    ["noon", null, "donor_advised_fund", ["Time"]],
    ["", null, "check", ["Credited"]],
  ])(
    "has a time %j of its own, and credits a person only for a fund's or an employer's money",
    (time, clock, method, problems) => {
      const headings = ["Date", "Time", "Amount", "Name", "Method", "Credited person", "Source"];
      const mapping = {
        date: 0,
        time: 1,
        amount: 2,
        fullName: 3,
        method: 4,
        creditedPerson: 5,
        origin: 6,
      };
      const file = createImportedFile({ source: "our-books", headings, mapping, ...READING });
      const cells = ["2024-03-04", time, "50", "A Fund", method, "Lee, Ann", "Spring Gala 2024!"];
      const row = readImportRow("donations", file, cells);
      expect(row.problems.map((problem) => problem.split(" ")[0])).toEqual(problems);
      expect(row.fields).toMatchObject({
        clock,
        creditedFirstName: "Ann",
        creditedLastName: "Lee",
        origin: "spring-gala-2024",
      });
    },
  );

  it("of a donor has an address, tags and notes", () => {
    const { fields, problems } = readCells("donors", {
      "First Name": "Ann",
      "Last Name": "Lee",
      Email: "ANN@München.de",
      Address: "1 Elm St",
      City: "Waco",
      State: "TX",
      Zip: "76701",
      Country: "Canada",
      Tags: "Board; board; Major",
      Notes: "Call first",
    });
    expect(problems).toEqual([]);
    expect(fields).toMatchObject({
      email: "ann@xn--mnchen-3ya.de",
      address: "1 Elm St\nWaco, TX 76701\nCanada",
      tags: ["board", "Major"],
      note: "Call first",
    });
  });

  it("of a volunteer reads notes, tags, availability, and waivers and training with their days", () => {
    const { fields, problems } = readCells("volunteers", {
      Name: "Al Ray",
      Email: "al@example.org",
      Availability: "Weeknights",
      Notes: "Has a van",
      Tags: "van; CPR",
      Qualifications:
        "Waiver 2025-03-01; CPR (6/1/2025 until 6/1/2027); Background check: Jan 5, 2024; Forklift level 2 2024-02-03",
    });
    expect(problems).toEqual([]);
    const qualification = (
      kind: string,
      label: string | null,
      completedOn: string,
      expiresOn: string | null = null,
    ) => ({ kind, label, completedOn, expiresOn });
    expect(fields).toMatchObject({
      availability: "weekday-evenings",
      note: "Has a van",
      tags: ["van", "CPR"],
      qualifications: [
        qualification("waiver", null, "2025-03-01"),
        qualification("training", "CPR", "2025-06-01", "2027-06-01"),
        qualification("background-check", null, "2024-01-05"),
        qualification("other", "Forklift level 2", "2024-02-03"),
      ],
    });
  });

  it.each([
    ["Availability", "Mondays at noon"],
    ["Qualifications", "CPR"],
    ["Qualifications", "2025-03-01"],
    ["Qualifications", "CPR 2025-03-01 until 2024-03-01"],
    ["Qualifications", "CPR 2025-02-30"],
  ])("of a volunteer names a problem with %s: %s", (heading, cell) => {
    const { problems } = readCells("volunteers", {
      Name: "Al Ray",
      Email: "al@example.org",
      [heading]: cell,
    });
    expect(problems).toMatchObject([expect.stringContaining(`${heading} (“${cell}”)`)]);
  });

  it("of a volunteer needs a name but no email address, hours as a number, and a date to start", () => {
    expect(
      readCells("volunteers", {
        Name: "Al Ray",
        Email: "",
        Hours: "1,250.5",
        "Volunteer Since": "3/14/2019",
      }),
    ).toMatchObject({
      fields: {
        firstName: "Al",
        lastName: "Ray",
        email: null,
        hours: "1250.5",
        startedOn: "2019-03-14",
      },
      problems: [],
    });
    const cells = { Name: "", Email: "", Hours: "many", Since: "long ago" };
    expect(readCells("volunteers", cells).problems.map((problem) => problem.split(" ")[0])).toEqual(
      ["Row", "Hours", "Since"],
    );
  });
});
