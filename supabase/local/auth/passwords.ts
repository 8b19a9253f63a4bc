import { randomUUID } from "node:crypto";
import { compare } from "bcryptjs";
import { AuthRefusal, replaceBody } from "./responses.ts";
import { type AuthContext, type AuthHandler, forwardToLite, toTextOrEmpty } from "./context.ts";
import { completeUser } from "./sessions.ts";
import { requireSession } from "./tokens.ts";

/** A session that was started with one of these methods may set a password without the current one. */
const recoveryMethods = ["otp", "magiclink", "recovery"];

/**
 * Handles `PUT /user`. Changing a password requires the current one, plus the second factor if there is one, and ends
 * the user's other sessions. docs/operate/go-live.md lists the hosted settings for this.
 */
export const updateOwnUser: AuthHandler = async (context, call) => {
  const { user, session } = await requireSession(context, call);
  if (call.body["password"] !== undefined && typeof call.body["password"] !== "string") {
    throw new AuthRefusal(400, "validation_failed", "password must be a string");
  }
  const email = toTextOrEmpty(call.body["email"]).toLowerCase();
  // Hosted Auth would send confirmation emails before our trigger on auth.users refuses the new address.
  if (email !== "" && email !== user.email) {
    throw new AuthRefusal(403, "email_change_disabled", "A login's email address can't be changed");
  }
  const password = toTextOrEmpty(call.body["password"]);
  if (password === "") return changeUser(context, call);

  const { sql } = context;
  const [passwordState] = await sql<[{ hasFactor: boolean; isRecovery: boolean }]>`
    select
      exists (
        select 1 from auth.mfa_factors where user_id = ${user.id} and status = 'verified'
      ) as "hasFactor",
      exists (
        select 1 from auth.mfa_amr_claims
        where session_id = ${session.id} and authentication_method in ${sql(recoveryMethods)}
      ) as "isRecovery"`;
  if (passwordState.hasFactor && session.aal !== "aal2") {
    throw new AuthRefusal(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  if (user.encryptedPassword && !passwordState.isRecovery) {
    await requireCurrentPassword(
      toTextOrEmpty(call.body["current_password"]),
      user.encryptedPassword,
    );
  }
  await requireAllowedChange(context, user.id);
  const response = await changeUser(context, call);
  if (!response.ok) return response;
  await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`;
  return response;
};

const ROLLBACK = new Error("Rolled back");

/**
 * Throws what Auth sends if a trigger refuses the change. Supabase Lite would send 500, but Auth sends the status of an error
 * whose code begins with PT.
 */
async function requireAllowedChange({ sql }: AuthContext, id: string): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx`update auth.users set encrypted_password = ${randomUUID()} where id = ${id}`;
      throw ROLLBACK;
    });
  } catch (error) {
    if (error === ROLLBACK) return;
    const { code = "", message } = error as { readonly code?: string; readonly message: string };
    if (!code.startsWith("PT")) throw error;
    throw new AuthRefusal(Number(code.slice(2)), code, message);
  }
}

const changeUser: AuthHandler = async (context, call) => {
  const response = await forwardToLite(context, call);
  return response.ok
    ? replaceBody(response, await completeUser(context, await response.json()))
    : response;
};

async function requireCurrentPassword(
  currentPassword: string,
  passwordHash: string,
): Promise<void> {
  const message = "Current password required when setting new password.";
  if (currentPassword === "") throw new AuthRefusal(400, "current_password_required", message);
  if (!(await compare(currentPassword, passwordHash))) {
    throw new AuthRefusal(400, "current_password_invalid", message);
  }
}
