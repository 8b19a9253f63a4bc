import { sessionEndpoints } from "../../_shared/contracts/sessions.ts";
import type { SignedIn } from "../../_shared/clients/auth.ts";
import { type Caller, service } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { guess } from "../../_shared/http/guesses.ts";
import { type Call, implement } from "../../_shared/http/handlers.ts";
import { identify } from "../../_shared/http/identify.ts";
import type { Services } from "../../_shared/http/services.ts";
import {
  findAdminEmail,
  readOwnAdmin,
  readVolunteerLogin,
  recordVolunteerLogin,
  type VolunteerLogin,
} from "../queries/sessions.ts";

/** Nobody's address: an unknown username costs the same sign-in as a known one (threats 12). */
const NOBODY = "nobody@invalid.example";

const WRONG_ADMIN_LOGIN = "Invalid username or password.";

/** What somebody with the right password is told while the account is not open (design §5). */
const closedAccount: Readonly<Record<Exclude<VolunteerLogin["state"], "active">, string>> = {
  pending: "Your application is still being reviewed. We answer within 2-3 business days.",
  unactivated: "Please open the link in your approval e-mail before you log in.",
  rejected: "Your application was not approved.",
  disabled: "Your account has been disabled. Please contact us.",
  none: "There is no volunteer account for this e-mail.",
};

export const sessionHandlers = implement(sessionEndpoints, {
  loginAdmin: async ({ body, services, address }) => {
    const username = body.username.toLowerCase();
    const email = await services.database.as(service, (sql) => findAdminEmail(sql, username));
    const signedIn = await guess(services, "login-admin", `${username} ${address}`, () =>
      services.auth.signIn(email ?? NOBODY, body.password),
    );
    if (email === undefined || signedIn === undefined) {
      throw new AppError("invalid_credentials", { message: WRONG_ADMIN_LOGIN });
    }
    const caller = await identify(services, `Bearer ${signedIn.session.accessToken}`);
    const admin = await services.database.as(caller, (sql) => readOwnAdmin(sql, signedIn.userId));
    if (admin === undefined) {
      await services.auth.signOut(signedIn.session.accessToken);
      throw new AppError("invalid_credentials", { message: WRONG_ADMIN_LOGIN });
    }
    return {
      user: { id: admin.id, username: admin.username },
      loginTime: admin.now,
      session: signedIn.session,
    };
  },

  loginVolunteer: async ({ body, services, address }) => {
    const signedIn = await guess(services, "login-volunteer", `${body.email} ${address}`, () =>
      services.auth.signIn(body.email, body.password),
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
});

const openLogin = (services: Services, { userId }: SignedIn): Promise<VolunteerLogin> =>
  services.database.as(service, async (sql) => {
    const login = await readVolunteerLogin(sql, userId);
    if (login.state === "active") await recordVolunteerLogin(sql, userId);
    return login;
  });

async function signOut({ caller, services }: Pick<Call<object>, "caller" | "services">) {
  await services.auth.signOut(accessTokenOf(caller));
  return { message: "Logged out" };
}

function accessTokenOf(caller: Caller): string {
  if (caller.kind === "anonymous" || caller.kind === "service")
    throw new AppError("unauthenticated");
  return caller.accessToken;
}
