import { createAuthUser, signIn, sql } from "./stack.ts";

export const PASSWORD = "Volunteers!2026";

export interface TestVolunteer {
  /** The volunteer's id in the directory. */
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
}

export const logIn = (email: string) => signIn(email, PASSWORD);

let personCount = 0;

/** Adds a volunteer who can log in, with an approved application. */
export async function addPerson(domain: string): Promise<TestVolunteer> {
  personCount += 1;
  const email = `person-${personCount}@${domain}`;
  const accountId = await createAuthUser(email, PASSWORD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${accountId}, ${email}, 'Lena', 'Marsh', now())`;
  await sql`
    insert into public.volunteer_applications (
      user_id, first_name, last_name, email, availability, status, reviewed_at
    ) values (${accountId}, 'Lena', 'Marsh', ${email}, 'flexible', 'approved', now())`;
  const [row] = await sql<[{ id: string }]>`
    insert into public.volunteers (account_id, name, email)
    values (${accountId}, 'Lena Marsh', ${email}) returning id`;
  return { id: row.id, accountId, email };
}

/** Returns a volunteer's address in the directory, the account, the login and each application. */
export async function readAddresses({ id, accountId }: TestVolunteer): Promise<readonly string[]> {
  const rows = await sql<{ email: string }[]>`
    select email from public.volunteers where id = ${id}
    union all select email from public.volunteer_accounts where id = ${accountId}
    union all select email from auth.users where id = ${accountId}
    union all select email from public.volunteer_applications where user_id = ${accountId}`;
  return rows.map(({ email }) => email);
}

/** Removes everyone with an address in this domain, and the emails to these addresses. */
export async function removePeople(domain: string): Promise<void> {
  const pattern = `%@${domain}`;
  await sql`delete from public.volunteer_applications where email like ${pattern}`;
  await sql`delete from public.volunteers where email like ${pattern} or contact_email like ${pattern}`;
  await sql`delete from auth.users where email like ${pattern}`;
  await sql`delete from public.email_outbox where to_email like ${pattern}`;
}
