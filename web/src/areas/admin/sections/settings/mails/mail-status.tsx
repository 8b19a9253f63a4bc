import type { OutboxMail } from "#data/email-outbox/resource.ts";
import { ShortMoment } from "#lib/dates.tsx";
import { number } from "#lib/format.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";

type Status = OutboxMail["status"];

export const MAIL_STATUS_LABELS: Readonly<Record<Status, string>> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  held: "Held back",
  failed: "Failed",
  cancelled: "Canceled",
};

const UNUSUAL: Readonly<Partial<Record<Status, BadgeTone>>> = {
  held: "attention",
  failed: "problem",
};

/** Shows an email's status, attempts, last error, and next attempt. */
export const MailStatus = ({ mail }: { readonly mail: OutboxMail }) => {
  const { status, sentAt, attempts, lastError, nextAttemptAt } = mail;
  return (
    <>
      <Badge tone={UNUSUAL[status]}>{MAIL_STATUS_LABELS[status]}</Badge>
      {sentAt !== null && (
        <span className="quiet block text-sm">
          <ShortMoment moment={sentAt} />
        </span>
      )}
      {lastError !== null && <span className="block text-sm break-words">{lastError}</span>}
      {attempts > 1 && <span className="quiet block text-sm">{number(attempts)} tries</span>}
      {status === "queued" && (
        <span className="quiet block text-sm">
          {attempts === 0 ? "Goes out " : "Next try "}
          <ShortMoment moment={nextAttemptAt} />
        </span>
      )}
    </>
  );
};
