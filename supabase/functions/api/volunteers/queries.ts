import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerEndpoints } from "../../_shared/contracts/volunteers.ts";
import { AppError } from "../../_shared/errors.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";
import { chooseShiftEmails } from "../volunteer-event-registrations/queries.ts";

export interface VolunteerCounts {
  readonly totalVolunteers: number;
  readonly activeVolunteers: number;
  readonly applications: Readonly<Record<"pending" | "approved" | "rejected", number>>;
}

/** Returns counts of volunteers and applications, without personal data. */
export async function readVolunteerCounts(sql: Sql): Promise<VolunteerCounts> {
  const [row] = await sql<
    [{ counts: VolunteerCounts }]
  >`select private.volunteer_counts() as counts`;
  return row.counts;
}

/** Fields that the page of a single volunteer shows and the directory doesn't. */
type DetailColumn =
  | "emergencyContactName"
  | "emergencyContactPhone"
  | "formerEmails"
  | "interests"
  | "notes"
  | "tags"
  | "updatedAt"
  | "wantsNews";

type Volunteer = Omit<Row<"volunteers">, "searchText" | "importId" | "startedOn" | DetailColumn> & {
  readonly awaitsActivation: boolean;
  readonly since: string;
};

const createVolunteerSource = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerEndpoints.listVolunteers>,
) => ({
  columns: sql`
      id, name, email, contact_email, phone, zip_code, city, state, availability, opening_hours, total_hours, packages_helped,
      is_active, created_at, account_id, started_on as since,
      (
        account_id is null and exists (
          select 1 from public.volunteer_applications as application
          join public.activation_links as link on link.application_id = application.id
          where lower(application.email) = lower(volunteers.email) and application.status = 'approved'
            and link.used_at is null
        )
      ) or exists (
        select 1 from public.volunteer_accounts as account
        where account.id = volunteers.account_id and account.activated_at is null
      ) as awaits_activation`,
  from: "volunteers" as const,
  where: [
    sql`merged_into_id is null`,
    ...(query.isActive === undefined ? [] : [sql`is_active = ${query.isActive}`]),
    ...(query.isLapsing === undefined
      ? []
      : [sql`(is_active and id in (select private.lapsing_volunteers())) = ${query.isLapsing}`]),
    ...(query.withoutEventId === undefined
      ? []
      : [
          sql`not exists (
            select from public.volunteer_event_registrations as registration
            where registration.event_id = ${query.withoutEventId} and registration.person_id = volunteers.id
          )`,
        ]),
  ],
  searchedText: sql`search_text`,
  orders: {
    name: [sortName(sql, sql`name`)],
    createdAt: [sql`created_at`],
    since: [sql`started_on`],
    totalHours: [sql`total_hours`],
    packagesHelped: [sql`packages_helped`],
  },
  fixedOrder: "createdAt" as const,
});

export type FoundVolunteer = z.input<typeof volunteerEndpoints.getVolunteer.output>;

export async function findVolunteer(sql: Sql, id: string): Promise<FoundVolunteer | undefined> {
  const [row] = await sql<[{ volunteer: FoundVolunteer | null }]>`
    select private.volunteer_record(${id}) as volunteer`;
  return row.volunteer ?? undefined;
}

const { update } = createWrites("volunteers", { readCurrent: findVolunteer });

/** A login in Auth that still has another address. */
export interface OutdatedLogin {
  readonly id: string;
  readonly email: string;
}

type Changes = z.output<typeof volunteerEndpoints.updateVolunteer.body>;

/** Saves the changes. Throws conflict if they set whether someone with a login is active. Returns the login if it still has to be moved to a new address, or null. */
export async function updateVolunteer(
  sql: Sql,
  id: string,
  { firstName, lastName, email, contactEmail, sendsEmail, ...changes }: Changes,
): Promise<OutdatedLogin | null> {
  await sql`select private.begin_volunteer_change(${id})`;
  await chooseShiftEmails(sql, sendsEmail);
  if (changes.isActive !== undefined && (await findVolunteer(sql, id))?.accountId) {
    throw new AppError("conflict", {
      message: "This volunteer has a login. Enable or disable the login instead.",
    });
  }
  await update(sql, id, changes);
  if (firstName !== undefined || lastName !== undefined) {
    const current = await findVolunteer(sql, id);
    await sql`
      select private.correct_volunteer_name(
        ${id}, ${firstName ?? current?.firstName ?? ""}, ${lastName ?? current?.lastName ?? ""}
      )`;
  }
  const login = email === undefined ? null : await changeVolunteerEmail(sql, id, email);
  if (contactEmail !== undefined)
    await sql`select private.set_contact_email(${id}, ${contactEmail})`;
  return login;
}

type NewVolunteer = z.output<typeof volunteerEndpoints.createVolunteer.body>;

export async function addVolunteerRecord(
  sql: Sql,
  { sendsLink, ...details }: NewVolunteer,
): Promise<FoundVolunteer> {
  const columns = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  const [row] = await sql<[{ id: string }]>`
    select private.add_volunteer(${JSON.stringify(columns)}::text::jsonb, ${sendsLink}) as id`;
  return (await findVolunteer(sql, row.id))!;
}

type Placement = z.input<typeof volunteerEndpoints.putOnShift.output>;

export async function putOnShift(
  sql: Sql,
  id: string,
  { eventId, waitsIfFull, sendsEmail, anyway }: z.output<typeof volunteerEndpoints.putOnShift.body>,
): Promise<Placement> {
  const [row] = await sql<[{ placement: Placement }]>`
    select private.put_on_shift(${id}, ${eventId}, ${waitsIfFull}, ${sendsEmail}, ${anyway}) as placement`;
  return row.placement;
}

const { remove: removePlace } = createWrites("shift_waitlist");

export async function removeFromWaitlist(sql: Sql, id: string, sendsEmail: boolean | undefined) {
  await chooseShiftEmails(sql, sendsEmail);
  return removePlace(sql, id);
}

/** Throws CP052 if the volunteer has a login or a link. */
export const inviteVolunteer = (sql: Sql, id: string) =>
  sql`select private.invite_volunteer(${id})`;

export async function changeVolunteerEmail(
  sql: Sql,
  id: string,
  email: string | null,
  isUndo = false,
): Promise<OutdatedLogin | null> {
  const [row] = await sql<[{ login: OutdatedLogin | null }]>`
    select private.change_volunteer_email(${id}, ${email}, ${isUndo}) as login`;
  return row.login;
}

export const listVolunteers = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerEndpoints.listVolunteers>,
) => readPage<Volunteer>(sql, query, createVolunteerSource(sql, query));

export type ExportedVolunteer = Volunteer & {
  readonly tags: readonly string[];
  /** The latest first. */
  readonly qualifications: readonly Pick<
    Row<"volunteer_qualifications">,
    "kind" | "label" | "completedOn" | "expiresOn"
  >[];
};

export const openVolunteerList = (
  sql: Sql,
  query: WholeListQueryOf<typeof volunteerEndpoints.listVolunteers>,
) => {
  const source = createVolunteerSource(sql, query);
  return openWholeList<ExportedVolunteer>(sql, query, {
    ...source,
    columns: sql`${source.columns}, tags, (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', held.kind, 'label', held.label, 'completedOn', held.completed_on, 'expiresOn', held.expires_on
        )
        order by held.completed_on desc, held.id
      ), '[]')
      from public.volunteer_qualifications as held where held.volunteer_id = volunteers.id
    ) as qualifications`,
  });
};
