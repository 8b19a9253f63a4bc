import { randomUUID } from "node:crypto";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { uniqueWord } from "../unique-word.ts";
import { createAuthUser, facts, type LoggedInPerson, request, signIn, sql } from "./stack.ts";

const MARK = `invited-${uniqueWord()}`;
export const INVITED_PASSWORD = "Joining the team!";

export const newEmail = () => `${randomUUID()}@${MARK}.example.org`;
export const newUsername = () => `join-${uniqueWord()}`;
export const createInvitationToken = (id: string) =>
  signId(facts.hashSecret, "invitation-link", id);

/** Adds a separate owner, whom a test can remove without affecting other tests. */
export async function addOwner(): Promise<LoggedInPerson> {
  const email = newEmail();
  const id = await createAuthUser(email, INVITED_PASSWORD);
  await sql`insert into public.users (id, username, user_type) values (${id}, ${newUsername()}, 'admin')`;
  return signIn(email, INVITED_PASSWORD);
}

export const removeInvitedPeople = async () => {
  await sql`
    delete from public.email_outbox
    where to_email like ${`%${MARK}%`} or data ->> 'administrator' like 'join-%'`;
  await sql`delete from public.admin_invitations where email like ${`%${MARK}%`}`;
  await sql`delete from public.volunteers where email like ${`%${MARK}%`}`;
  await sql`delete from auth.users where email like ${`%${MARK}%`}`;
};

export const postInvitation = (body: object, token: string, key?: string) =>
  request("POST", "/api/admin-invitations", {
    token,
    body,
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });

/** Invites someone, and returns the token of the link in the email. */
export async function sendInvitation(
  by: LoggedInPerson,
  areas: string[] | null = ["giving"],
  email = newEmail(),
) {
  const { json } = await postInvitation({ email, areas }, by.token);
  const { id } = json as unknown as { id: string };
  return { id, email, token: await createInvitationToken(id) };
}

export const checkInvitation = (token: string) =>
  request("POST", "/api/admin-invitations/check", { body: { token } });

export const acceptInvitation = (
  token: string,
  username = newUsername(),
  password = INVITED_PASSWORD,
) => request("POST", "/api/admin-invitations/accept", { body: { token, username, password } });
