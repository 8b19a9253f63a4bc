import type { ShiftMailFacts } from "../../functions/_shared/mail/shift-sentences.ts";
import type { Transaction } from "./connection.ts";

export interface ShiftMail {
  readonly template: string;
  readonly data: Readonly<Record<string, string | null>>;
  readonly phase: ShiftMailFacts["shiftPhase"] | null;
}

interface DueMail extends ShiftMail {
  readonly id: string;
  readonly email: string;
  readonly problem: string | null;
}

/**
 * Sends emails about shifts as the worker does, after the same check. Returns what was sent, by address. Edits wait ten
 * minutes, so they leave only with `minutes`.
 */
export async function sendShiftEmails(
  tx: Transaction,
  minutes = 0,
): Promise<Readonly<Record<string, readonly ShiftMail[]>>> {
  const mails = await tx<DueMail[]>`
    select mail.id, mail.template_name as template, mail.data, mail.to_email as email,
      private.shift_mail_problem(mail) as problem, private.shift_mail_facts(mail) ->> 'shiftPhase' as phase
    from public.email_outbox as mail
    where mail.status = 'queued' and private.shift_email_claim(mail.template_name) is not null
      and mail.next_attempt_at <= now() + make_interval(mins => ${minutes})
    order by mail.created_at, mail.next_attempt_at`;
  for (const { id, problem } of mails) {
    await tx`
      update public.email_outbox
      set status = ${problem === null ? "sent" : "canceled"}, last_error = ${problem},
        sent_at = case when ${problem === null} then clock_timestamp() end
      where id = ${id}`;
  }
  const sentMails = mails.filter(({ problem }) => problem === null);
  return Object.groupBy(sentMails, ({ email }) => email) as Record<string, ShiftMail[]>;
}

/** Returns the templates and times of one person's emails, such as `Event Changed 11:00`. */
export const describeMails = (mails: readonly ShiftMail[] = []): string[] =>
  mails.map(({ template, data }) => `${template} ${data["startTime"]?.slice(0, 5)}`);
