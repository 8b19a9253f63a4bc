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
  const shares = await send(owner, "POST", "/api/noncash-donations", {
    ...person,
    kind: "stock",
    shares: "4",
    description: word,
    receivedOn: day,
    lateReason: LATE_REASON,
  });
  expect(shares.status).toBe(201);
  const saleId = (shares.json as { readonly id: string }).id;
  const writes: readonly (readonly [string, object])[] = [
    ["/api/donations", { ...person, amount: 50, method: "check", receivedOn: day }],
    [`/api/noncash-donations/${saleId}/sale`, { proceeds: 80, soldOn: day }],
    ["/api/deposits", { depositedOn: day, slipTotal: 5, reference: word }],
  ];
  for (const [path, body] of writes) {
    const refused = await send(treasurer, "POST", path, { ...body, lateReason: LATE_REASON });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        code: "books_closed",
        message: "The books are closed through January 31, 1950. Ask an owner.",
      },
    ]);
    const unexplained = await send(owner, "POST", path, body);
    expect([unexplained.status, unexplained.json]).toMatchObject([
      400,
      { issues: [{ path: "lateReason" }] },
    ]);
    const { status } = await send(owner, "POST", path, { ...body, lateReason: LATE_REASON });
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
  ]);
});
