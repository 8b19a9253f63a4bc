import type { Environment } from "../env.ts";
import { AppError, createProviderError } from "../errors.ts";
import { isAuthError } from "../rules/own-errors.ts";
import { fetchWithTimeout, requireOwnResponse } from "./outgoing.ts";
import { createKeyedSender } from "./secret-keys.ts";

export interface SignInResult {
  readonly userId: string;
  readonly session: { accessToken: string; refreshToken: string; expiresIn: number };
}

/**
 * The Supabase Auth calls that the functions make, all with the secret key. If `clientAddress` (an IP address) is set,
 * Auth applies its rate limit to that visitor. Every call throws `provider_unavailable` if Auth doesn't respond itself.
 */
export interface AuthClient {
  /** Creates a user with a confirmed email. Returns undefined if the email is already registered. */
  createUser(email: string, password: string): Promise<string | undefined>;
  /** Sets the email and marks it as confirmed. Returns false if another user's login already has it. */
  changeEmail(userId: string, email: string): Promise<boolean>;
  /** Sets a user's password. Doesn't end their sessions. */
  setPassword(userId: string, password: string): Promise<void>;
  /** Deletes a user. Also succeeds if the user no longer exists. */
  deleteUser(userId: string): Promise<void>;
  /** Returns undefined if the email and password don't match. */
  signIn(email: string, password: string, clientAddress: string): Promise<SignInResult | undefined>;
  /** Ends the token's session at once. Also succeeds if the session has already ended. */
  signOut(accessToken: string): Promise<void>;
  /** Changes the password of the token's user and ends their other sessions. */
  changePassword(
    accessToken: string,
    passwords: PasswordChange | PasswordReset,
    clientAddress: string,
  ): Promise<void>;
  /** Has Auth email a recovery link if the address is registered. */
  sendRecoveryLink(email: string, clientAddress: string): Promise<void>;
  removeFactors(userId: string): Promise<void>;
  /** Starts enrolling a second factor for the token's user, replacing any unconfirmed ones. */
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

interface Factor {
  readonly id: string;
  readonly status: "verified" | "unverified";
}

interface AuthRequest {
  readonly body?: object;
  /** The user's own access token. Without one, the secret key is used. */
  readonly token?: string;
  readonly clientAddress?: string;
}

interface AuthResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly code: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller knows what its call returns
  readonly json: any;
}

/**
 * Auth doesn't say when to try again. It lets each IP address in every two seconds (supabase/config.toml), but others at
 * that address are waiting, too.
 */
const RETRY_AFTER_SECONDS = 5;

const UNKNOWN_USER_ID = "00000000-0000-4000-8000-000000000000";

type CallAuth = (method: string, path: string, request?: AuthRequest) => Promise<AuthResponse>;

export function createAuthClient(
  environment: Pick<Environment, "SUPABASE_URL" | "secretKeys">,
): AuthClient {
  const call = createCall(environment);
  return {
    ...createUserCalls(call),
    ...createSessionCalls(call),
    ...createPasswordCalls(call),
    ...createFactorCalls(call),
  };
}

