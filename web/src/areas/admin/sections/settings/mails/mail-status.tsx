import type { OutboxMail } from "#data/email-outbox/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { number } from "#lib/format.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";

export const MAIL_STATUS: StatusLooks<OutboxMail["status"]> = {
  queued: { label: "Waiting" },
  sending: { label: "Sending" },
  sent: { label: "Sent" },
  held: { label: "Held back", tone: "attention" },
  failed: { label: "Failed", tone: "problem" },
  canceled: { label: "Canceled" },
};

/** Places a detail next to the status in narrow rows, and below the status in tables. */
const DETAIL_CLASSES = "quiet ml-2 text-sm @4xl:ml-0 @4xl:block";

/** Shows an email's status, attempts, last error, and next attempt, unless the email only waits for its turn. */
export const MailStatus = ({ mail }: { readonly mail: OutboxMail }) => {
  const now = useTickingNow();
  const { status, sentAt, attempts, lastError, nextAttemptAt, isEmptied } = mail;
  return (
    <>
      <StatusBadge looks={MAIL_STATUS} status={status} />
      {sentAt !== null && (
        <span className={DETAIL_CLASSES}>
          <ShortMoment moment={sentAt} />
        </span>
      )}
      {lastError !== null && <span className="block text-sm break-words">{lastError}</span>}
      {isEmptied && <span className={DETAIL_CLASSES}>Text deleted</span>}
      {attempts > 1 && <span className={DETAIL_CLASSES}>{number(attempts)} attempts</span>}
      {status === "queued" && Date.parse(nextAttemptAt) > now && (
        <span className={DETAIL_CLASSES}>
          {attempts === 0 ? "Scheduled for " : "Next attempt "}
          <ShortMoment moment={nextAttemptAt} />
        </span>
      )}
    </>
  );
};
