import { describe, expect, test } from "vitest";
import { createRandomGenerator, firstSeed, getRoundCount } from "../../../../tests/random.ts";
import { readForeignFile } from "../../../../tests/read-foreign-file.ts";
import { findMappingProblem } from "./formats.ts";

/** A file as another system writes it: its lines, and how often an administrator has to choose something. */
interface Foreign {
  readonly headings: string;
  /** A good row for an ID, a day, an amount and a word that changes with each row. */
  readonly row: (id: string, amount: string, changes: Changes) => string;
  /** The words for money that arrived, and for money that didn't. */
  readonly received: readonly string[];
  readonly notReceived: readonly string[];
  readonly date: string;
  readonly linesAbove?: readonly string[];
  readonly linesBelow?: readonly string[];
}

interface Changes {
  readonly status: string;
  readonly date: string;
  readonly name: string;
}

/** The columns of each format are documented in `known-formats.ts`. */
const FOREIGN: Readonly<Record<string, Foreign>> = {
  givewp: {
    headings:
      "Donation ID|First Name|Last Name|Email Address|Donation Total|Currency Code|Donation Status|Payment Gateway|Donation Date|Donor ID",
    row: (id, amount, { status, date, name }) =>
      `${id}|Ann|${name}|${id}@x.org|${amount}|USD|${status}|stripe|${date}|${id}`,
    received: ["Complete", "Renewal"],
    notReceived: ["Abandoned", "Failed", "Pending", "Cancelled", "Revoked"],
    date: "March 4, 2024",
  },
  givebutter: {
    headings:
      "Transaction ID|First Name|Last Name|Email|Amount|Fee|Fee Covered|Donated|Payout|Currency|Method|Status|Transacted At|Refunded",
    row: (id, amount, { status, date, name }) =>
      `${id}|Ann|${name}|${id}@x.org|${amount}|0|0|${amount}|${amount}|USD|card|${status}|${date}|false`,
    received: ["succeeded"],
    notReceived: ["failed", "cancelled", "authorized"],
    date: "2024-03-04 15:00:00",
  },
  donorbox: {
    headings:
      "Name|Donor's First Name|Donor's Last Name|Donor Email|Make Donation Anonymous|Amount|Currency|Donated At|Receipt Id|Donation Type|Status",
    row: (id, amount, { status, date, name }) =>
      `Ann ${name}|Ann|${name}|${id}@x.org|no|${amount}|USD|${date}|${id}|stripe|${status}`,
    received: ["paid"],
    notReceived: ["failed", "pending"],
    date: "03/04/2024 10:15:00",
  },
  stripe: {
    headings:
      "id|Created date (UTC)|Amount|Amount Refunded|Currency|Description|Status|Card Name|Customer Email",
    row: (id, amount, { status, date, name }) =>
      `ch_${id}|${date}|${amount}|0.00|usd|Gift|${status}|Ann ${name}|${id}@x.org`,
    received: ["Paid", "succeeded"],
    notReceived: ["Failed", "requires_payment_method", "Blocked"],
    date: "2024-03-04 15:00:00",
  },
  civicrm: {
    headings:
      "Contact ID|Display Name|Email|Contribution ID|Total Amount|Date Received|Contribution Status|Payment Method|Financial Type|Test",
    row: (id, amount, { status, date, name }) =>
      `${id}|Ann ${name}|${id}@x.org|${id}|${amount}|${date}|${status}|Check|Donation|No`,
    received: ["Completed"],
    notReceived: ["Pending", "Cancelled", "Failed", "In Progress", "Template"],
    date: "2024-03-04 15:00:00",
  },
  paypal: {
    headings:
      "Date|Time|TimeZone|Name|Type|Status|Currency|Gross|Fee|Net|From Email Address|To Email Address|Transaction ID|Reference Txn ID|Balance Impact",
    row: (id, amount, { status, date, name }) =>
      `${date}|10:00:00|PST|Ann ${name}|Donation Payment|${status}|USD|${amount}|0|${amount}|${id}@x.org|us@x.org|${id}||Credit`,
    received: ["Completed"],
    notReceived: ["Pending", "Denied"],
    date: "03/04/2024",
  },
  zeffy: {
    headings:
      "Payment Date|Total Amount|Payment Status|Payment Method|First Name|Last Name|Email|Recurring Status|Receipt #",
    row: (id, amount, { status, date, name }) =>
      `${date}|${amount}|${status}|Card|Ann|${name}|${id}@x.org||${id}`,
    received: ["Succeeded"],
    notReceived: ["Failed", "Canceled", "Processing"],
    date: "2024-03-04",
  },
  benevity: {
    linesAbove: [
      "Donations Report|",
      "#---|",
      "Charity Name|Boxes",
      "Period Ending|Fri 1 Mar 2024 0:00:00",
      "Currency|USD",
      "Payment Method|EFT",
    ],
    headings:
      "Company|Project|Donation Date|Donor First Name|Donor Last Name|Email|Address|City|State/Province|Postal Code|Comment|Transaction ID|Currency|Total Donation to be Acknowledged|Match Amount|Cause Support Fee",
    row: (id, amount, { date, name }) =>
      `Acme|Boxes|${date}|Ann|${name}|${id}@x.org|Not shared by donor|Not shared by donor|MA|2138||${id}|USD|${amount}|0.00|0`,
    linesBelow: [
      "Totals|||||||||||||100.00|0.00|0",
      "Total Donations (Gross)|100.00",
      "Net Total Payment|100.00",
    ],
    received: [""],
    notReceived: [],
    date: "2024-03-04T15:00:00Z",
  },
};

