import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { facts, type LoggedInPerson, sql } from "./stack.ts";

type Volunteer = Pick<LoggedInPerson, "id" | "token">;

/** Creates volunteers with live sessions and no password; `email` is `<number>@<domain>`. */
export async function addVolunteers(count: number, domain: string): Promise<Volunteer[]> {
  const volunteers = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    session: randomUUID(),
    email: `${number}@${domain}`,
  }));
  const rows = sql.json(volunteers);
  await sql`
    insert into auth.users (id, email)
    select id, email from jsonb_to_recordset(${rows}) as person (id uuid, email text)`;
  await sql`
    insert into auth.sessions (id, user_id)
    select session, id from jsonb_to_recordset(${rows}) as person (id uuid, session uuid)`;
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select gen_random_uuid(), session, now(), now(), 'password'
    from jsonb_to_recordset(${rows}) as person (session uuid)`;
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    select id, email, 'Tess', 'Walkinshaw', now()
    from jsonb_to_recordset(${rows}) as person (id uuid, email text)`;
  await sql`
    insert into public.volunteers (account_id, name, email)
    select id, 'Tess Walkinshaw', email
    from jsonb_to_recordset(${rows}) as person (id uuid, email text)`;
  return Promise.all(
    volunteers.map(async ({ id, session }) => ({ id, token: await createToken(id, session) })),
  );
}

const createToken = (id: string, session: string): Promise<string> =>
  new SignJWT({ role: "authenticated", session_id: session })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(id)
    .setAudience("authenticated")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(facts.jwtSecret));

/** Removes volunteers and their history, which only tests may delete. */
export async function removeVolunteers(domain: string): Promise<void> {
  const emailPattern = `%@${domain}`;
  await sql.begin(async (tx) => {
    const volunteers = await tx<{ id: string }[]>`
      select id::text from public.volunteer_accounts where email like ${emailPattern}`;
    const ids = tx(volunteers.map(({ id }) => id));
    await tx`delete from public.volunteers where email like ${emailPattern}`;
    await tx`delete from auth.users where email like ${emailPattern}`;
    await tx`delete from public.email_outbox where to_email like ${emailPattern}`;
    await tx`alter table public.audit_log disable trigger refuse_change`;
    await tx`
      delete from public.audit_log
      where row_id in ${ids} or coalesce(after, before) ->> 'volunteer_id' in ${ids}
        or coalesce(after, before) ->> 'account_id' in ${ids}`;
    await tx`alter table public.audit_log enable trigger refuse_change`;
  });
}

interface EventOptions {
  /** Days from today. */
  readonly days?: number;
  readonly places?: number;
  readonly address: string;
}

/** Adds an event from 10:00 to 12:30. */
export async function addEvent({ days = 5, places, address }: EventOptions): Promise<string> {
  const [event] = await sql<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
    values ('Food Drive', private.today() + ${days}::integer, '10:00', '12:30', ${address}, 20)
    returning id`;
  if (places !== undefined) {
    await sql`
      insert into public.volunteer_shifts (event_id, title, max_volunteers)
      values (${event!.id}, 'Packing', ${places})`;
  }
  return event!.id;
}
