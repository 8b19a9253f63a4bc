import type { ShiftCalendar } from "../_shared/calendars/shift-calendar.ts";
import type { Sql } from "../_shared/clients/database.ts";
import type { CustomTemplate } from "../_shared/mail/render-mail.ts";
import type { PeopleOfShift } from "../_shared/mail/shift-people.ts";
import type { ShiftMailFacts } from "../_shared/mail/shift-sentences.ts";
import {
  LETTER_TEMPLATES,
  MASS_TEMPLATES,
  RECEIPT_TEMPLATES,
  URGENT_TEMPLATES,
} from "../_shared/rules/built-in-templates.ts";
import type { CardDelivery } from "../_shared/rules/card-delivery.ts";

export interface ClaimedEmail {
  readonly id: string;
  readonly templateName: string;
  readonly toEmail: string;
  readonly toName: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly resends: number;
  /** True if the transport was paused, and this email tries whether it works again. */
  readonly isProbe: boolean;
  /** True if other emails were sent since the transport refused this one. */
  readonly wasOvertaken: boolean;
  readonly template: CustomTemplate | null;
  readonly isTest: boolean;
  /** The next packing day, as of now, if one is planned. Only receipts have it. */
  readonly packingDate: string | null;
  /** The card that waits to be sent. Only receipts have it. */
  readonly announcedCard: CardDelivery | null;
  /** The amount refunded since the donation, as text, and whether that is the whole donation. Only receipts have it. */
  readonly refund: {
    readonly refundedAmount: string;
    readonly isFull: boolean;
    readonly isVoided: boolean;
    readonly isReturned: boolean;
  } | null;
  /** Says why an email can't be sent to its donor. Only emails to donors have it. */
  readonly recipientProblem: string | null;
  /** True if it is about demo or test money, and its reader isn't an administrator. */
  readonly isStrangersDemo: boolean;
  /** True if the donated goods or shares were voided before their letter was sent. */
  readonly isGiftVoided: boolean;
  /** Says why the link of an invitation doesn't work. Only invitations have it. */
  readonly invitationProblem: string | null;
  /** Says why an email about a charge or a monthly gift is out of date. Only such emails have it. */
  readonly donationProblem: string | null;
  /** Says why an email about a shift is out of date. Only emails about shifts have it. */
  readonly shiftProblem: string | null;
  /** The data of a card in honor or in memory of someone. Only the emails of cards have it. */
  readonly card: ClaimedCard | null;
  /** The volunteer who can turn off such emails. Only emails about new events have it. */
  readonly newsVolunteerId: string | null;
  /** The shift, if the reader signed up for it. Only emails that put it on calendars have it. */
  readonly calendar: ShiftCalendar | null;
  /** Who left a shift or has to be called. Only emails to coordinators have them. */
  readonly shiftPeople: readonly PeopleOfShift[] | null;
  /** What is true about the shift and its reader now. Only emails to volunteers about a shift have it. */
  readonly shiftFacts: ShiftMailFacts | null;
}

/** The data needed to render a card's email when it is sent. */
interface ClaimedCard {
  readonly stopToken: string;
  /** Why the card must not be sent anymore. */
  readonly cancelReason: string | null;
  /** True while a refund of the donation is pending. The card waits, because the refund may still fail. */
  readonly isBeingRefunded: boolean;
}

/** Why the mail transport doesn't take any emails now. */
interface Pause {
  readonly reason: "limit" | "outage";
  readonly retryAfterSeconds: number | undefined;
}

interface Failure {
  readonly reason: string;
  /** True if the provider has responded to this email, so the transport works. */
  readonly isTransportUp?: boolean;
  readonly pause?: Pause | undefined;
}

export type DeliveryResult =
  | { readonly status: "sent"; readonly subject: string }
  | (Failure & {
      readonly status: "queued";
      readonly delaySeconds: number;
      /** True if this attempt doesn't count. */
      readonly isUntried?: true;
    })
  | (Failure & { readonly status: "held" | "failed" | "canceled" });

/** Selects an id from the email's data, or null if the value isn't an id. */
const selectId = (sql: Sql, key: string) => sql`
  case when mail.data ->> ${key} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (mail.data ->> ${key})::uuid end`;

