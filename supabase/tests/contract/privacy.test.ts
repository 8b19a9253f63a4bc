import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, entries, pathOf, request, sql } from "./stack.ts";

/** Surnames that are also ordinary words or places of the demo content would raise false alarms. */
const MIN_SURNAME_LENGTH = 4;

const secrets = {
  emails: new Set<string>(),
  phones: new Set<string>(),
  surnames: new Set<string>(),
};

beforeAll(async () => {
  const people = await sql<{ email: string; phone: string | null; surname: string | null }[]>`
    select email, null as phone, last_name as surname from public.donations
    union select email, phone, last_name from public.volunteer_applications
    union select email, null, last_name from public.volunteer_accounts
    union select email, phone, split_part(name, ' ', 2) from public.volunteers`;
  for (const { email, phone, surname } of people) {
    secrets.emails.add(email.toLowerCase());
    if (phone !== null && phone !== "") secrets.phones.add(phone);
    if (surname !== null && surname.length >= MIN_SURNAME_LENGTH) secrets.surnames.add(surname);
  }
});
beforeEach(() => clearRateLimits());
afterAll(() => sql.end());

describe("what anonymous callers read (threats row 40, ADON-11, ADON-12, AVOL-11, AVOL-12, HOME-26)", () => {
  it("has seeded people to look for", () => {
    expect(secrets.emails.size).toBeGreaterThan(20);
    expect(secrets.surnames.size).toBeGreaterThan(20);
    expect(secrets.phones.size).toBeGreaterThan(3);
  });

  it.each(entries.filter(([, entry]) => entry.method === "GET"))(
    "%s holds no e-mail, phone or surname of a person",
    async (_, entry) => {
      const { text } = await request(
        "GET",
        `${pathOf(entry)}${entry.query?.shape.limit === undefined ? "" : "?limit=100"}`,
      );
      const lower = text.toLowerCase();
      expect([...secrets.emails].filter((email) => lower.includes(email))).toEqual([]);
      expect([...secrets.phones].filter((phone) => text.includes(phone))).toEqual([]);
      expect(
        [...secrets.surnames].filter((name) => new RegExp(`\\b${name}\\b`).test(text)),
      ).toEqual([]);
    },
  );
});