/** Cells that have one reading. Each is an amount in the file and its cents. */
const CLEAR_AMOUNTS: readonly (readonly [string, number])[] = [
  ["50.00", 5000],
  ["$1,250.00", 125_000],
  ["1,250", 125_000],
  ["75.5", 7550],
  ["USD 20.00", 2000],
  ["$1 250.00", 125_000],
  ["５０.００", 5000],
  ["$50.00 USD", 5000],
  ["1,234,567.00", 0],
];
/** Cells that nobody can be sure about. */
const UNCLEAR_AMOUNTS = [
  "1,25",
  "50.005",
  "1.250",
  "12,34,567",
  "fifty",
  "",
  "-",
  "(5.00)",
  "-5.00",
  "0",
  "1e3",
  "$1,25",
  "50-",
  "$(50.00)",
  "(-50)",
  "50.00 CR",
];
const CLEAR_DATES = [
  "4-Mar-24",
  "45355",
  "20240304",
  "Mar 4, 2024",
  "3/4/24 3pm",
  "2024-03-04",
  "Mon Mar 4 2024",
  "Mar 4th, 2024",
];
const UNCLEAR_DATES = ["00-00-0000", "soon", "Feb 30, 2024", "3/4", "Today", ""];
const NAMES = ["O&#039;Neil", "Smith &amp; Sons", "Díaz", "=1+1", "Ünal 🎁"];
/** Words that nobody knows. */
const ODD_WORDS = ["Mystery", "Split", "Dispute: under review", "Closed - Verbal"];

