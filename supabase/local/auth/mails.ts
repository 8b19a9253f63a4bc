import { AuthRefusal } from "./responses.ts";
import { type AuthHandler, forwardToLite, toTextOrEmpty } from "./context.ts";

/** Matches `max_frequency` under [auth.email] in supabase/config.toml. */
const SECONDS_BETWEEN_MAILS = 60;

/** Sends a recovery email or login link, at most one a minute per person. */
const sendMail: AuthHandler = async (context, call) => {
  const [recentMail] = await context.sql<[{ seconds: number }?]>`
    select ceil(extract(epoch from recovery_sent_at - now()) + ${SECONDS_BETWEEN_MAILS})::integer as seconds
    from auth.users
    where email = ${toTextOrEmpty(call.body["email"]).toLowerCase()}
      and recovery_sent_at > now() - make_interval(secs => ${SECONDS_BETWEEN_MAILS})`;
  if (recentMail !== undefined) {
    throw new AuthRefusal(
      429,
      "over_email_send_rate_limit",
      `For security purposes, you can only request this after ${recentMail.seconds} seconds.`,
    );
  }
  return forwardToLite(context, call);
};

/** Sends a recovery email. Unlike a login link, it isn't refused if the address is unknown. */
export const sendRecovery = sendMail;

/** Refuses unknown addresses. Lite would create a user for anyone who asks for a link, although sign-up is closed. */
export const sendLoginLink: AuthHandler = async (context, call) => {
  const email = toTextOrEmpty(call.body["email"]).toLowerCase();
  const [knownUser] = await context.sql`select 1 from auth.users where email = ${email}`;
  if (knownUser !== undefined || email === "") return sendMail(context, call);
  throw call.body["create_user"] === false
    ? new AuthRefusal(422, "otp_disabled", "Signups not allowed for otp")
    : new AuthRefusal(422, "signup_disabled", "Signups not allowed for this instance");
};
