import { afterAll, beforeAll, beforeEach } from "vitest";
import { clearRateLimits, type LoggedInPerson, request, signInAdmin, sql } from "./stack.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";
import { uniqueWord } from "../unique-word.ts";

type Volunteer = Pick<LoggedInPerson, "id" | "token">;

const callAs = (token: string) => (method: string, path: string, body?: unknown) =>
  request(method, path, { token, ...(body === undefined ? {} : { body }) });

/** Creates an administrator, five volunteers and a location for the tests in one file. */
export function createEventFixture(mark: string) {
  const domain = `${mark}-${uniqueWord()}.example.org`;
  const volunteers: Volunteer[] = [];
  let adminToken = "";

  beforeAll(async () => {
    adminToken = (await signInAdmin()).token;
    volunteers.push(...(await addVolunteers(5, domain)));
  });
  beforeEach(() => clearRateLimits());
  afterAll(async () => {
    await sql`delete from public.events where address like ${`%${domain}`}`;
    await removeVolunteers(domain);
  });

  const address = `1 ${domain}`;
  const body = {
    eventType: "Food Drive",
    date: "2039-06-15",
    startTime: "09:00",
    endTime: "11:30",
    address,
  };
  const call: ReturnType<typeof callAs> = (...args) => callAs(adminToken)(...args);
  return {
    domain,
    address,
    volunteers,
    body,
    callAs,
    /** Sends a request as the administrator. */
    call,
    createEvent: async (changes: object = {}) =>
      (await call("POST", "/api/events", { ...body, ...changes })).json as { id: string },
    /** The fixture's events are all at the same time. */
    join: ({ id, token }: Volunteer, eventId: string) =>
      request("POST", `/api/volunteer/${id}/events/${eventId}/join`, {
        token,
        body: { anyway: true },
      }),
  };
}

/** Returns the date in the organization's time zone: today, or the given number of days later. */
export async function dateInDays(daysLater = 0): Promise<string> {
  const [row] = await sql<
    [{ day: string }]
  >`select (private.today() + ${daysLater}::integer)::text as day`;
  return row.day;
}

/** Returns the audit entries of a row as `actor action table`, such as `admin insert events`. */
export async function readHistory(id: string): Promise<string[]> {
  const entries = await sql<{ entry: string }[]>`
    select concat_ws(' ', actor_name, action, table_name) as entry from public.audit_log
    where row_id = ${id} order by id`;
  return entries.map(({ entry }) => entry);
}

export const summarizeResult = ({ status, json }: Awaited<ReturnType<typeof request>>) => [
  status,
  json.message,
];
