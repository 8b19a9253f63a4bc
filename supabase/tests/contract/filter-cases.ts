import { expect } from "vitest";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import type { ListDeclaration } from "../../functions/_shared/contracts/list.ts";
import { isAutomatic } from "../../functions/_shared/rules/audit-actors.ts";
import { sql } from "./stack.ts";

export type Value = string | number | boolean | null;
export type Item = Readonly<Record<string, Value | undefined>>;
/** A list as one kind of caller sees it. */
export interface View {
  readonly name: string;
  readonly caller: "anybody" | "an administrator";
  readonly endpoint: EndpointDefinition;
  readonly list: ListDeclaration;
  readonly fields: readonly string[];
}

const MAX_VALUES = 50;

/** Filters that check whether a field has a value. */
const PRESENCE_FILTERS: Readonly<Record<string, string>> = { isPostal: "recipientAddress" };

type RowPredicate = (item: Item) => boolean;

/** Returns the date of a row in the organization's time zone. */
const getDay = ({ countedOn, givenOn, deliveredOn, createdAt, occurredAt }: Item): string =>
  String(
    countedOn ??
      givenOn ??
      deliveredOn ??
      new Date(String(createdAt ?? occurredAt)).toLocaleDateString("en-CA", {
        timeZone: "America/Chicago",
      }),
  );

/** Returns the ids of the rows that match a filter whose field isn't in the list. */
async function listMatchingIds(name: "isUpcoming" | "isLapsing"): Promise<ReadonlySet<unknown>> {
  const rows =
    name === "isLapsing"
      ? await sql`
          select id from public.volunteers
          where is_active and id in (select private.lapsing_volunteers())`
      : await sql`
          select registration.id from public.volunteer_event_registrations as registration
          join public.events as meeting on meeting.id = event_id where ends_at > now()`;
  return new Set(rows.map(({ id }) => id as unknown));
}

async function createVolunteerCase(
  view: View,
  rows: readonly Item[],
): Promise<[string, RowPredicate]> {
  if (view.fields.includes("toEmail") || view.fields.includes("sameAddress")) {
    const getEmail = ({ toEmail, email }: Item) => String(toEmail ?? email).toLowerCase();
    const people = await sql<{ id: string; email: string }[]>`
      select id, lower(email) as email from public.volunteers where former_emails = '[]'`;
    const emails = new Set(rows.map(getEmail));
    const { id, email } = people.find((person) => emails.has(person.email))!;
    return [id, (row) => getEmail(row) === email];
  }
  // Without this filter, the list shows only recent attendance, so choose a volunteer whose registrations are all in
  // the list.
  const listedIds = rows.map(({ id }) => String(id));
  const volunteers = await sql<{ id: string }[]>`
    select volunteer_id as id from public.volunteer_event_registrations
    group by volunteer_id having bool_and(id = any(${listedIds}::text[]::uuid[])) limit 1`;
  const id = view.fields.includes("attendance") ? volunteers[0]?.id : rows[0]?.["volunteerId"];
  return [String(id), ({ volunteerId }) => volunteerId === id];
}

async function createWhenCases(view: View): Promise<[string, RowPredicate][]> {
  const readIds = async (condition: ReturnType<typeof sql>) =>
    new Set((await sql`select id from public.events where ${condition}`).map(({ id }) => id));
  // Volunteers can't join an event in progress (VDASH-39).
  const upcomingIds = await readIds(
    view.caller === "anybody" ? sql`starts_at >= now()` : sql`ends_at >= now()`,
  );
  const pastIds = await readIds(sql`ends_at < now()`);
  return [
    ["upcoming", ({ id }) => upcomingIds.has(id)],
    ["past", ({ id }) => pastIds.has(id)],
  ];
}

/** Chooses an event that someone has signed up for, or someone who has. */
async function createExclusionCase(
  name: "withoutEventId" | "withoutVolunteerId",
): Promise<[string, RowPredicate]> {
  const registrations = await sql<{ event: string; person: string }[]>`
    select event_id as event, person_id as person from public.volunteer_event_registrations`;
  const [key, other] =
    name === "withoutEventId" ? (["event", "person"] as const) : (["person", "event"] as const);
  const id = registrations[0]![key];
  const excludedIds = new Set(
    registrations.filter((row) => row[key] === id).map((row) => row[other]),
  );
  return [id, (row) => !excludedIds.has(String(row["id"]))];
}

