import type { Environment } from "../env.ts";
import { AppError, providerFailure } from "../errors.ts";
import { fetchInTime } from "./outgoing.ts";

export interface SignedIn {
  readonly userId: string;
  readonly session: { accessToken: string; refreshToken: string; expiresIn: number };
}

/**
 * The few calls of Supabase Auth that the functions make, all with the secret key. Where a visitor's `address` goes
 * along, Auth counts the try as hers. Every call raises `provider_unavailable` where Auth does not answer.
 */
export interface AuthClient {
  /** Makes an Auth user whose address counts as confirmed; undefined where the e-mail has one already. */
  createUser(email: string, password: string): Promise<string | undefined>;
  /** A user who is gone already is no failure. */
  deleteUser(userId: string): Promise<void>;
  /** Undefined where e-mail and password do not belong together. */
  signIn(email: string, password: string, address: string): Promise<SignedIn | undefined>;
  /** Ends the session of that token at once; a session that is gone already is no failure. */
  signOut(accessToken: string): Promise<void>;
  /** Changes the password of the token's user and ends her other sessions. */
  changePassword(accessToken: string, passwords: PasswordChange | PasswordReset): Promise<void>;
  /** Auth mails a link for a new password, where it knows the e-mail. */
  sendRecovery(email: string, address: string): Promise<void>;
  removeFactors(userId: string): Promise<void>;
  /** Begins a factor of the token's user in place of those that she began before and did not confirm. */
  enrolFactor(userId: string, accessToken: string): Promise<NewFactor>;
  /** Raises where Auth does not answer, or not to our key. */
  greet(): Promise<void>;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** A session that a recovery mail began needs no current password at Auth. */
interface PasswordReset {
  readonly currentPassword?: undefined;
  readonly newPassword: string;
}

interface NewFactor {
  readonly factorId: string;
  /** Its QR code, as SVG. */
  readonly picture: string;
  readonly secret: string;
  readonly uri: string;
}

interface FactorEntry {
  readonly id: string;
  readonly status: "verified" | "unverified";
}

interface Request {
  readonly body?: object;
  /** The person's own access token; absent: the secret key speaks. */
  readonly token?: string;
  readonly address?: string;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly code: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller knows what its call answers
  readonly json: any;
}

/** Auth gives an address one try back every ten seconds (supabase/config.toml). */
const RETRY_AFTER_SECONDS = 10;

const NOBODY = "00000000-0000-4000-8000-000000000000";

export function createAuthClient(
  environment: Pick<Environment, "SUPABASE_URL" | "secretKeys">,
): AuthClient {
  const [key] = environment.secretKeys;

  const call = async (method: string, path: string, request: Request = {}): Promise<Answer> => {
    const { body, token = key, address } = request;
    try {
      const response = await fetchInTime(new URL(`/auth/v1${path}`, environment.SUPABASE_URL), {
        method,
        headers: {
          apikey: key,
          Authorization: `Bearer ${token}`,
          "X-Supabase-Api-Version": "2024-01-01",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(address === undefined ? {} : { "Sb-Forwarded-For": address }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = text === "" ? {} : JSON.parse(text);
      const { ok, status } = response;
      return { ok, status, code: ok ? undefined : json.code, json };
    } catch (error) {
      throw providerFailure(undefined, error);
    }
  };

  const removeFactors = async (userId: string, wanted?: FactorEntry["status"]) => {
    const factors = await call("GET", `/admin/users/${userId}/factors`);
    if (!factors.ok) throw refusalOf(factors);
    for (const { id, status } of (factors.json ?? []) as FactorEntry[]) {
      if (wanted !== undefined && status !== wanted) continue;
      const answer = await call("DELETE", `/admin/users/${userId}/factors/${id}`);
      if (!answer.ok && answer.status !== 404) throw refusalOf(answer);
    }
  };

  return {
    createUser: async (email, password) => {
      const body = { email, password, email_confirm: true };
      const answer = await call("POST", "/admin/users", { body });
      if (answer.ok) return answer.json.id;
      if (answer.code === "email_exists" || answer.code === "user_already_exists") return undefined;
      throw refusalOf(answer, "password");
    },
    deleteUser: async (userId) => {
      const answer = await call("DELETE", `/admin/users/${userId}`);
      if (!answer.ok && answer.status !== 404) throw refusalOf(answer);
    },
    signIn: async (email, password, address) => {
      const body = { email, password };
      const answer = await call("POST", "/token?grant_type=password", { body, address });
      if (answer.ok) return signedIn(answer.json);
      if (answer.status === 429 || answer.status >= 500) throw refusalOf(answer);
      return undefined;
    },
    signOut: async (token) => {
      const answer = await call("POST", "/logout?scope=local", { token });
      if (answer.status >= 500) throw refusalOf(answer);
    },
    changePassword: async (token, { currentPassword, newPassword }) => {
      const body = { password: newPassword, current_password: currentPassword };
      const answer = await call("PUT", "/user", { body, token });
      if (!answer.ok) throw refusalOf(answer, "newPassword");
    },
    sendRecovery: async (email, address) => {
      const answer = await call("POST", "/recover", { body: { email }, address });
      if (!answer.ok) throw refusalOf(answer);
    },
    greet: async () => {
      // About nobody: that there is no such user is an answer to our key as well.
      const answer = await call("GET", `/admin/users/${NOBODY}/factors`);
      if (!answer.ok && answer.status !== 404) throw refusalOf(answer);
    },
    removeFactors,
    enrolFactor: async (userId, token) => {
      await removeFactors(userId, "unverified");
      const answer = await call("POST", "/factors", { body: { factor_type: "totp" }, token });
      if (!answer.ok) throw refusalOf(answer);
      const { id, totp } = answer.json;
      return { factorId: id, picture: totp.qr_code, secret: totp.secret, uri: totp.uri };
    },
  };
}

/** What the person can do about it; everything else is a failure of ours. */
function refusalOf({ status, code, json }: Answer, passwordField = "password"): AppError {
  if (status === 429) {
    return new AppError("too_many_requests", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const sentence = passwordSentences[code ?? ""];
  if (sentence !== undefined) {
    const issues = [{ path: passwordField, message: sentence }];
    return new AppError("validation_failed", { message: sentence, issues });
  }
  if (code === "insufficient_aal") return new AppError("second_factor_required");
  const said = String(json?.message ?? "");
  return providerFailure(status, new Error(`Auth: ${status} ${code} ${said}`));
}

const passwordSentences: Readonly<Record<string, string>> = {
  weak_password: "Please choose a stronger password.",
  same_password: "Please choose a password that's different from your current one.",
};

interface SessionBody {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly user: { readonly id: string };
}

const signedIn = (session: SessionBody): SignedIn => ({
  userId: session.user.id,
  session: {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresIn: session.expires_in,
  },
});