describe.each(Object.entries(FOREIGN))("a file from %s", (name, foreign) => {
  const write = (rows: readonly string[]) => [
    ...(foreign.linesAbove ?? []),
    foreign.headings,
    ...rows,
    ...(foreign.linesBelow ?? []),
  ];

  test("is recognized, needs no choice, and what has one reading isn't asked", () => {
    const rows = CLEAR_DATES.map((date, index) =>
      foreign.row(`t${index}`, "10.00", {
        status: foreign.received[index % foreign.received.length]!,
        date,
        name: NAMES[index % 5]!,
      }),
    );
    const read = readForeignFile(write(rows));
    expect(read.source).toBe(name);
    expect(findMappingProblem("donations", read.mapping)).toBeNull();
    expect(read.asked).toEqual([]);
    expect(read.rows.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.counted).toBe(CLEAR_DATES.length * 1000);
    expect(read.rows[0]?.fields).toMatchObject({ receivedOn: "2024-03-04", lastName: "O'Neil" });
    const { firstName, lastName } = read.rows[1]?.fields ?? {};
    expect(`${firstName as string} ${lastName as string}`).toBe("Ann Smith & Sons");
  });

  test("counts the true sum of 30 odd rows, or asks", () => {
    const random = createRandomGenerator(firstSeed);
    const pick = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(random() * items.length)]!;
    for (let round = 0; round < getRoundCount(5, 200); round += 1) {
      let trueCents = 0;
      let unclear = 0;
      const oddWords = new Set<string>();
      const rows = Array.from({ length: 30 }, (_, index) => {
        const good = { status: pick(foreign.received), date: foreign.date, name: pick(NAMES) };
        const id = `t${index}`;
        const kind = Math.floor(random() * 6);
        if (kind === 0) {
          unclear += 1;
          return foreign.row(id, pick(UNCLEAR_AMOUNTS), good);
        }
        if (kind === 1) {
          unclear += 1;
          return foreign.row(id, "10.00", { ...good, date: pick(UNCLEAR_DATES) });
        }
        if (kind === 2 && foreign.notReceived.length > 0) {
          return foreign.row(id, "10.00", { ...good, status: pick(foreign.notReceived) });
        }
        if (kind === 3 && foreign.notReceived.length > 0) {
          const word = pick(ODD_WORDS);
          oddWords.add(word.toLowerCase());
          return foreign.row(id, "10.00", { ...good, status: word });
        }
        const [amount, cents] = pick(CLEAR_AMOUNTS);
        if (cents === 0) unclear += 1;
        trueCents += cents;
        return foreign.row(id, amount, {
          ...good,
          date: kind === 4 ? pick(CLEAR_DATES) : foreign.date,
        });
      });
      // The mark before the cents is clear in every file.
      rows.push(
        foreign.row("t30", "10.00", {
          status: foreign.received[0]!,
          date: foreign.date,
          name: "Lee",
        }),
      );
      trueCents += 1000;

      const unanswered = readForeignFile(write(rows));
      expect([...unanswered.asked].sort()).toEqual([...oddWords].sort());
      expect(unanswered.counted).toBe(trueCents);
      const answered = readForeignFile(write(rows), "skip");
      expect(answered.asked).toEqual(unanswered.asked);
      expect(answered.counted).toBe(trueCents);
      expect(answered.rows.filter(({ problems }) => problems.length > 0)).toHaveLength(unclear);
    }
  });
});

describe("money that isn't money", () => {
  test("isn't counted: pledges, lost disputes, tests, and parts of a split that nobody explained", () => {
    const lines = [
      "Date|Name|Amount|Gift Type|Status|Dispute Status|Test",
      "3/4/2024|Ann Lee|100.00|Gift|Paid||no",
      "3/4/2024|Bo Ray|300.00|Pledge|Paid||no",
      "3/4/2024|Cy Fox|200.00|Gift|Paid|lost|no",
      "3/4/2024|Di Poe|40.00|Split|Paid||no",
      "3/4/2024|Ed Kay|50.00|Gift|Closed Won||yes",
      "3/4/2024|Flo Ito|25.00|Pledge Payment|Closed Won||no",
    ];
    const read = readForeignFile(lines);
    expect(read.asked).toEqual(["split"]);
    expect(read.counted).toBe(12_500);
    expect(read.rows.map(({ skipped }) => skipped)).toEqual([
      null,
      "A pledge, not money: Pledge",
      null,
      null,
      "A test payment",
      null,
    ]);
    expect(read.rows[2]?.fields).toMatchObject({ amount: "200.00", refunded: "200.00" });
    expect(read.rows[3]?.problems).toEqual([
      "Gift Type (“Split”): Say what this word means: money that arrived, a pledge, a refund or something to leave out.",
    ]);
    expect(readForeignFile(lines, "received").counted).toBe(16_500);
  });

  test("is found in a column that nobody chose", () => {
    const read = readForeignFile([
      "Date|Name|Amount|Remark",
      "3/4/2024|Ann Lee|100.00|ok",
      "3/4/2024|Bo Ray|300.00|Pledge",
    ]);
    expect([read.asked, read.counted]).toEqual([[], 10_000]);
  });

  test("isn't asked about if another word leaves the row out", () => {
    const row = (type: string, status: string, impact: string, id: string) =>
      `3/4/2024|10:00|PST|Ann Lee|${type}|${status}|USD|10.00|0|0|a@x.org|us@x.org|${id}||${impact}`;
    const read = readForeignFile([
      FOREIGN["paypal"]!.headings,
      row("Mass Pay Payment", "Completed", "Debit", "t1"),
      row("PreApproved Payment Bill User Payment", "Completed", "Debit", "t2"),
      row("Order", "Pending", "Memo", "t3"),
      row("Order", "Completed", "Credit", "t4"),
      row("Donation Payment", "Completed", "Credit", "t5"),
    ]);
    expect(read.asked).toEqual(["order"]);
    expect(read.counted).toBe(1000);
    expect(read.rows.map(({ problems }) => problems.length)).toEqual([0, 0, 0, 1, 0]);
  });

  test("takes a refund in a row of its own off the row that it names", () => {
    const type = (word: string, amount: string, reference: string) =>
      `3/4/2024|10:00|PST|Ann Lee|${word}|Completed|USD|${amount}|0|0|a@x.org|us@x.org|t${amount}|${reference}|Debit`;
    const { rows } = readForeignFile([
      FOREIGN["paypal"]!.headings,
      type("Payment Refund", "-10.00", "t1"),
      type("General Withdrawal", "-90.00", ""),
      type("Payment Refund", "-5.00", ""),
    ]);
    expect(
      rows.map(({ fields, problems, skipped }) => [
        fields["refundOf"],
        fields["refundAmount"],
        problems.length,
        skipped,
      ]),
    ).toEqual([
      ["t1", "10.00", 0, null],
      [undefined, undefined, 0, "Not a donation: General Withdrawal"],
      [null, "5.00", 1, null],
    ]);
  });
});

