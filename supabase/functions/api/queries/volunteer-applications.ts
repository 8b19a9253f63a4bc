import type { APPLICATION_STATUSES } from "../../_shared/contracts/limits.ts";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

type Status = (typeof APPLICATION_STATUSES)[number];

export async function listVolunteerApplications(
  sql: Sql,
  filter: { readonly limit: number; readonly offset: number; readonly status?: Status | undefined },
) {
  const rows = await sql<
    (Pick<
      Row<"volunteer_applications">,
      "id" | "firstName" | "lastName" | "email" | "city" | "state" | "availability" | "createdAt"
    > & { status: Status; total: string })[]
  >`
    select
      id, first_name, last_name, email, city, state, availability, created_at, status,
      count(*) over () as total
    from public.volunteer_applications
    where true ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}
    order by created_at desc, id desc
    limit ${filter.limit} offset ${filter.offset}`;
  return toPage(rows, filter.offset);
}

export type NewApplication = Pick<
  Row<"volunteer_applications">,
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "zipCode"
  | "city"
  | "state"
  | "availability"
  | "interests"
>;

export const createApplication = (sql: Sql, userId: string, application: NewApplication) =>
  sql`
    insert into public.volunteer_applications ${sql({ ...application, userId })}`;

/** Tells the owner of an address that somebody applied with it; at most once a day. */
export const queueAccountReminder = (sql: Sql, email: string, today: string) =>
  sql`
    select private.queue_email(
      'Account Reminder', ${email}, '', '{}'::jsonb, ${`account-reminder:${email}:${today}`}
    )`;
