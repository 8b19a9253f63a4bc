import type { z } from "zod";
import type { APPLICATION_STATUSES } from "../../_shared/contracts/choices.ts";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type {
  applicantMatch,
  volunteerApplicationEndpoints,
} from "../../_shared/contracts/volunteer-applications.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

type Status = (typeof APPLICATION_STATUSES)[number];

/** The fields that an applicant fills in. */
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

type WantedEvent = Pick<Row<"events">, "id" | "eventType" | "date" | "startTime" | "endTime">;

export interface ListedApplication
  extends
    NewApplication,
    Pick<
      Row<"volunteer_applications">,
      "id" | "createdAt" | "reviewNotes" | "reviewedAt" | "isEntered"
    > {
  status: Status;
  reviewedBy: string | null;
  volunteerId: string | null;
  match: z.input<typeof applicantMatch> | null;
  wantedEvent: WantedEvent | null;
  awaitsActivation: boolean;
  isClosed: boolean;
  isEmptied: boolean;
  sameAddress: Pick<ListedApplication, "id" | "firstName" | "lastName" | "createdAt" | "status">[];
}

/**
 * Returns a condition for a volunteer's applications: those that were approved as them, and others with their login,
 * their address, or their name and contact address.
 */
const createVolunteerCondition = (sql: Sql, volunteerId: string) => sql`(
  person_id = ${volunteerId}
  or (person_id is null and lower(email) = any (array(
    select private.volunteer_addresses(person) from public.volunteers as person where person.id = ${volunteerId}
  )))
  or (
    person_id is null
    and user_id = (select person.account_id from public.volunteers as person where person.id = ${volunteerId})
  )
  or (
    person_id is null
    and lower(email) = (
      select lower(person.contact_email) from public.volunteers as person where person.id = ${volunteerId}
    )
    and private.contact_at(email, private.full_name(volunteer_applications)) = ${volunteerId}
  )
)`;

const createApplicationSource = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) => ({
  from: "volunteer_applications" as const,
  where: [
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...(query.ids === undefined ? [] : [sql`id in ${sql(query.ids)}`]),
    ...(query.volunteerId === undefined ? [] : [createVolunteerCondition(sql, query.volunteerId)]),
  ],
  searchedText: sql`search_text`,
  orders: {
    createdAt: [sql`created_at`],
    lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)],
  },
  fixedOrder: "createdAt" as const,
});

export const listVolunteerApplications = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) =>
  readPage<ListedApplication>(sql, query, {
    ...createApplicationSource(sql, query),
    columns: sql`*`,
    fromIds: (ids) => sql`private.listed_applications(${ids})`,
  });

export interface ExportedApplication extends NewApplication {
  readonly id: string;
  readonly createdAt: string;
  readonly status: Status;
  readonly reviewNotes: string | null;
  readonly wantedEvent: Pick<WantedEvent, "eventType" | "date"> | null;
}

export const openApplicationList = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) =>
  openWholeList<ExportedApplication>(sql, query, {
    ...createApplicationSource(sql, query),
    columns: sql`
      id, first_name, last_name, case when email like '%@erased.invalid' then '' else email end as email, phone,
      zip_code, city, state, availability, interests, created_at, status, review_notes,
      (
        select jsonb_build_object('eventType', meeting.event_type, 'date', meeting.date)
        from public.events as meeting where meeting.id = wanted_event_id
      ) as wanted_event`,
  });

export interface Applicant {
  /** Email to try the password with, or the dummy account's if the email is unknown. */
  readonly signInEmail: string;
  /** The Auth user with this email. */
  readonly userId: string | null;
  /** True if that user keeps their password when someone applies with their email. */
  readonly keepsPassword: boolean;
}

export async function readApplicant(sql: Sql, email: string): Promise<Applicant> {
  const [row] = await sql<[Applicant]>`
    select private.sign_in_email(${email}) as sign_in_email, user_id, is_kept as keeps_password
    from private.applicant(${email})`;
  return row;
}

/** Stores an application and keeps others with the same email. The email's owner is notified at most once a day. */
export const recordApplication = (
  sql: Sql,
  application: NewApplication & { readonly wantedEventId?: string | undefined },
) => {
  const { firstName, lastName, zipCode, wantedEventId, ...otherFields } = application;
  const row = {
    ...otherFields,
    first_name: firstName,
    last_name: lastName,
    zip_code: zipCode,
    wanted_event_id: wantedEventId,
  };
  return sql`select private.record_application(${JSON.stringify(row)}::text::jsonb)`;
};

type Approval = z.output<typeof volunteerApplicationEndpoints.approveVolunteerApplication.body>;

/** Stores the decision on an application, at most once, and queues its email. */
export const reviewApplication = (
  sql: Sql,
  id: string,
  decision: Exclude<Status, "pending">,
  {
    reviewNotes,
    requireActivation,
    ...choices
  }: NonNullable<Approval> & { readonly requireActivation: boolean },
) => sql`
  select private.review_application(
    ${id}, ${decision}, ${reviewNotes || null}, ${requireActivation}, ${JSON.stringify(choices)}::text::jsonb
  )`;

/** Throws CP041 if the application isn't rejected. */
export const undoRejection = (sql: Sql, id: string) => sql`select private.undo_rejection(${id})`;

export const resendApproval = (sql: Sql, id: string) => sql`select private.resend_approval(${id})`;
