import { createHash, randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { requestAuth } from "./auth.ts";
import { facts, type LoggedInPerson, sql } from "./stack.ts";

/** Sets a token as if Auth had just emailed it. */
const setMailedToken = (email: string, hash: string) =>
  sql`update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where email = ${email}`;

const toPerson = (session: {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}) => ({
  id: session.user.id,
  token: session.access_token,
  refreshToken: session.refresh_token,
});

const newHash = () => randomBytes(32).toString("hex");

/** Opens Auth sessions from the link or code in an email. */
export const openMailedSession = {
  "recovery mail": async (email: string): Promise<LoggedInPerson> => {
    const hash = newHash();
    await setMailedToken(email, hash);
    const body = { type: "recovery", token_hash: hash };
    return toPerson((await requestAuth("POST", "/verify", { body })).json);
  },
  "one-time code": async (email: string): Promise<LoggedInPerson> => {
    const code = "0123456789";
    await setMailedToken(
      email,
      createHash("sha256")
        .update(email + code)
        .digest("hex"),
    );
    const body = { type: "email", email, token: code };
    return toPerson((await requestAuth("POST", "/verify", { body })).json);
  },
  "mailed link": async (email: string): Promise<LoggedInPerson> => {
    const hash = newHash();
    await setMailedToken(email, hash);
    const url = `${facts.apiUrl}/auth/v1/verify?token=${hash}&type=magiclink`;
    const { headers } = await fetch(url, { redirect: "manual" });
    const sessionParams = new URLSearchParams(new URL(headers.get("location") ?? "").hash.slice(1));
    const token = sessionParams.get("access_token") ?? "";
    const refreshToken = sessionParams.get("refresh_token") ?? "";
    return { id: String(decodeJwt(token).sub), token, refreshToken };
  },
} as const;