function createCall({
  SUPABASE_URL,
  secretKeys,
}: Pick<Environment, "SUPABASE_URL" | "secretKeys">): CallAuth {
  const sendWithKey = createKeyedSender(secretKeys);
  return async (method, path, { body, token, clientAddress } = {}) => {
    try {
      const sentResponse = await sendWithKey((key) =>
        fetchWithTimeout(new URL(`/auth/v1${path}`, SUPABASE_URL), {
          method,
          headers: {
            apikey: key,
            Authorization: `Bearer ${token ?? key}`,
            "X-Supabase-Api-Version": "2024-01-01",
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
            ...(clientAddress === undefined ? {} : { "Sb-Forwarded-For": clientAddress }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const response = await requireOwnResponse(sentResponse, isAuthError);
      const text = await response.text();
      const json = text === "" ? {} : JSON.parse(text);
      const { ok, status } = response;
      return { ok, status, code: ok ? undefined : json.code, json };
    } catch (error) {
      throw createProviderError(undefined, error);
    }
  };
}

const createUserCalls = (
  call: CallAuth,
): Pick<
  AuthClient,
  "createUser" | "changeEmail" | "setPassword" | "deleteUser" | "checkConnection"
> => ({
  createUser: async (email, password) => {
    const body = { email, password, email_confirm: true };
    const response = await call("POST", "/admin/users", { body });
    if (response.ok) return response.json.id;
    if (response.code === "email_exists" || response.code === "user_already_exists")
      return undefined;
    throw convertAuthError(response, "password");
  },
  changeEmail: async (userId, email) => {
    const body = { email, email_confirm: true };
    const response = await call("PUT", `/admin/users/${userId}`, { body });
    if (response.code === "email_exists") return false;
    if (!response.ok) throw convertAuthError(response);
    return true;
  },
  setPassword: async (userId, password) => {
    const response = await call("PUT", `/admin/users/${userId}`, { body: { password } });
    if (!response.ok) throw convertAuthError(response, "password");
  },
  deleteUser: async (userId) => {
    const response = await call("DELETE", `/admin/users/${userId}`);
    if (!response.ok && response.status !== 404) throw convertAuthError(response);
  },
  checkConnection: async () => {
    // Looks up a user that doesn't exist: a 404 also proves that Auth accepts our key.
    const response = await call("GET", `/admin/users/${UNKNOWN_USER_ID}/factors`);
    if (!response.ok && response.status !== 404) throw convertAuthError(response);
  },
});

const createSessionCalls = (call: CallAuth): Pick<AuthClient, "signIn" | "signOut"> => ({
  signIn: async (email, password, clientAddress) => {
    const body = { email, password };
    const response = await call("POST", "/token?grant_type=password", { body, clientAddress });
    if (response.ok) return toSignInResult(response.json);
    if (response.status === 429 || response.status >= 500) throw convertAuthError(response);
    return undefined;
  },
  signOut: async (token) => {
    const response = await call("POST", "/logout?scope=local", { token });
    if (response.status >= 500) throw convertAuthError(response);
  },
});

const createPasswordCalls = (
  call: CallAuth,
): Pick<AuthClient, "changePassword" | "sendRecoveryLink"> => ({
  changePassword: async (token, { currentPassword, newPassword }, clientAddress) => {
    const body = { password: newPassword, current_password: currentPassword };
    const response = await call("PUT", "/user", { body, token, clientAddress });
    if (!response.ok) throw convertAuthError(response, "newPassword");
  },
  sendRecoveryLink: async (email, clientAddress) => {
    const response = await call("POST", "/recover", { body: { email }, clientAddress });
    if (!response.ok) throw convertAuthError(response);
  },
});

const createFactorCalls = (call: CallAuth): Pick<AuthClient, "removeFactors" | "enrollFactor"> => ({
  removeFactors: (userId) => removeFactors(call, userId),
  enrollFactor: async (userId, token) => {
    await removeFactors(call, userId, "unverified");
    const response = await call("POST", "/factors", { body: { factor_type: "totp" }, token });
    if (!response.ok) throw convertAuthError(response);
    const { id, totp } = response.json;
    return { factorId: id, picture: totp.qr_code, secret: totp.secret, uri: totp.uri };
  },
});

async function removeFactors(
  call: CallAuth,
  userId: string,
  statusToRemove?: Factor["status"],
): Promise<void> {
  const response = await call("GET", `/admin/users/${userId}/factors`);
  if (!response.ok) throw convertAuthError(response);
  for (const { id, status } of (response.json ?? []) as Factor[]) {
    if (statusToRemove !== undefined && status !== statusToRemove) continue;
    const response = await call("DELETE", `/admin/users/${userId}/factors/${id}`);
    if (!response.ok && response.status !== 404) throw convertAuthError(response);
  }
}

/** Returns the error the user can act on; anything else is reported as our failure. */
function convertAuthError(
  { status, code, json }: AuthResponse,
  passwordField = "password",
): AppError {
  if (status === 429) {
    return new AppError("too_many_logins", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const userMessage = passwordMessages[code ?? ""];
  if (userMessage !== undefined) {
    const issues = [{ path: passwordField, message: userMessage }];
    return new AppError("validation_failed", { message: userMessage, issues });
  }
  if (code === "insufficient_aal") return new AppError("second_factor_required");
  const detail = String(json?.message ?? "");
  return createProviderError(status, new Error(`Auth: ${status} ${code} ${detail}`));
}

const passwordMessages: Readonly<Record<string, string>> = {
  weak_password: "Choose a stronger password.",
  same_password: "Choose a password that's different from your current one.",
};

interface SessionBody {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly user: { readonly id: string };
}

const toSignInResult = (session: SessionBody): SignInResult => ({
  userId: session.user.id,
  session: {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresIn: session.expires_in,
  },
});
