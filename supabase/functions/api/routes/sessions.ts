import { sessionEndpoints } from "../../_shared/contracts/sessions.ts";
import type { PasswordChange, SignedIn } from "../../_shared/clients/auth.ts";
import { type Caller, service } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { guess } from "../../_shared/http/guesses.ts";
import { type Call, implement } from "../../_shared/http/handlers.ts";
import { inBackground } from "../../_shared/http/in-background.ts";
import { enforceRateLimit } from "../../_shared/http/rate-limit.ts";
import type { Services } from "../../_shared/http/services.ts";
import {
  readAdminLogin,
  readAdminSignInEmail,
  readSignInEmail,
  readVolunteerLogin,
  recordVolunteerLogin,
  type VolunteerLogin,
} from "../queries/sessions.ts";

const WRONG_ADMIN_LOGIN = "Invalid username or password.";
const WRONG_CURRENT_PASSWORD = "Your current password is not correct.";

/** What somebody with the right password is told while the account is not open (design §5). */
const closedAccount: Readonly<Record<Exclude<VolunteerLogin["state"], "active">, string>> = {
  pending: "Your application is still being reviewed. We answer within 2-3 business days.",
  unactivated: "Please open the link in your approval email before you log in.",
  rejected: "Your application was not approved.",
  disabled: "Your account has been disabled. Please contact us.",
  none: "There is no volunteer account for this email.",
};

/** An administrator is one before her second factor, too: it is asked for at her login. */
const roleOf: Readonly<Record<Caller["kind"], "admin" | "volunteer" | null>> = {
  anonymous: null,
  account: null,
  donor: null,
  service: null,
  volunteer: "volunteer",
  "unconfirmed-admin": "admin",
  admin: "admin",
};

/** To one address, whoever asks from wherever. */
const RECOVERY_MAILS = { max: 5, windowSeconds: 3600 };

export const sessionHandlers = implement(sessionEndpoints, {
  loginAdmin: async ({ body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    const username = body.username.toLowerCase();
    const email = await services.database.as(service, (sql) => readAdminSignInEmail(sql, username));
    const signedIn = await guess(services, "login-admin", `${username} ${address}`, () =>
      services.auth.signIn(email, body.password, address),
    );
    if (signedIn === undefined) throw wrongAdminLogin();
    const { userId, session } = signedIn;
    const admin = await services.database.as(service, (sql) => readAdminLogin(sql, userId));
    if (admin === undefined) {
      await services.auth.signOut(session.accessToken);
      throw wrongAdminLogin();
    }
    return {
      user: { id: admin.id, username: admin.username },
      loginTime: admin.loggedInAt,
      session,
      secondFactor: admin.factorId === null ? null : { factorId: admin.factorId },
    };
  },

  loginVolunteer: async ({ body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    const email = await services.database.as(service, (sql) => readSignInEmail(sql, body.email));
    const signedIn = await guess(services, "login-volunteer", `${body.email} ${address}`, () =>
      services.auth.signIn(email, body.password, address),
    );
    if (signedIn === undefined) throw new AppError("invalid_credentials");
    const { state, volunteer } = await openLogin(services, signedIn);
    if (state !== "active" || volunteer === null) {
      await services.auth.signOut(signedIn.session.accessToken);
      throw new AppError("account_not_open", {
        message: closedAccount[state === "active" ? "none" : state],
      });
    }
    return { volunteer, session: signedIn.session };
  },

  logoutAdmin: signOut,
  logoutVolunteer: signOut,
  changeAdminPassword: changePassword,
  changeVolunteerPassword: changePassword,

  readOwnAccount: ({ caller }) => Promise.resolve({ role: roleOf[caller.kind] }),

  requestPasswordRecovery: async ({ body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    await enforceRateLimit(services, "password-recovery", body.email, RECOVERY_MAILS);
    // Auth takes longer where it sends a mail, and refuses a second one within a minute: neither may be seen.
    inBackground("requestPasswordRecovery", () => services.auth.sendRecovery(body.email, address));
    return { message: "If there is an account with this email, a link is on its way to it." };
  },
});

const wrongAdminLogin = () => new AppError("invalid_credentials", { message: WRONG_ADMIN_LOGIN });

const openLogin = (services: Services, { userId }: SignedIn): Promise<VolunteerLogin> =>
  services.database.as(service, async (sql) => {
    const login = await readVolunteerLogin(sql, userId);
    if (login.state === "active") await recordVolunteerLogin(sql, userId);
    return login;
  });

async function signOut({ caller, services }: Pick<Call<object>, "caller" | "services">) {
  await services.auth.signOut(signedInCaller(caller).accessToken);
  return { message: "Logged out" };
}

/** The current password is tried here, because Auth asks for it only where the project is set up so. */
async function changePassword({
  body,
  caller,
  services,
  address,
}: Pick<Call<object>, "caller" | "services" | "address"> & { readonly body: PasswordChange }) {
  const { userId, claims, accessToken } = signedInCaller(caller);
  const again = await guess(services, "change-password", userId, () =>
    services.auth.signIn(claims.email ?? "", body.currentPassword, address),
  );
  if (again === undefined) {
    throw new AppError("validation_failed", {
      message: WRONG_CURRENT_PASSWORD,
      issues: [{ path: "currentPassword", message: WRONG_CURRENT_PASSWORD }],
    });
  }
  await services.auth.signOut(again.session.accessToken);
  await services.auth.changePassword(accessToken, body);
  return { message: "Password changed" };
}

function signedInCaller(caller: Caller) {
  if (!("accessToken" in caller)) {
    throw new AppError("unauthenticated");
  }
  return caller;
}