/** donor-segments.test.ts covers the other ways, and statements that were emailed or printed. */
async function createStatementCase(rows: readonly Item[]): Promise<[string, RowPredicate]> {
  const year = String(rows[0]?.["lastDonationDate"]).slice(0, 4);
  const donors = await sql<{ id: string }[]>`
    select donor_id as id from public.donations
    where is_receipted and completed_at is not null and adjusted_amount < amount
      and given_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`;
  const ids = new Set(donors.map(({ id }) => id));
  return [`${year}_by_email`, ({ id, email }) => email !== null && ids.has(String(id))];
}

/** Returns values for a filter, each with a predicate for the rows that the filter must return. */
export async function createFilterCases(view: View, name: string, rows: readonly Item[]) {
  const cases: [string, RowPredicate][] = [];
  if (name === "minTotal") {
    cases.push(["500", ({ totalAmount }) => Number(totalAmount) >= 500]);
  } else if (name === "segment") {
    // The other segments depend on data that isn't in the list. donor-segments.test.ts covers them.
    cases.push(["no_email", ({ email }) => email === null]);
  } else if (name === "noStatement") {
    cases.push(await createStatementCase(rows));
  } else if (name === "isFormerDemo") {
    // No real payments have started here, so no demo money is from before that. shown-money.test.ts covers the rest.
    cases.push(["false", () => true]);
  } else if (name === "from" || name === "to") {
    const middleDay = getDay(rows[Math.floor(rows.length / 2)] ?? {});
    cases.push([
      middleDay,
      (row) => (name === "from" ? getDay(row) >= middleDay : getDay(row) <= middleDay),
    ]);
  } else if (name === "when") {
    cases.push(...(await createWhenCases(view)));
  } else if (name === "donorId" && view.fields.includes("toEmail")) {
    const donors = await sql<{ id: string; email: string }[]>`
      select donor_id as id, email_key as email from public.donor_emails`;
    const emails = new Set(rows.map(({ toEmail }) => String(toEmail).toLowerCase()));
    const { id, email } = donors.find((donor) => emails.has(donor.email))!;
    cases.push([id, ({ toEmail }) => String(toEmail).toLowerCase() === email]);
  } else if (name === "volunteerId") {
    cases.push(await createVolunteerCase(view, rows));
  } else if (name === "isUpcoming" || name === "isLapsing") {
    const ids = await listMatchingIds(name);
    cases.push(["true", ({ id }) => ids.has(id)], ["false", ({ id }) => !ids.has(id)]);
  } else if (name === "withoutEventId" || name === "withoutVolunteerId") {
    cases.push(await createExclusionCase(name));
  } else if (name in PRESENCE_FILTERS) {
    const field = PRESENCE_FILTERS[name]!;
    cases.push(["true", (row) => row[field] !== null], ["false", (row) => row[field] === null]);
  } else if (name === "isDue" && view.fields.includes("sendOn")) {
    const [{ today } = { today: "" }] = await sql<{ today: string }[]>`
      select private.today()::text as today`;
    cases.push(
      ["true", ({ sendOn }) => String(sendOn) <= today],
      ["false", ({ sendOn }) => String(sendOn) > today],
    );
  } else if (name === "by") {
    const isSite = (row: Item) => isAutomatic(row as unknown as Parameters<typeof isAutomatic>[0]);
    cases.push(["people", (row) => !isSite(row)], ["site", isSite], ["all", () => true]);
  } else if (name === "tag") {
    const [tag = ""] = rows.flatMap(({ tags }) => tags as unknown as string[]);
    cases.push([tag.toUpperCase(), ({ tags }) => (tags as unknown as string[]).includes(tag)]);
  } else if (name === "ids") {
    const selectedIds = [rows[0]?.["id"], rows[2]?.["id"]];
    cases.push([selectedIds.join(","), ({ id }) => selectedIds.includes(id)]);
  } else {
    expect(view.fields, `Add the filter ${name} to filter-cases.ts`).toContain(name);
    const values = new Set(rows.map((row) => row[name]).filter((value) => value !== null));
    // Tries every value of an enum, but only some of the IDs of hundreds of donors.
    for (const value of [...values].slice(0, MAX_VALUES))
      cases.push([String(value), (row) => row[name] === value]);
  }
  return cases;
}
