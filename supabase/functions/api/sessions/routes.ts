import { sessionEndpoints } from "../../_shared/contracts/sessions.ts";
import { ADMIN_PASSWORD_MIN_LENGTH } from "../../_shared/contracts/limits.ts";
import type { PasswordChange, SignInResult } from "../../_shared/clients/auth.ts";
import { type Caller, service } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { limitLoginAttempts } from "../../_shared/http/limit-attempts.ts";
import { type Call, implement } from "../../_shared/http/handlers.ts";
import { runInBackground } from "../../_shared/http/in-background.ts";
import { clearRateLimit, countAttempt } from "../../_shared/http/rate-limit.ts";
import { createKeyedHash } from "../../_shared/http/secrets.ts";
import type { Services } from "../../_shared/http/services.ts";
import {
  hasUnusedRecovery,
  closePasswordChange,
  openPasswordChange,
  readAdminLogin,
  readAdminSignIn,
  readSignInEmail,
  readVolunteerLogin,
  recordVolunteerLogin,
  queueFailedLoginWarning,
  type VolunteerLogin,
} from "./queries.ts";

const WRONG_ADMIN_LOGIN_MESSAGE = "Invalid username or password.";
const SHORT_ADMIN_PASSWORD_MESSAGE = `Administrators' passwords need at least ${ADMIN_PASSWORD_MIN_LENGTH} characters.`;
const WRONG_CURRENT_PASSWORD_MESSAGE = "Your current password isn't correct.";

/** Messages for people who enter the right password but whose account isn't open. */
const closedAccountMessages: Readonly<
  Record<Exclude<VolunteerLogin["state"], "active" | "pending">, string>
> = {
  unactivated: "Please open the link in your approval email before you log in.",
  rejected: "Your application was not approved.",
  disabled: "Your account has been disabled. Please contact us.",
  merged:
    "You have another volunteer account. Please log in with the email address for that account.",
  none: "There's no volunteer account for this email.",
};

/**
 * Auth voids the previous link when it sends a new one, so an unused link is kept for most of its 15 minutes. Otherwise
 * anyone who knows an address could void its owner's link.
 */
const RECOVERY_LINK_LIMIT = { max: 1, windowSeconds: 600 };

