import type { Environment } from "../env.ts";
import { AppError, providerFailure } from "../errors.ts";
import { fetchInTime } from "./outgoing.ts";

export interface SignedIn {
  readonly userId: string;
  readonly session: { accessToken: string; refreshToken: string; expiresIn: number };
}

/**
 * The Supabase Auth calls that the functions make, all with the secret key. With `address`, Auth applies its rate limit
 * to that visitor. Every call throws `provider_unavailable` if Auth doesn't respond.
 */
export interface AuthClient {
  /** Creates a user with a confirmed email. Returns undefined if the email is already registered. */
  createUser(email: string, password: string): Promise<string | undefined>;
  /** Succeeds if the user no longer exists. */
  deleteUser(userId: string): Promise<void>;
  /** Returns undefined if the email and password don't match. */
  signIn(email: string, password: string, address: string): Promise<SignedIn | undefined>;
  /** Ends the token's session at once. Succeeds if the session has already ended. */
  signOut(accessToken: string): Promise<void>;
  /** Changes the password of the token's user and ends their other sessions. */
  changePassword(accessToken: string, passwords: PasswordChange | PasswordReset): Promise<void>;
  /** Has Auth email a recovery link if the address is registered. */
  sendRecovery(email: string, address: string): Promise<void>;
  removeFactors(userId: string): Promise<void>;
  /** Starts enrolling a factor for the token's user, replacing any unconfirmed ones. */
  enrollFactor(userId: string, accessToken: string): Promise<NewFactor>;
  /** Throws if Auth doesn't respond or rejects our key. */
  checkConnection(): Promise<void>;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Auth doesn't require the current password in a session that started from a recovery email. */
interface PasswordReset {
  readonly currentPassword?: undefined;
  readonly newPassword: string;
}

interface NewFactor {
  readonly factorId: string;
  /** QR code as SVG. */
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
  /** The user's own access token. Without one, the secret key is used. */
  readonly token?: string;
  readonly address?: string;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly code: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller knows the response of its call
  readonly json: any;
}

/** Auth refills one attempt per address every ten seconds (supabase/config.toml). */
const RETRY_AFTER_SECONDS = 10;

const UNKNOWN_USER = "00000000-0000-4000-8000-000000000000";

type Call = (method: string, path: string, request?: Request) => Promise<Answer>;

export function createAuthClient(
  environment: Pick<Environment, "SUPABASE_URL" | "secretKeys">,
): AuthClient {
  const call = createCall(environment);
  return {
    ...userCalls(call),
    ...sessionCalls(call),
    ...passwordCalls(call),
    ...factorCalls(call),
  };
}

function createCall({
  SUPABASE_URL,
  secretKeys: [key],
}: Pick<Environment, "SUPABASE_URL" | "secretKeys">): Call {
  return async (method, path, { body, token = key, address } = {}) => {
    try {
      const response = await fetchInTime(new URL(`/auth/v1${path}`, SUPABASE_URL), {
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
}

const userCalls = (
  call: Call,
): Pick<AuthClient, "createUser" | "deleteUser" | "checkConnection"> => ({
  createUser: async (email, password) => {
    const body = { email, password, email_confirm: true };
    const answer = await call("POST", "/admin/users", { body });
    if (answer.ok) return answer.json.id;
    if (answer.code === "email_exists" || answer.code === "user_already_exists") return undefined;
    throw toAuthError(answer, "password");
  },
  deleteUser: async (userId) => {
    const answer = await call("DELETE", `/admin/users/${userId}`);
    if (!answer.ok && answer.status !== 404) throw toAuthError(answer);
  },
  checkConnection: async () => {
    // Looks up a user that doesn't exist: a 404 also proves that Auth accepts our key.
    const answer = await call("GET", `/admin/users/${UNKNOWN_USER}/factors`);
    if (!answer.ok && answer.status !== 404) throw toAuthError(answer);
  },
});

const sessionCalls = (call: Call): Pick<AuthClient, "signIn" | "signOut"> => ({
  signIn: async (email, password, address) => {
    const body = { email, password };
    const answer = await call("POST", "/token?grant_type=password", { body, address });
    if (answer.ok) return signedIn(answer.json);
    if (answer.status === 429 || answer.status >= 500) throw toAuthError(answer);
    return undefined;
  },
  signOut: async (token) => {
    const answer = await call("POST", "/logout?scope=local", { token });
    if (answer.status >= 500) throw toAuthError(answer);
  },
});

const passwordCalls = (call: Call): Pick<AuthClient, "changePassword" | "sendRecovery"> => ({
  changePassword: async (token, { currentPassword, newPassword }) => {
    const body = { password: newPassword, current_password: currentPassword };
    const answer = await call("PUT", "/user", { body, token });
    if (!answer.ok) throw toAuthError(answer, "newPassword");
  },
  sendRecovery: async (email, address) => {
    const answer = await call("POST", "/recover", { body: { email }, address });
    if (!answer.ok) throw toAuthError(answer);
  },
});

const factorCalls = (call: Call): Pick<AuthClient, "removeFactors" | "enrollFactor"> => ({
  removeFactors: (userId) => removeFactors(call, userId),
  enrollFactor: async (userId, token) => {
    await removeFactors(call, userId, "unverified");
    const answer = await call("POST", "/factors", { body: { factor_type: "totp" }, token });
    if (!answer.ok) throw toAuthError(answer);
    const { id, totp } = answer.json;
    return { factorId: id, picture: totp.qr_code, secret: totp.secret, uri: totp.uri };
  },
});

async function removeFactors(
  call: Call,
  userId: string,
  onlyStatus?: FactorEntry["status"],
): Promise<void> {
  const factors = await call("GET", `/admin/users/${userId}/factors`);
  if (!factors.ok) throw toAuthError(factors);
  for (const { id, status } of (factors.json ?? []) as FactorEntry[]) {
    if (onlyStatus !== undefined && status !== onlyStatus) continue;
    const answer = await call("DELETE", `/admin/users/${userId}/factors/${id}`);
    if (!answer.ok && answer.status !== 404) throw toAuthError(answer);
  }
}

/** Returns the error the user can act on; anything else is reported as our failure. */
function toAuthError({ status, code, json }: Answer, passwordField = "password"): AppError {
  if (status === 429) {
    return new AppError("too_many_requests", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const sentence = passwordSentences[code ?? ""];
  if (sentence !== undefined) {
    const issues = [{ path: passwordField, message: sentence }];
    return new AppError("validation_failed", { message: sentence, issues });
  }
  if (code === "insufficient_aal") return new AppError("second_factor_required");
  const detail = String(json?.message ?? "");
  return providerFailure(status, new Error(`Auth: ${status} ${code} ${detail}`));
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
