import { volunteerApplicationEndpoints } from "../../_shared/contracts/volunteer-applications.ts";
import { APPLICATION_STATUSES } from "../../_shared/contracts/choices.ts";
import { service } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { type Call, implement } from "../../_shared/http/handlers.ts";
import { limitLoginAttempts } from "../../_shared/http/limit-attempts.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import type { Services } from "../../_shared/http/services.ts";
import { readVolunteerLogin } from "../sessions/queries.ts";
import { reportFailedLogins } from "../sessions/routes.ts";
import { type CsvColumn, createTimestampColumns } from "../../_shared/rules/csv.ts";
import {
  type ExportedApplication,
  listVolunteerApplications,
  readApplicant,
  openApplicationList,
  recordApplication,
  resendApproval,
  reviewApplication,
  undoRejection,
} from "./queries.ts";
import { readVolunteerCounts } from "../volunteers/queries.ts";

const applicationColumns: readonly CsvColumn<ExportedApplication>[] = [
  ...createTimestampColumns<ExportedApplication>(["Date", "Time"], ({ createdAt }) => createdAt),
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Phone", cell: ({ phone }) => phone },
  { heading: "ZIP code", cell: ({ zipCode }) => zipCode },
  { heading: "City", cell: ({ city }) => city },
  { heading: "State", cell: ({ state }) => state },
  { heading: "Availability", cell: ({ availability }) => availability },
  { heading: "Interests", cell: ({ interests }) => interests },
  {
    heading: "Wanted shift",
    cell: ({ wantedEvent }) => wantedEvent && `${wantedEvent.eventType}, ${wantedEvent.date}`,
  },
  { heading: "Status", cell: ({ status }) => status },
  { heading: "Notes", cell: ({ reviewNotes }) => reviewNotes },
  { heading: "ID", cell: ({ id }) => id },
];

export default implement(volunteerApplicationEndpoints, {
  exportVolunteerApplications: (call) =>
    exportCsv(call, {
      name: "volunteer-applications",
      columns: applicationColumns,
      open: (sql) => openApplicationList(sql, call.query),
    }),
  listVolunteerApplications: async ({ asAdminReader, asCaller, caller, query }) => {
    if (caller.kind === "admin") {
      return asAdminReader((sql) => listVolunteerApplications(sql, query));
    }
    const { applications } = await asCaller(readVolunteerCounts);
    return APPLICATION_STATUSES.map((status) => ({
      status,
      applicationCount: applications[status],
    }));
  },

  createVolunteerApplication: async ({ asService, body, services, address }) => {
    const { password, captchaToken, ...application } = body;
    await services.checkCaptcha(captchaToken, address);
    await prepareLogin(services, application.email, password, address);
    await asService((sql) => recordApplication(sql, application));
    return {
      message: "Thank you for volunteering. We'll get back to you in 2-3 business days.",
    };
  },

  approveVolunteerApplication: (call) => review(call, "approved"),
  rejectVolunteerApplication: (call) => review(call, "rejected"),

  undoRejection: async ({ asCaller, params: { id } }) => {
    await asCaller((sql) => undoRejection(sql, id));
    return { message: "The application is pending again" };
  },

  resendApproval: async ({ asCaller, params: { id } }) => {
    await asCaller((sql) => resendApproval(sql, id));
    return { message: "The approval email has been queued again" };
  },
});

async function review(
  {
    asCaller,
    services: { environment },
    params: { id },
    body,
  }: Call<typeof volunteerApplicationEndpoints.approveVolunteerApplication>,
  decision: "approved" | "rejected",
) {
  await asCaller((sql) =>
    reviewApplication(sql, id, decision, {
      ...body,
      requireActivation: environment.REQUIRE_EMAIL_ACTIVATION,
    }),
  );
  return { message: `Application ${decision}` };
}

/**
 * Creates a login with the application's email address and password, unless the address belongs to a confirmed login.
 * Neither the response nor its timing reveals whether it does: Auth always checks one password and creates one user.
 * Throws `account_exists` if the address and password are those of an activated account.
 */
async function prepareLogin(
  services: Services,
  email: string,
  password: string,
  address: string,
): Promise<void> {
  const { auth, database } = services;
  const { signInEmail, userId, keepsPassword } = await database.as(service, (sql) =>
    readApplicant(sql, email),
  );
  const ownerSignIn = await limitLoginAttempts(
    services,
    { bucket: "login-volunteer", account: email, address },
    () => auth.signIn(signInEmail, password, address),
    () => reportFailedLogins(services, email),
  );
  if (ownerSignIn !== undefined) {
    await auth.signOut(ownerSignIn.session.accessToken);
    const { state } = await database.as(service, (sql) =>
      readVolunteerLogin(sql, ownerSignIn.userId),
    );
    if (state === "active" || state === "disabled" || state === "merged")
      throw new AppError("account_exists");
    return;
  }
  if (!keepsPassword) {
    // Create a new user instead of changing the password, which would leave earlier applicants' sessions valid.
    if (userId !== null) await auth.deleteUser(userId);
    if ((await auth.createUser(email, password)) !== undefined) return;
  }
  await createThrowawayUser(services, password);
}

/** Creates and deletes a user, to take the same time as a new application. */
async function createThrowawayUser({ auth }: Services, password: string): Promise<void> {
  const createdUserId = await auth.createUser(`${crypto.randomUUID()}@accounts.invalid`, password);
  if (createdUserId !== undefined) await auth.deleteUser(createdUserId);
}
