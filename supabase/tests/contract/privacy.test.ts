import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, endpoints, requestPath, request, sql } from "./stack.ts";

/** Shorter last names also appear as ordinary words in the demo content. */
const MIN_SURNAME_LENGTH = 4;

const personalData = {
  emails: new Set<string>(),
  phones: new Set<string>(),
  surnames: new Set<string>(),
};

beforeAll(async () => {
  const people = await sql<
    { email: string | null; phone: string | null; surname: string | null }[]
  >`
    select email, null as phone, last_name as surname from public.donations
    union select email, phone, last_name from public.volunteer_applications
    union select email, null, last_name from public.volunteer_accounts
    union select email, phone, split_part(name, ' ', 2) from public.volunteers`;
  for (const { email, phone, surname } of people) {
    if (email !== null) personalData.emails.add(email.toLowerCase());
    if (phone !== null && phone !== "") personalData.phones.add(phone);
    if (surname !== null && surname.length >= MIN_SURNAME_LENGTH)
      personalData.surnames.add(surname);
  }
});
beforeEach(() => clearRateLimits());

describe("threat 40, ADON-11, ADON-12, AVOL-11, AVOL-12, HOME-26: public reads", () => {
  it("are checked against demo data that has emails, last names and phone numbers", () => {
    expect(personalData.emails.size).toBeGreaterThan(20);
    expect(personalData.surnames.size).toBeGreaterThan(20);
    expect(personalData.phones.size).toBeGreaterThan(3);
  });

  it.each(endpoints.filter(([, endpoint]) => endpoint.method === "GET"))(
    "don't contain any personal email, phone number or last name (%s)",
    async (_, endpoint) => {
      const { text } = await request(
        "GET",
        `${requestPath(endpoint)}${endpoint.query?.shape.limit === undefined ? "" : "?limit=100"}`,
      );
      const lowercaseText = text.toLowerCase();
      expect([...personalData.emails].filter((email) => lowercaseText.includes(email))).toEqual([]);
      expect([...personalData.phones].filter((phone) => text.includes(phone))).toEqual([]);
      expect(
        [...personalData.surnames].filter((name) => new RegExp(`\\b${name}\\b`).test(text)),
      ).toEqual([]);
    },
  );
});

describe("threat 40: anonymous donors", () => {
  const name = { first: "Zephyrine", last: "Quillfeather" };
  const namePattern = new RegExp(`${name.first}|${name.last}`);
  let donations: { id: string; firstName: string; lastName: string }[] = [];

  beforeAll(async () => {
    donations = await sql`
      select id, first_name as "firstName", last_name as "lastName" from public.donations
      where completed_at is not null
      order by completed_at desc
      limit 3`;
    await sql`
      update public.donations
      set is_anonymous = true, first_name = ${name.first}, last_name = ${name.last}
      where id in ${sql(donations.map(({ id }) => id))}`;
  });
  afterAll(async () => {
    for (const { id, firstName, lastName } of donations) {
      await sql`
        update public.donations
        set is_anonymous = false, first_name = ${firstName}, last_name = ${lastName}
        where id = ${id}`;
    }
  });

  it("have their donations listed as Anonymous", async () => {
    const { json } = await request("GET", "/api/recent-donations?limit=3");
    const listedDonations = json.map(
      (donation: { id: string; firstName: string; lastName: string }) => [
        donation.id,
        `${donation.firstName}${donation.lastName}`,
      ],
    );
    expect(listedDonations).toEqual(donations.map(({ id }) => [id, "Anonymous"]));
  });

  it.each(endpoints.filter(([, endpoint]) => endpoint.method === "GET"))(
    "aren't named in %s",
    async (_, endpoint) => {
      const queries = endpoint.query?.shape.limit === undefined ? [""] : ["", "?limit=100"];
      for (const query of queries) {
        const { text } = await request("GET", `${requestPath(endpoint)}${query}`);
        expect(namePattern.exec(text)).toBeNull();
      }
    },
  );
});
