import { writeCalendarText } from "../_shared/http/write-calendar-text.ts";
import { service } from "../_shared/caller.ts";
import {
  type OutgoingMail,
  requirePlainHeaders,
  type SendMail,
} from "../_shared/clients/mail/transport.ts";
import { signId } from "../_shared/http/signed-id.ts";
import { createSignedLinkUrl } from "../_shared/http/signed-link.ts";
import { logWarning } from "../_shared/http/log.ts";
import type { Services } from "../_shared/http/services.ts";
import type { MailOrganization } from "../_shared/mail/layout.ts";
import { renderMail } from "../_shared/mail/render-mail.ts";
import { readMailOrganization } from "../_shared/queries/mail-organization.ts";
import { describeCardDelivery } from "../_shared/rules/card-delivery.ts";
import type { TokenLink } from "../_shared/rules/mail-placeholders.ts";
import { SITE_PAGES } from "../_shared/rules/site-pages.ts";
import { createSampleMail } from "../_shared/mail/sample-mail.ts";
import {
  renewActivationLink,
  renewAdminInvitation,
  renewDonorLink,
  renewEmailChange,
  type DeliveryResult,
  finishEmail,
  claimEmails,
  type ClaimedEmail,
} from "./queries.ts";
import { getFailureResult } from "./retries.ts";

/**
 * No email is started later than this, because the scheduler waits only 30 seconds. The next call sends the remaining
 * emails.
 */
const START_LIMIT_MS = 20_000;
const BATCH_SIZE = 4;
/** How long a card waits before we check again whether its donation was refunded. */
const REFUND_DELAY_SECONDS = 6 * 3600;

type DeliveryServices = Pick<Services, "database" | "environment">;

export interface DeliveryTally {
  sent: number;
  delayed: number;
  held: number;
  failed: number;
}

/** Sends due emails, a few at a time, until none are left or time is up. */
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
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const batch = await services.database.as(service, (sql) => claimEmails(sql, BATCH_SIZE));
    const results = await Promise.all(
      batch.map(async (mail) => {
        const result = await deliver(services, organization, send, mail);
        await services.database.as(service, (sql) => finishEmail(sql, mail, result));
        if (result.status === "queued") tally.delayed += 1;
        else if (result.status !== "canceled") tally[result.status] += 1;
        return result;
      }),
    );
    if (batch.length === 0) break;
    // The remaining emails would fail too, so they wait until the pause is over.
    if (results.some((result) => "pause" in result && result.pause !== undefined)) {
      logWarning("Emails can't be sent right now. The delivery log in the dashboard explains why.");
      break;
    }
  }
  return tally;
}

async function deliver(
  services: DeliveryServices,
  organization: MailOrganization,
  send: SendMail,
  mail: ClaimedEmail,
): Promise<DeliveryResult> {
  const cancelReason = findCancelReason(services, mail);
  if (cancelReason) return { status: "canceled", reason: cancelReason };
  if (mail.card?.isBeingRefunded === true) {
    const reason = "The donation is being refunded.";
    return { status: "queued", reason, delaySeconds: REFUND_DELAY_SECONDS, isUntried: true };
  }
  try {
    const renderedMail = await createOutgoingMail(services, organization, mail);
    requirePlainHeaders(renderedMail);
    await send(renderedMail);
    return { status: "sent", subject: renderedMail.subject };
  } catch (error) {
    return getFailureResult(error, mail);
  }
}

/** Returns why an email must not be sent anymore, or null if it may be sent. */
function findCancelReason(
  { environment }: Pick<Services, "environment">,
  mail: ClaimedEmail,
): string | null {
  const { card, isGiftVoided, isStrangersDemo, refund } = mail;
  const problem =
    mail.recipientProblem ?? mail.invitationProblem ?? mail.shiftProblem ?? mail.donationProblem;
  if (problem !== null) return problem;
  // Anyone could otherwise email anyone for free.
  if (isStrangersDemo && environment.MAIL_TRANSPORT !== "log")
    return "Only administrators get emails about demo or test money.";
  if (refund?.isVoided) return "The donation was voided before its receipt was sent.";
  if (refund?.isReturned) return "The donation was returned before its receipt was sent.";
  if (refund?.isFull) return "The donation was refunded before its receipt was sent.";
  if (isGiftVoided) return "The gift was voided before its letter was sent.";
  return card?.cancelReason ?? null;
}

