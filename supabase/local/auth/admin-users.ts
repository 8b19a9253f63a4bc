import { randomUUID } from "node:crypto";
import { hash } from "bcryptjs";
import { AuthRefusal } from "./responses.ts";
import { type AuthCall, type AuthContext, type AuthHandler, toTextOrEmpty } from "./context.ts";
import { selectFactorColumns } from "./sessions.ts";
import { type AuthUser, readUser, requireServer } from "./tokens.ts";

/** The bcrypt cost that Supabase Auth uses. */
export const AUTH_PASSWORD_COST = 10;
const BCRYPT_MAX_BYTES = 72;

export const createUser: AuthHandler = async (context, call) => {
  requireServer(context, call);
  const { sql, passwordCost } = context;
  const email = toTextOrEmpty(call.body["email"]).toLowerCase();
  const password = toTextOrEmpty(call.body["password"]) || randomUUID() + randomUUID();
  const confirmedAt = call.body["email_confirm"] === true ? new Date() : null;
  if (email === "") {
    throw createValidationError("Cannot create a user without either an email or phone");
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw createValidationError("Unable to validate email address: invalid format");
  }
  const [existingUser] = await sql`select 1 from auth.users where email = ${email}`;
  if (existingUser !== undefined) throw createEmailExistsError();
  if (Buffer.byteLength(password) > BCRYPT_MAX_BYTES) {
    throw createValidationError("bcrypt: password length exceeds 72 bytes");
  }
  const passwordHash = await hash(password, passwordCost);
  const id = randomUUID();
  const identity = { sub: id, email, email_verified: false, phone_verified: false };
  await sql
    .begin(async (transaction) => {
      await transaction`
        insert into auth.users
          (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
        values (${id}, 'authenticated', 'authenticated', ${email}, ${passwordHash}, ${confirmedAt},
          ${sql.json({ provider: "email", providers: ["email"] })}, ${sql.json({ email_verified: confirmedAt !== null })})`;
      await transaction`
        insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (${randomUUID()}, 'email', ${id}, ${id}, ${sql.json(identity)})`;
    })
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === "23505" ? createEmailExistsError() : error;
    });
  return Response.json(await readUserForAdmin(context, id));
};

/** Changes the password or the email address, because our functions change nothing else. */
export const updateUser: AuthHandler = async (context, call) => {
  requireServer(context, call);
  const { id } = await requireUser(context, call);
  if (call.body["password"] === undefined) await changeEmail(context, call, id);
  else await changePassword(context, toTextOrEmpty(call.body["password"]), id);
  return Response.json(await readUserForAdmin(context, id));
};

async function changePassword({ sql, passwordCost }: AuthContext, password: string, id: string) {
  if (Buffer.byteLength(password) > BCRYPT_MAX_BYTES) {
    throw createValidationError("bcrypt: password length exceeds 72 bytes");
  }
  const passwordHash = await hash(password, passwordCost);
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${id}`;
}

/** Changes the address in the user and in the identity. */
async function changeEmail({ sql }: AuthContext, call: AuthCall, id: string) {
  const email = toTextOrEmpty(call.body["email"]).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw createValidationError("Unable to validate email address: invalid format");
  }
  const [otherUser] = await sql`select 1 from auth.users where email = ${email} and id <> ${id}`;
  if (otherUser !== undefined) throw createEmailExistsError();
  await sql.begin(async (transaction) => {
    await transaction`update auth.users set email = ${email}, updated_at = now() where id = ${id}`;
    await transaction`
      update auth.identities set identity_data = identity_data || ${sql.json({ email })}, updated_at = now()
      where user_id = ${id} and provider = 'email'`;
  });
}

export const deleteUser: AuthHandler = async (context, call) => {
  requireServer(context, call);
  const { id } = await requireUser(context, call);
  await context.sql`delete from auth.users where id = ${id}`;
  return Response.json({});
};

export const listUserFactors: AuthHandler = async (context, call) => {
  requireServer(context, call);
  const { id } = await requireUser(context, call);
  const { sql } = context;
  return Response.json([
    ...(await sql`
      select ${selectFactorColumns(sql)} from auth.mfa_factors where user_id = ${id} order by created_at`),
  ]);
};

export async function requireUser(context: AuthContext, { params }: AuthCall): Promise<AuthUser> {
  const user = await readUser(context, params[0]);
  if (user === undefined) throw new AuthRefusal(404, "user_not_found", "User not found");
  return user;
}

async function readUserForAdmin({ sql }: AuthContext, id: string) {
  const [user] = await sql`
    select id, aud, role, email, email_confirmed_at, confirmed_at, coalesce(phone, '') as phone,
      raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at,
      is_anonymous
    from auth.users where id = ${id}`;
  const identities = await sql`
    select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at, email
    from auth.identities where user_id = ${id}`;
  return { ...user, identities };
}

const createValidationError = (message: string) =>
  new AuthRefusal(400, "validation_failed", message);

const createEmailExistsError = () =>
  new AuthRefusal(
    422,
    "email_exists",
    "A user with this email address has already been registered",
  );