export default implement(sessionEndpoints, {
  loginAdmin: async ({ asService, body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    const signIn = await asService((sql) => readAdminSignIn(sql, body.username));
    // Attempts with the address count as attempts with the username.
    const username = signIn.username.toLowerCase();
    const signInResult = await limitLoginAttempts(
      services,
      { bucket: "login-admin", account: username, address },
      () => services.auth.signIn(signIn.email, body.password, address),
      () => reportFailedLogins(services, username),
    );
    if (signInResult === undefined) throw createWrongAdminLoginError();
    const { userId, session } = signInResult;
    const admin = await asService((sql) => readAdminLogin(sql, userId));
    if (admin === undefined) {
      await services.auth.signOut(session.accessToken);
      throw createWrongAdminLoginError();
    }
    return {
      user: { id: admin.id, username: admin.username, areas: [...admin.areas] },
      loginTime: admin.loggedInAt,
      session,
      secondFactor: admin.factorId === null ? null : { factorId: admin.factorId },
      mustSetUpSecondFactor: admin.mustSetUpSecondFactor,
    };
  },

  loginVolunteer: async ({ asService, body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    const email = await asService((sql) => readSignInEmail(sql, body.email));
    const signInResult = await limitLoginAttempts(
      services,
      { bucket: "login-volunteer", account: body.email, address },
      () => services.auth.signIn(email, body.password, address),
      () => reportFailedLogins(services, body.email),
    );
    if (signInResult === undefined) throw new AppError("invalid_credentials");
    const { state, volunteer } = await recordLogin(services, signInResult);
    if (state !== "active" || volunteer === null) {
      await services.auth.signOut(signInResult.session.accessToken);
      if (state === "pending") throw new AppError("application_pending");
      throw new AppError("account_not_open", {
        message: closedAccountMessages[state === "active" ? "none" : state],
      });
    }
    return { volunteer, session: signInResult.session };
  },

  logoutAdmin: signOut,
  logoutVolunteer: signOut,
  changeAdminPassword: changePassword,
  changeVolunteerPassword: changePassword,

  requestPasswordRecovery: async ({ body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    // The email is sent in the background, because neither the response nor its timing may reveal whether Auth sent an
    // email: sending takes longer, and Auth rejects a second email within a minute.
    runInBackground("requestPasswordRecovery", () => sendRecovery(services, body.email, address));
    return { message: "If there's an account with this email, a link is on its way." };
  },

  resetPassword: async ({ asService, body, caller, services, address }) => {
    const { userId, accessToken } = requireSignedInCaller(caller);
    const isAdmin = await requirePasswordLength(services, userId, body.newPassword);
    await setPassword(services, { userId, accessToken, body, address });
    if (isAdmin) return { role: "admin" as const };
    const { volunteer } = await asService((sql) => readVolunteerLogin(sql, userId));
    return { role: volunteer === null ? null : ("volunteer" as const) };
  },
});

async function sendRecovery(services: Services, email: string, address: string): Promise<void> {
  const { auth, database, environment } = services;
  const subjects = await Promise.all(
    environment.HASH_SECRET.map((secret) => createKeyedHash(secret, email)),
  );
  const hasUnusedLink = await database.as(service, (sql) =>
    hasUnusedRecovery(sql, email, subjects),
  );
  if (hasUnusedLink) return;
  await auth.sendRecoveryLink(email, address);
  await clearRateLimit(services, "password-recovery", email);
  await countAttempt(services, "password-recovery", email, RECOVERY_LINK_LIMIT);
}

const createWrongAdminLoginError = () =>
  new AppError("invalid_credentials", { message: WRONG_ADMIN_LOGIN_MESSAGE });

/** Reports failed logins in the background, so that the response time doesn't reveal whether the account exists. */
export const reportFailedLogins = (services: Services, account: string): void =>
  runInBackground("warnOfFailedLogins", async () => {
    await services.database.as(service, (sql) => queueFailedLoginWarning(sql, account));
  });

const recordLogin = (services: Services, { userId }: SignInResult): Promise<VolunteerLogin> =>
  services.database.as(service, async (sql) => {
    const login = await readVolunteerLogin(sql, userId);
    if (login.state === "active") await recordVolunteerLogin(sql, userId);
    return login;
  });

async function signOut({ caller, services }: Pick<Call<object>, "caller" | "services">) {
  await services.auth.signOut(requireSignedInCaller(caller).accessToken);
  return { message: "Logged out" };
}

async function changePassword({
  body,
  caller,
  services,
  address,
}: Pick<Call<object>, "caller" | "services" | "address"> & { readonly body: PasswordChange }) {
  const { userId, accessToken } = requireSignedInCaller(caller);
  await requirePasswordLength(services, userId, body.newPassword);
  await requirePassword({ caller, services, address }, body.currentPassword);
  await setPassword(services, { userId, accessToken, body, address });
  return { message: "Password changed" };
}

/** The database refuses every change of an administrator's password that doesn't begin here. */
async function setPassword(
  { auth, database }: Services,
  {
    userId,
    accessToken,
    body,
    address,
  }: {
    readonly userId: string;
    readonly accessToken: string;
    readonly body: Parameters<Services["auth"]["changePassword"]>[1];
    readonly address: string;
  },
): Promise<void> {
  await database.as(service, (sql) => openPasswordChange(sql, userId));
  try {
    await auth.changePassword(accessToken, body, address);
  } finally {
    await database.as(service, (sql) => closePasswordChange(sql, userId));
  }
}

/**
 * Verifies the current password here, because Auth asks for it only if configured to, and only when the password
 * changes.
 */
export async function requirePassword(
  { caller, services, address }: Pick<Call<object>, "caller" | "services" | "address">,
  currentPassword: string,
): Promise<void> {
  const { userId, claims } = requireSignedInCaller(caller);
  const email = claims.email ?? "";
  const signInResult = await limitLoginAttempts(
    services,
    { bucket: "change-password", account: userId, address },
    () => services.auth.signIn(email, currentPassword, address),
    () => reportFailedLogins(services, email),
  );
  if (signInResult === undefined) {
    throw new AppError("validation_failed", {
      message: WRONG_CURRENT_PASSWORD_MESSAGE,
      issues: [{ path: "currentPassword", message: WRONG_CURRENT_PASSWORD_MESSAGE }],
    });
  }
  await services.auth.signOut(signInResult.session.accessToken);
}

/**
 * Enforces the longer minimum for administrators on every page that sets a password. Returns whether the user is an
 * administrator.
 */
async function requirePasswordLength(
  { database }: Services,
  userId: string,
  password: string,
): Promise<boolean> {
  const admin = await database.as(service, (sql) => readAdminLogin(sql, userId));
  if (admin !== undefined && password.length < ADMIN_PASSWORD_MIN_LENGTH) {
    const issues = [{ path: "newPassword", message: SHORT_ADMIN_PASSWORD_MESSAGE }];
    throw new AppError("validation_failed", { message: SHORT_ADMIN_PASSWORD_MESSAGE, issues });
  }
  return admin !== undefined;
}

export function requireSignedInCaller(caller: Caller) {
  if (!("accessToken" in caller)) {
    throw new AppError("unauthenticated");
  }
  return caller;
}
