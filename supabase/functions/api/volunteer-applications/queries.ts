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

/** The maximum number of other applications to show, because anyone can submit any number of them with one email. */
const SAME_ADDRESS_MAX = 10;

/**
 * Returns a condition that is true for applications from which a retention rule or an erasure removed everything about
 * the person.
 */
const createEmptiedCondition = (sql: Sql) =>
  sql`volunteer_applications.email like '%@erased.invalid'`;

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
  match = sql`null::jsonb`,
) => ({
  columns: sql`id, first_name, last_name, case when ${createEmptiedCondition(sql)} then '' else email end as email, phone, zip_code, city, state, availability, interests,
    (
      select jsonb_build_object(
        'id', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date, 'startTime', meeting.start_time,
        'endTime', meeting.end_time
      )
      from public.events as meeting where meeting.id = wanted_event_id
    ) as wanted_event,
    created_at, status, review_notes, reviewed_at, is_entered,
    (select person.username from public.users as person where person.id = reviewed_by) as reviewed_by,
    person_id as volunteer_id,
    ${match} as match,
    exists (
      select 1 from public.activation_links as link
      where link.application_id = volunteer_applications.id and link.used_at is null
    ) as awaits_activation,
    closed_by is not null as is_closed,
    ${createEmptiedCondition(sql)} as is_emptied,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', other.id, 'firstName', other.first_name, 'lastName', other.last_name, 'status', other.status,
        'createdAt', other.created_at
      ) order by other.created_at desc), '[]')
      from (
        select * from public.volunteer_applications as one
        where lower(one.email) = lower(volunteer_applications.email) and one.id <> volunteer_applications.id
          and not ${createEmptiedCondition(sql)}
        order by one.created_at desc, one.id desc
        limit ${SAME_ADDRESS_MAX}
      ) as other
    ) as same_address`,
  from: "volunteer_applications" as const,
  where: [
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...(query.ids === undefined ? [] : [sql`id in ${sql(query.ids)}`]),
    ...(query.volunteerId === undefined ? [] : [createVolunteerCondition(sql, query.volunteerId)]),
  ],
  searchedText: sql`search_text`,
  orders: {
    createdAt: [sql`created_at`],
    lastName: [sql`lower(last_name)`, sql`lower(first_name)`],
  },
  fixedOrder: "createdAt" as const,
});

export const listVolunteerApplications = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) =>
  readPage<ListedApplication>(
    sql,
    query,
    createApplicationSource(
      sql,
      query,
      sql`case when status = 'pending' then private.applicant_match(volunteer_applications) end`,
    ),
  );

/** Opens the whole list without matches, which would take long for each row and aren't exported. */
export const openApplicationList = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerApplicationEndpoints.listVolunteerApplications>,
) => openWholeList<ListedApplication>(sql, query, createApplicationSource(sql, query));

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