/** Links that work once. `stopLink` works forever. */
const SINGLE_USE_LINKS = {
  giftLink: { purpose: "gift-link", renew: renewDonorLink },
  activationLink: { purpose: "activation-link", renew: renewActivationLink },
  invitationLink: { purpose: "invitation-link", renew: renewAdminInvitation },
  emailChangeLink: { purpose: "email-change-link", renew: renewEmailChange },
} as const satisfies Record<Exclude<TokenLink, "stopLink">, unknown>;

/** The outbox stores a link's id; its token is created for the email and not stored. */
const findLink = ({ data }: ClaimedEmail) =>
  Object.entries(SINGLE_USE_LINKS)
    .map(([name, link]) => ({ ...link, name, id: data[`${name}Id`] }))
    .find((link): link is typeof link & { readonly id: string } => typeof link.id === "string");

/**
 * Adds facts that may change before a delayed or repeated email is sent: refunds, the next packing day, the card, the
 * people whom a coordinator hears of, whether a shift has begun, and whether its reader has a login.
 */
const addCurrentFacts = (mail: ClaimedEmail): ClaimedEmail => ({
  ...mail,
  data: {
    ...mail.data,
    ...(mail.refund && { refundedAmount: mail.refund.refundedAmount }),
    ...(mail.shiftPeople !== null && { shiftPeople: mail.shiftPeople }),
    ...mail.shiftFacts,
    ...(mail.packingDate !== null && { packingDate: mail.packingDate }),
    ...(mail.announcedCard !== null && { cardSentence: describeCardDelivery(mail.announcedCard) }),
  },
});

/** Returns how the reader can stop emails of this kind: on a page, or with a call that the email client makes. */
async function findOptOut(
  { HASH_SECRET }: Pick<Services["environment"], "HASH_SECRET">,
  { card, newsVolunteerId }: ClaimedEmail,
) {
  if (card) {
    return { page: SITE_PAGES.stopCards, call: "/api/card-opt-outs", token: card.stopToken };
  }
  if (newsVolunteerId === null) return undefined;
  const token = await signId(HASH_SECRET[0], "news-link", newsVolunteerId);
  return { page: SITE_PAGES.stopNews, call: "/api/news-opt-outs", token };
}

async function createOutgoingMail(
  { database, environment }: DeliveryServices,
  organization: MailOrganization,
  mail: ClaimedEmail,
): Promise<OutgoingMail> {
  const siteUrl = environment.SITE_URL.replace(/\/$/, "");
  const template = mail.template ?? undefined;
  const sample = mail.isTest && template && createSampleMail(mail.templateName, siteUrl);
  const link = findLink(mail);
  const { calendar } = mail;
  const optOut = await findOptOut(environment, mail);
  const content = renderMail(sample ? { ...sample.mail, isTest: true } : addCurrentFacts(mail), {
    organization,
    siteUrl,
    template,
    ...(sample && sample.links),
    ...(optOut && { stopLink: `${siteUrl}${optOut.page}#token=${optOut.token}` }),
    ...(link && {
      [link.name]: await createSignedLinkUrl(
        environment,
        link.purpose,
        link.id,
        link.purpose === "activation-link" ? mail.toEmail : undefined,
      ),
    }),
  });
  if (link) await database.as(service, (sql) => link.renew(sql, link.id));
  return {
    ...content,
    key: `${mail.id}.${mail.resends}`,
    kind: mail.templateName,
    from: {
      name: organization.organizationName,
      address: environment.MAIL_FROM ?? organization.email,
    },
    replyTo: organization.email,
    to: { name: mail.toName, address: mail.toEmail },
    ...(calendar?.shifts.length === 1 && {
      attachment: {
        name: `shift-${calendar.shifts[0]?.date}.ics`,
        mediaType: "text/calendar",
        content: await writeCalendarText({ environment }, calendar),
      },
    }),
    ...(optOut && { unsubscribeUrl: `${siteUrl}${optOut.call}/${optOut.token}` }),
  };
}
