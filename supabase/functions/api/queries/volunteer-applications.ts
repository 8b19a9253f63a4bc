import type { APPLICATION_STATUSES } from "../../_shared/contracts/choices.ts";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerApplicationEndpoints } from "../../_shared/contracts/volunteer-applications.ts";
import { readPage, readWholeList } from "../../_shared/queries/page.ts";

type Status = (typeof APPLICATION_STATUSES)[number];

export type ListedApplication = Pick<
  Row<"volunteer_applications">,
  | "id"
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "zipCode"
  | "city"
  | "state"
  | "availability"
  | "interests"
  | "createdAt"
  | "reviewNotes"
> & { status: Status; awaitsActivation: boolean };

const applicationSource = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) => ({
  columns: sql`id, first_name, last_name, email, phone, zip_code, city, state, availability, interests,
    created_at, status, review_notes,
    exists (
      select 1 from public.activation_links as link
      where link.application_id = volunteer_applications.id and link.used_at is null
    ) as awaits_activation`,
  from: "volunteer_applications" as const,
  where: [
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...(query.ids === undefined ? [] : [sql`id in ${sql(query.ids)}`]),
  ],
  searched: sql`search_text`,
  orders: {
    createdAt: [sql`created_at`],
    lastName: [sql`lower(last_name)`, sql`lower(first_name)`],
  },
});

export const listVolunteerApplications = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) => readPage<ListedApplication>(sql, query, applicationSource(sql, query));

export const readAllVolunteerApplications = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) => readWholeList<ListedApplication>(sql, query, applicationSource(sql, query));

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

export interface Applicant {
  /** The address to try the password with; the decoy's where nobody has it. */
  readonly signInEmail: string;
  /** Who has the address at Auth. */
  readonly userId: string | null;
  /** Whether anything here is theirs. */
  readonly isTaken: boolean;
}

export async function readApplicant(sql: Sql, email: string): Promise<Applicant> {
  const [row] = await sql<[Applicant]>`
    select private.sign_in_email(${email}) as sign_in_email, user_id, is_taken
    from private.applicant(${email})`;
  return row;
}

export const createApplication = (sql: Sql, userId: string, application: NewApplication) =>
  sql`
    insert into public.volunteer_applications ${sql({ ...application, userId })}`;

/** Decides once; the mail goes out with it. */
export const reviewApplication = (
  sql: Sql,
  id: string,
  decision: Exclude<Status, "pending">,
  {
    notes,
    requireActivation,
  }: { readonly notes: string | null; readonly requireActivation: boolean },
) => sql`select private.review_application(${id}, ${decision}, ${notes}, ${requireActivation})`;

export const resendApproval = (sql: Sql, id: string) => sql`select private.resend_approval(${id})`;

/** Tells the owner of an address that somebody applied with it; at most once a day. */
export const queueAccountReminder = (sql: Sql, email: string, today: string) =>
  sql`
    select private.queue_email(
      'Account Reminder', ${email}, '', '{}'::jsonb, ${`account-reminder:${email}:${today}`}
    )`;
