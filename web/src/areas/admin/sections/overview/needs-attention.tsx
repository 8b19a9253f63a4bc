import type { ReactNode } from "react";
import { DeliveryLogLink } from "#admin/delivery-log-link.tsx";
import { usePaymentStatus } from "#data/donations/queries.ts";
import { emailOutbox, type OutboxMail } from "#data/email-outbox/resource.ts";
import { useApplicationCounts } from "#data/volunteer-applications/queries.ts";
import { useRecords, useRecordTotal } from "#data/resource.ts";
import { testimonials } from "#data/testimonials/resource.ts";
import { volunteerHighlights } from "#data/volunteer-highlights/resource.ts";
import { countWithNoun } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ResendMail } from "#admin/resend-mail.tsx";

const MAILS_PER_STATUS = 3;

const AttentionItem = ({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactNode;
}) => (
  <li className="py-2.5">
    <p className="font-semibold">{text}</p>
    {children}
  </li>
);

const MailItem = ({ mail }: { readonly mail: OutboxMail }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
    <div className="min-w-0 flex-1 basis-56 text-sm">
      <p className="break-words">
        {mail.templateName} to {mail.toEmail}
      </p>
      <p className="quiet break-words">{mail.lastError ?? "No reason given"}</p>
    </div>
    <ResendMail mail={mail} />
  </li>
);

const MailList = ({ status }: { readonly status: "held" | "failed" }) => {
  const { data } = useRecords(emailOutbox, { status, limit: MAILS_PER_STATUS });
  return (
    <>
      <ul className="divide-base-300 divide-y">
        {data?.rows.map((mail) => (
          <MailItem key={mail.id} mail={mail} />
        ))}
      </ul>
      <DeliveryLogLink status={status} variant="outline" className="mt-1">
        Show in the delivery log
      </DeliveryLogLink>
    </>
  );
};

interface PendingRecordsProps {
  readonly count: number;
  readonly singular: string;
  readonly plural: string;
  readonly note: string;
  readonly to: string;
  readonly linkLabel: string;
}

/** Links to a list of pending records with their count. */
const PendingRecords = ({ count, singular, plural, note, to, linkLabel }: PendingRecordsProps) =>
  count > 0 && (
    <AttentionItem text={countWithNoun(count, singular, plural)}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="quiet grow basis-64 text-sm">{note}</p>
        <LinkButton to={to} variant="outline" size="sm">
          {linkLabel}
        </LinkButton>
      </div>
    </AttentionItem>
  );

/** Lists records that need an administrator's attention. Renders nothing if there are none. */
export const NeedsAttention = () => {
  const { data } = usePaymentStatus();
  const { pending: applicationCount = 0 } = useApplicationCounts().data ?? {};
  const { disputeCount = 0, heldMailCount = 0, failedMailCount = 0 } = data ?? {};
  const storyCount = useRecordTotal(testimonials, { isActive: "false" }).data?.total ?? 0;
  const highlightCount =
    useRecordTotal(volunteerHighlights, { isPublished: "false" }).data?.total ?? 0;
  const totalCount =
    applicationCount + disputeCount + heldMailCount + failedMailCount + storyCount + highlightCount;
  if (totalCount === 0) return null;
  return (
    <section
      className="card-box border-accent mb-6 border-l-4 p-5 sm:p-6"
      aria-labelledby="attention-title"
    >
      <SectionHeading id="attention-title" className="mb-1">
        Needs attention
      </SectionHeading>
      <ul className="divide-base-300 divide-y">
        <PendingRecords
          count={applicationCount}
          singular="new volunteer application"
          plural="new volunteer applications"
          note="We promise an answer within 2-3 business days."
          to={`${paths.dashboard("volunteers")}?status=pending`}
          linkLabel="Show new applications"
        />
        <PendingRecords
          count={storyCount}
          singular="story to review"
          plural="stories to review"
          note="Sent in by visitors. No one else sees them until you publish them."
          to={`${paths.dashboard("testimonials")}?isActive=false`}
          linkLabel="Review stories"
        />
        <PendingRecords
          count={highlightCount}
          singular="highlight to review"
          plural="highlights to review"
          note="Added or edited by volunteers."
          to={`${paths.dashboard("highlights")}?isPublished=false`}
          linkLabel="Review highlights"
        />
        <PendingRecords
          count={disputeCount}
          singular="disputed donation"
          plural="disputed donations"
          note="Respond in Stripe before the bank decides without you."
          to={`${paths.dashboard("donations")}?status=disputed`}
          linkLabel="Show disputed donations"
        />
        {heldMailCount > 0 && (
          <AttentionItem
            text={countWithNoun(heldMailCount, "email is held back", "emails are held back")}
          >
            <MailList status="held" />
          </AttentionItem>
        )}
        {failedMailCount > 0 && (
          <AttentionItem
            text={countWithNoun(
              failedMailCount,
              "email couldn't be delivered",
              "emails couldn't be delivered",
            )}
          >
            <MailList status="failed" />
          </AttentionItem>
        )}
      </ul>
    </section>
  );
};
