import { useState, type ReactNode } from "react";
import { usePaymentStatus } from "../../../../data/donations/queries.ts";
import {
  emailOutbox,
  useResendEmail,
  type OutboxMail,
} from "../../../../data/email-outbox/resource.ts";
import { useApplicationCounts } from "../../../../data/volunteer-applications/queries.ts";
import { useRecords } from "../../../../data/resource.ts";
import { number } from "../../../../lib/format.ts";
import { paths } from "../../../../lib/paths.ts";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { tellFailure } from "../../../../ui/tell-failure.ts";
import { showToast } from "../../../../ui/toast.ts";

const SHOWN = 3;

const Item = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <li className="py-3">
    <p className="font-semibold">{text}</p>
    {children}
  </li>
);

const Mail = ({ mail }: { readonly mail: OutboxMail }) => {
  const resend = useResendEmail();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    try {
      await resend.mutateAsync(mail.id);
      setSent(true);
      showToast({ title: "The mail goes out within a minute", variant: "success" });
    } catch (error) {
      tellFailure("A mail could not be sent again", error, {
        title: "The mail could not be sent again",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="break-words">
          {mail.templateName} to {mail.toEmail}
        </p>
        <p className="quiet break-words">{mail.lastError ?? "No reason was given"}</p>
      </div>
      <Button
        look="outline"
        size="sm"
        busy={resend.isPending}
        disabled={isSent}
        aria-label={`Send again to ${mail.toEmail}`}
        onClick={() => void send()}
      >
        Send again
      </Button>
    </li>
  );
};

const Mails = ({ status }: { readonly status: "held" | "failed" }) => {
  const { data } = useRecords(emailOutbox, { status, limit: SHOWN });
  return (
    <ul className="divide-base-300 divide-y">
      {data?.rows.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
    </ul>
  );
};

const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** What waits for an administrator; nothing at all where nothing does. */
export const NeedsAttention = () => {
  const { data } = usePaymentStatus();
  const { pending = 0 } = useApplicationCounts().data ?? {};
  const { disputeCount = 0, heldMailCount = 0, failedMailCount = 0 } = data ?? {};
  if (pending + disputeCount + heldMailCount + failedMailCount === 0) return null;
  return (
    <section className="card-box mt-6 p-5 sm:p-6" aria-labelledby="attention-title">
      <h2 id="attention-title" className="font-display text-title mb-1 font-semibold">
        Needs attention
      </h2>
      <ul className="divide-base-300 divide-y">
        {pending > 0 && (
          <Item text={counted(pending, "new volunteer application", "new volunteer applications")}>
            <p className="quiet text-sm">We promise an answer within 2-3 business days.</p>
            <LinkButton
              to={`${paths.dashboard("volunteers")}?status=pending`}
              look="outline"
              size="sm"
              className="mt-2"
            >
              Show new applications
            </LinkButton>
          </Item>
        )}
        {disputeCount > 0 && (
          <Item text={counted(disputeCount, "disputed gift", "disputed gifts")}>
            <p className="quiet text-sm">Answer at Stripe, before the bank decides without you.</p>
            <LinkButton
              to={`${paths.dashboard("donations")}?status=disputed`}
              look="outline"
              size="sm"
              className="mt-2"
            >
              Show disputed gifts
            </LinkButton>
          </Item>
        )}
        {heldMailCount > 0 && (
          <Item text={counted(heldMailCount, "mail is held back", "mails are held back")}>
            <Mails status="held" />
          </Item>
        )}
        {failedMailCount > 0 && (
          <Item
            text={counted(
              failedMailCount,
              "mail could not be delivered",
              "mails could not be delivered",
            )}
          >
            <Mails status="failed" />
          </Item>
        )}
      </ul>
    </section>
  );
};
