import { service } from "../../_shared/caller.ts";
import type { HealthProblemKind } from "../../_shared/contracts/choices.ts";
import { logWarning } from "../../_shared/http/log.ts";
import type { Services } from "../../_shared/http/services.ts";
import type { HealthProblem } from "./problems.ts";
import { claimAlert, finishAlert, listOwnerAddresses, readMailOrganization } from "./queries.ts";

const SOLVED_MESSAGES: Readonly<Record<HealthProblemKind, string>> = {
  database: "The database stores changes again.",
  emails: "Emails are going out again.",
  erasures: "People's data can be erased again.",
  jobs: "Scheduled jobs are running again.",
  payments: "The payment provider accepts our requests again.",
  webhooks: "Payment updates from Stripe (webhooks) are arriving again.",
};

const listKinds = (problems: readonly HealthProblem[]): readonly HealthProblemKind[] =>
  problems.map(({ kind }) => kind);

interface Announced {
  readonly announcedProblems: readonly HealthProblemKind[];
  readonly untoldProblems: readonly HealthProblemKind[];
}

/** Returns true if owners have to hear of something: a problem, a solution, or both because no email could leave. */
export function haveProblemsChanged(
  problems: readonly HealthProblem[],
  { announcedProblems, untoldProblems }: Announced,
): boolean {
  const kinds = listKinds(problems);
  return (
    kinds.join() !== announcedProblems.join() ||
    untoldProblems.some((kind) => !kinds.includes(kind))
  );
}

/** Returns what the email says. A problem that is still there isn't solved, even if owners heard of it earlier. */
export const createHealthReport = (
  problems: readonly HealthProblem[],
  earlierProblems: readonly HealthProblemKind[],
) => ({
  problems: problems.map(({ message }) => message),
  solvedProblems: [...new Set(earlierProblems)]
    .filter((kind) => !listKinds(problems).includes(kind))
    .map((kind) => SOLVED_MESSAGES[kind]),
});

/**
 * Emails owners directly, because nothing is sent from the outbox while the scheduler is stopped. Sends nothing without
 * a transport or a sender; the overview shows the problem either way.
 */
export async function notifyOwners(
  services: Services,
  problems: readonly HealthProblem[],
): Promise<void> {
  const { database, environment } = services;
  const { loadMailTransport } = await import("../../_shared/clients/mail/transport.ts");
  const send = await loadMailTransport(environment);
  if (send === undefined) return;
  const siteUrl = environment.SITE_URL.replace(/\/$/, "");
  const contactInfo = await database.as(service, readMailOrganization);
  const sender = environment.MAIL_FROM ?? contactInfo?.email;
  if (sender === undefined) return;
  const kinds = listKinds(problems);
  // On a database that is read-only because its disk is full, a transaction may still ask to write.
  const claim = await database.asWriter(service, (sql) => claimAlert(sql, kinds));
  if (claim === undefined) return;
  const owners = await database.as(service, listOwnerAddresses);
  const organization = contactInfo ?? {
    organizationName: siteUrl,
    taxId: "",
    address: "",
    phone: "",
    email: sender,
  };
  const report = createHealthReport(problems, claim.earlierProblems);
  // A provider takes one email per key, so an alert that failed must not use up the key of another.
  const key = `health.${claim.announcementCount}.${kinds.join("-") || "solved"}`;
  const { renderHealthMail } = await import("../../_shared/mail/health-mail.ts");
  const results = await Promise.allSettled(
    owners.map(({ id, name, email }) =>
      send({
        ...renderHealthMail(name, report, organization, siteUrl),
        key: `${key}.${id}`,
        kind: "Site Health",
        from: { name: organization.organizationName, address: sender },
        replyTo: organization.email,
        to: { name, address: email },
      }),
    ),
  );
  const refusedCount = results.filter(({ status }) => status === "rejected").length;
  if (refusedCount > 0) logWarning("An email about the site's health couldn't be sent.");
  if (refusedCount > 0 && refusedCount === results.length) return;
  await database.asWriter(service, (sql) => finishAlert(sql, kinds));
}