export const claimEmails = (sql: Sql, batchSize: number) =>
  sql<ClaimedEmail[]>`
    select mail.id, mail.template_name, mail.to_email, mail.to_name, mail.data, mail.attempts, mail.resends,
      (select transport.pause is not null from public.mail_transport as transport) as is_probe,
      exists (select from public.email_outbox as other where other.sent_at > mail.refused_at) as was_overtaken,
      mail.tested is not null as is_test,
      case when mail.tested is not null then mail.tested || '{"isActive": true}' when template.id is not null then jsonb_build_object(
        'subject', template.subject, 'htmlContent', template.html_content, 'isActive', template.is_active
      ) end as template,
      case when donation.adjusted_amount > 0 then jsonb_build_object(
        'refundedAmount', donation.adjusted_amount::text, 'isFull', donation.adjusted_amount >= donation.amount,
        'isVoided', donation.is_voided, 'isReturned', donation.is_returned
      ) end as refund,
      case when mail.template_name in ${sql(RECEIPT_TEMPLATES)} then (
        select meeting.date::text
        from public.events as meeting
        where meeting.event_type = 'Care Package Assembly' and meeting.is_active and meeting.starts_at >= now()
        order by meeting.starts_at
        limit 1
      ) end as packing_date,
      private.announced_card(donation.id) as announced_card,
      private.recipient_problem(mail) as recipient_problem,
      private.is_strangers_demo_mail(mail) as is_strangers_demo,
      noncash.voided_at is not null as is_gift_voided,
      private.invitation_mail_problem(mail.template_name, mail.data) as invitation_problem,
      private.donation_mail_problem(
        mail.template_name, mail.dedupe_key, ${selectId(sql, "subscriptionId")}, ${selectId(sql, "donationId")}
      ) as donation_problem,
      private.shift_mail_problem(mail) as shift_problem,
      case when tribute.id is not null then jsonb_build_object(
        'stopToken', tribute.stop_token,
        'isBeingRefunded', private.is_being_refunded(tribute.donation_id),
        'cancelReason', case
          when honoring.status in ('refunded', 'voided') then 'The donation was refunded before its card was sent.'
          when honoring.status = 'disputed' then 'The donation is disputed.'
          when honoring.status = 'returned' then 'The bank returned the donation.'
          when opt_out.mailbox is not null then 'The recipient doesn''t want any more cards.'
        end
      ) end as card,
      case when mail.template_name = 'New Event' and mail.tested is null then mail.data ->> 'volunteerId' end
        as news_volunteer_id,
      private.shift_mail_calendar(mail) as calendar,
      private.shift_people(mail) as shift_people,
      private.shift_mail_facts(mail) as shift_facts
    from private.take_emails(
      ${batchSize}, string_to_array(${URGENT_TEMPLATES.join(",")}, ','), string_to_array(${MASS_TEMPLATES.join(",")}, ',')
    ) as mail
    left join public.email_templates as template on template.name = mail.template_name
    left join public.donations as donation
      on mail.template_name in ${sql(RECEIPT_TEMPLATES)} and donation.id = ${selectId(sql, "donationId")}
    left join public.noncash_donations as noncash
      on mail.template_name in ${sql(LETTER_TEMPLATES)} and noncash.id = ${selectId(sql, "noncashDonationId")}
    left join public.tributes as tribute on tribute.email_id = mail.id
    left join public.donations as honoring on honoring.id = tribute.donation_id
    left join public.card_opt_outs as opt_out on opt_out.mailbox = tribute.mailbox
    order by mail.created_at`;

/**
 * Stores an email's outcome, or does nothing if another worker has taken over the email. Also records since when emails
 * fail, and pauses the transport, or ends its pause.
 */
export async function finishEmail(sql: Sql, mail: ClaimedEmail, result: DeliveryResult) {
  const { status } = result;
  const isSent = status === "sent";
  const { reason = null, pause, isTransportUp = isSent } = isSent ? {} : result;
  const delaySeconds = status === "queued" ? result.delaySeconds : 0;
  const isUntried = status === "queued" && result.isUntried === true;
  await sql`
    update public.email_outbox
    set status = ${status}, last_error = ${reason?.slice(0, 1000) ?? null}, locked_at = null,
      subject = coalesce(${isSent ? result.subject : null}, subject), attempts = attempts - ${isUntried ? 1 : 0},
      refused_at = case when ${pause !== undefined} then now() else refused_at end,
      next_attempt_at = now() + make_interval(secs => ${delaySeconds}),
      sent_at = case when ${isSent} then now() end
    where id = ${mail.id} and status = 'sending' and attempts = ${mail.attempts} and resends = ${mail.resends}`;
  const hasFailed =
    status === "failed" || pause !== undefined || (status === "queued" && !isUntried);
  if (isSent) {
    await sql`update public.mail_transport set failing_since = null where failing_since is not null`;
  } else if (hasFailed) {
    await sql`update public.mail_transport set failing_since = now() where failing_since is null`;
  }
  if (pause) {
    await sql`select private.pause_mail(${pause.reason}, ${pause.retryAfterSeconds ?? 0})`;
  } else if (isTransportUp && mail.isProbe) {
    await sql`
      update public.mail_transport set pause = null, paused_at = null, paused_until = null, refusals = 0`;
  }
}

/** A link's lifetime starts when its email is sent. */
export const renewDonorLink = (sql: Sql, id: string) => sql`select private.renew_donor_link(${id})`;

export const renewActivationLink = (sql: Sql, id: string) =>
  sql`select private.renew_activation_link(${id})`;

export const renewAdminInvitation = (sql: Sql, id: string) =>
  sql`select private.renew_admin_invitation(${id})`;

export const renewEmailChange = (sql: Sql, id: string) =>
  sql`select private.renew_email_change(${id})`;
