import { service } from "../_shared/caller.ts";
import {
  MailRefused,
  MailUnavailable,
  type OutgoingMail,
  requirePlainHeaders,
  type SendMail,
} from "../_shared/clients/mail/transport.ts";
import { mailedLinkUrl } from "../_shared/http/mailed-link.ts";
import { logWarning } from "../_shared/http/log.ts";
import type { Services } from "../_shared/http/services.ts";
import type { MailOrganization } from "../_shared/mail/layout.ts";
import { renderMail } from "../_shared/mail/render-mail.ts";
import { sampleMail } from "../_shared/mail/sample-mail.ts";
import { Unsendable } from "../_shared/mail/unsendable.ts";
import {
  readMailOrganization,
  renewActivationLink,
  renewDonorLink,
  type DeliveryResult,
  finishEmail,
  takeEmails,
  type TakenEmail,
} from "./queries.ts";
import { delayAfter } from "./retries.ts";

/** The scheduler waits 30 seconds; the next call sends the rest. */
const BEGIN_WITHIN_MS = 20_000;
const BATCH = 4;

type DeliveryServices = Pick<Services, "database" | "environment">;

export interface DeliveryTally {
  sent: number;
  delayed: number;
  held: number;
  failed: number;
}

/** Sends due emails, a few at a time, until none is left or time is up. */
export async function sendDueEmails(
  services: DeliveryServices,
  send: SendMail | undefined,
): Promise<DeliveryTally> {
  const tally = { sent: 0, delayed: 0, held: 0, failed: 0 };
  if (send === undefined) return tally;
  const organization = await services.database.as(service, readMailOrganization);
  if (organization === undefined) {
    logWarning("Emails can't be sent until the organization's contact information is filled in.");
    return tally;
  }
  const deadline = Date.now() + BEGIN_WITHIN_MS;
  while (Date.now() < deadline) {
    const batch = await services.database.as(service, (sql) => takeEmails(sql, BATCH));
    const results = await Promise.all(
      batch.map(async (mail) => {
        const result = await deliver(services, organization, send, mail);
        await services.database.as(service, (sql) => finishEmail(sql, mail, result));
        if (result.status === "queued") tally.delayed += 1;
        else if (result.status !== "cancelled") tally[result.status] += 1;
        return result;
      }),
    );
    if (batch.length === 0) break;
    // The remaining emails would fail too, so leave them to the next call.
    if (results.some((result) => result.isUnavailable === true)) {
      logWarning("Emails can't be sent right now. The delivery log in the dashboard says why.");
      break;
    }
  }
  return tally;
}

async function deliver(
  services: DeliveryServices,
  organization: MailOrganization,
  send: SendMail,
  mail: TakenEmail,
): Promise<DeliveryResult & { readonly isUnavailable?: boolean }> {
  if (mail.refund?.isWhole) {
    return {
      status: "cancelled",
      reason: "The donation was refunded before its receipt was sent.",
    };
  }
  try {
    const renderedMail = await write(services, organization, mail);
    requirePlainHeaders(renderedMail);
    await send(renderedMail);
    return { status: "sent", subject: renderedMail.subject };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Unsendable) return { status: "held", reason };
    const delaySeconds = delayAfter(mail.attempts);
    if (error instanceof MailRefused || delaySeconds === undefined) {
      return { status: "failed", reason };
    }
    const isUnavailable = error instanceof MailUnavailable;
    return { status: "queued", reason, delaySeconds, isUnavailable };
  }
}

const links = [
  { name: "giftLink", opens: "gift-link", renew: renewDonorLink },
  { name: "activationLink", opens: "activation-link", renew: renewActivationLink },
] as const;

/** The outbox stores a link's id; its token is created for the email and not stored. */
const linkOf = ({ data }: TakenEmail) =>
  links
    .map((link) => ({ ...link, id: data[`${link.name}Id`] }))
    .find((link): link is typeof link & { readonly id: string } => typeof link.id === "string");

/** Adds refunds made before a delayed receipt is sent. */
const withRefund = (mail: TakenEmail): TakenEmail =>
  mail.refund === null
    ? mail
    : { ...mail, data: { ...mail.data, refundedAmount: mail.refund.refundedAmount } };

async function write(
  { database, environment }: DeliveryServices,
  organization: MailOrganization,
  mail: TakenEmail,
): Promise<OutgoingMail> {
  const siteUrl = environment.SITE_URL.replace(/\/$/, "");
  const template = mail.template ?? undefined;
  const sample = mail.isTest && template && sampleMail(mail.templateName, siteUrl);
  const link = linkOf(mail);
  const rendered = renderMail(sample ? { ...sample.mail, isTest: true } : withRefund(mail), {
    organization,
    siteUrl,
    template,
    ...(sample && sample.links),
    ...(link && { [link.name]: await mailedLinkUrl(environment, link.opens, link.id) }),
  });
  if (link) await database.as(service, (sql) => link.renew(sql, link.id));
  return {
    ...rendered,
    key: `${mail.id}.${mail.resends}`,
    kind: mail.templateName,
    from: {
      name: organization.organizationName,
      address: environment.MAIL_FROM ?? organization.email,
    },
    replyTo: organization.email,
    to: { name: mail.toName, address: mail.toEmail },
  };
}