describe("a row's donor", () => {
  const readOne = (headings: string, cells: string) => {
    const { fields, problems } = readForeignFile([
      `Date|Amount|${headings}`,
      `2024-03-04|5.00|${cells}`,
    ]).rows[0]!;
    expect(problems).toEqual([]);
    return fields;
  };

  test("keeps a memorial and a wish for anonymity", () => {
    for (const [headings, cells, isMemorial] of [
      ["Name|In Memory Of", "Ann Lee|Sam Fox", true],
      ["Name|Tribute Type|Tribute Name", "Ann Lee|Memorial|Sam Fox", true],
      ["Name|Tribute", "Ann Lee|In loving memory of Sam Fox", true],
      ["Name|Honoree|In Memory Of", "Ann Lee|Sam Fox|Yes", true],
      ["Name|Tribute Type|Honoree", "Ann Lee|Honor|Sam Fox", false],
    ] as const) {
      expect(readOne(headings, cells)).toMatchObject({ inHonorOf: "Sam Fox", isMemorial });
    }
    for (const [cell, isHidden] of [
      ["Yes", true],
      ["Hide my name", true],
      ["no", false],
      ["", false],
    ] as const) {
      expect(readOne("Name|Anonymous", `Ann Lee|${cell}`)).toMatchObject({
        firstName: "Ann",
        isAnonymous: isHidden,
      });
    }
    expect(readOne("Name", "Anonymous Donor")).toMatchObject({
      firstName: "Anonymous",
      lastName: "",
      isAnonymous: true,
    });
  });

  test("gets the zeros back that a spreadsheet dropped from the ZIP code", () => {
    for (const [zip, country, expected] of [
      ["2138", "", "02138"],
      ["501", "USA", "00501"],
      ["21381234", "", "02138-1234"],
      ["2138.0", "", "02138"],
      ["2138", "Australia", "2138"],
    ] as const) {
      expect(readOne("Name|Zip|Country", `Ann Lee|${zip}|${country}`)["address"]).toContain(
        expected,
      );
    }
  });

  test("has an addressee and a salutation, which isn't a title", () => {
    for (const [headings, cells, addressee, salutation] of [
      // Little Green Light, Bloomerang, DonorPerfect and Salesforce.
      ["Addressee|Salutation", "Mr. and Mrs. Lee|Ann and Bo", "Mr. and Mrs. Lee", "Ann and Bo"],
      ["Envelope Name|Informal Name", "Ann & Bo Lee|Dear Ann & Bo,", "Ann & Bo Lee", "Ann & Bo"],
      ["Primary Addressee|Letter Salutation", "The Lees|n/a", "The Lees", null],
      ["Other|Salutation", "|Mrs.", null, null],
      ["Other|Salutation", "|Mr. and Mrs.", null, null],
    ] as const) {
      const read = readOne(`Name|${headings}`, `Ann Lee|${cells}`);
      expect([read["addressee"], read["salutation"]], headings).toEqual([addressee, salutation]);
    }
  });
});
