import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
/** So long ago that no other test writes into the closed months. */
const CLOSED_THROUGH = "1950-01-31";
const LATE_REASON = `Found in a drawer ${word}`;

let owner = "";
let treasurer = "";
const send = (token: string, method: "POST" | "PUT", path: string, body: object) =>
  request(method, path, { token, body });

beforeAll(async () => {
  owner = (await signInAdmin()).token;
  treasurer = (await signInAdmin("treasurer")).token;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.noncash_donations where description = ${word}`;
  await sql`delete from public.donations where last_name = ${word}`;
  await sql`delete from public.deposits where reference = ${word}`;
  await sql`delete from public.donors where last_name = ${word}`;
  await sql`delete from public.late_entries where reason = ${LATE_REASON} or day <= ${CLOSED_THROUGH}`;
  await sql`delete from public.book_closings where closed_through = ${CLOSED_THROUGH}`;
});

it("takes an owner's reason for everything that is entered into a closed month", async () => {
  const closing = await send(treasurer, "POST", "/api/book-closings", {
    closedThrough: CLOSED_THROUGH,
  });
  expect([closing.status, closing.json]).toMatchObject([
    201,
    { closedThrough: CLOSED_THROUGH, reason: null, closedBy: "treasurer" },
  ]);
  const person = { firstName: "Ann", lastName: word };
  const day = "1950-01-31";
  // Without it, so early a day is asked about.
  const anyway = true;
  const shares = await send(owner, "POST", "/api/noncash-donations", {
    ...person,
    kind: "stock",
    shares: "4",
    description: word,
    receivedOn: day,
    lateReason: LATE_REASON,
    anyway,
  });
  expect(shares.status).toBe(201);
  const saleId = (shares.json as { readonly id: string }).id;
  const estimate = {
    estimatedValue: "9",
    updatedAt: (shares.json as { readonly updatedAt: string }).updatedAt,
  };
  const writes: readonly (readonly [string, object, "PUT"?])[] = [
    [`/api/noncash-donations/${saleId}`, estimate, "PUT"],
    ["/api/donations", { ...person, amount: 50, method: "check", receivedOn: day, anyway }],
    [`/api/noncash-donations/${saleId}/sale`, { proceeds: 80, soldOn: day, anyway }],
    ["/api/deposits", { depositedOn: day, slipTotal: 5, reference: word, anyway }],
  ];
  for (const [path, body, method = "POST"] of writes) {
    const refused = await send(treasurer, method, path, { ...body, lateReason: LATE_REASON });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        code: "books_closed",
        message: "The books are closed through January 31, 1950. Ask an owner.",
      },
    ]);
    const unexplained = await send(owner, method, path, body);
    expect([unexplained.status, unexplained.json]).toMatchObject([
      400,
      { issues: [{ path: "lateReason" }] },
    ]);
    const { status } = await send(owner, method, path, { ...body, lateReason: LATE_REASON });
    expect(status, path).toBeLessThan(300);
  }
  const { json } = await request("GET", "/api/late-entries", { token: treasurer });
  const entries = (json as { reason: string; kind: string; amount: number; name: string }[]).filter(
    ({ reason }) => reason === LATE_REASON,
  );
  expect(entries.map(({ kind, amount, name }) => [kind, amount, name])).toEqual([
    ["deposit", 0, null],
    ["donation", 80, `Ann ${word}`],
    ["donation", 50, `Ann ${word}`],
    ["noncash", 0, `Ann ${word}`],
    ["noncash", 0, `Ann ${word}`],
  ]);
});

it("imports into a closed month with an owner's reason, and otherwise says what is needed", async () => {
  const started = await send(treasurer, "POST", "/api/imports", {
    kind: "donations",
    source: "spreadsheet",
    fileName: "drawer.csv",
    fileHash: "d".repeat(64),
    headings: ["Date", "Amount", "Name"],
    mapping: { date: 0, amount: 1, fullName: 2 },
    rowCount: 2,
  });
  const path = `/api/imports/${(started.json as { readonly id: string }).id}`;
  await send(treasurer, "POST", `${path}/rows`, {
    firstRow: 1,
    rows: [
      ["1950-01-31", "7", `Ann ${word}`],
      ["1950-02-01", "8", `Ann ${word}`],
    ],
  });
  const runStep = async (token: string, step: string, choices = {}) => {
    await send(token, "POST", `${path}/${step}`, choices);
    const read = async () => (await request("GET", path, { token })).json as { state: string };
    await expect.poll(async () => (await read()).state).not.toMatch(/ing$/);
    return read();
  };
  expect(await runStep(treasurer, "check")).toMatchObject({
    counts: { ready: 2, lateReady: 1, lateLookalike: 0 },
  });
  const choices = { leavesOutProblems: true, leavesOutLookalikes: true };
  const notice = "The books are closed through January 31, 1950.";
  const withReason = { ...choices, lateReason: LATE_REASON };
  expect(await runStep(treasurer, "store", withReason)).toMatchObject({
    state: "checked",
    failure: `${notice} Ask an owner.`,
  });
  expect(await runStep(owner, "store", choices)).toMatchObject({
    state: "checked",
    failure: `${notice} Say why this changes them.`,
  });
  expect(await runStep(owner, "store", withReason)).toMatchObject({
    state: "imported",
    failure: null,
    storedCount: 2,
  });
  const entries = await sql`
    select day::text, amount::float8, reason, entered_by from public.late_entries
    where reason = ${LATE_REASON} and amount = 7`;
  expect([...entries]).toEqual([
    { day: "1950-01-31", amount: 7, reason: LATE_REASON, entered_by: "admin" },
  ]);
});
