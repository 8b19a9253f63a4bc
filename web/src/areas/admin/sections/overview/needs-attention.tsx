import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatFullName } from "#rules/names.ts";
import { DeliveryLogLink } from "#admin/delivery-log-link.tsx";
import { usePaymentStatus } from "#data/payments/queries.ts";
import { donorTasks, type DonorTask } from "#data/donor-tasks/resource.ts";
import { emailOutbox, type OutboxMail } from "#data/email-outbox/resource.ts";
import { donations } from "#data/donations/resource.ts";
import { recurringDonations } from "#data/recurring-donations/resource.ts";
import { useRecords } from "#data/resource.ts";
import { testimonials } from "#data/testimonials/resource.ts";
import { tributes } from "#data/tributes/resource.ts";
import {
  type AdminApplication,
  volunteerApplications,
} from "#data/volunteer-applications/resource.ts";
import { volunteerHighlights } from "#data/volunteer-highlights/resource.ts";
import { volunteers } from "#data/volunteers/resource.ts";
import type { ApiPage } from "#lib/api/api-lists.ts";
import { countWithNoun, money, number, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { useHasArea } from "#admin/own-areas.ts";
import { ResendEmail } from "#admin/resend-mail.tsx";
import { AttentionItem, NoteWithLink, type NoteWithLinkProps } from "./attention-item.tsx";
import { TaskDoneButton } from "../donations/task-done-button.tsx";
import { placeText } from "../volunteers/person-cells.tsx";
import { ReviewButton } from "../volunteers/review-button.tsx";

/** Nobody has to do anything about an email about a demo gift once real payments have started. */
const UNDELIVERED_QUERY = { isFormerDemo: "false", limit: 3 };

const EmailItem = ({ mail }: { readonly mail: OutboxMail }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
    <div className="min-w-0 flex-1 basis-56 text-sm">
      <p className="break-words">
        {mail.templateName} to {mail.toEmail}
      </p>
      <p className="quiet break-words">{mail.lastError ?? "No reason given"}</p>
    </div>
    <ResendEmail mail={mail} />
  </li>
);

interface UndeliveredEmailsProps {
  readonly singular: string;
  readonly plural: string;
  readonly query: UseQueryResult<ApiPage<readonly OutboxMail[]>>;
  readonly status: "held" | "failed";
}

const UndeliveredEmails = ({ query, status, singular, plural }: UndeliveredEmailsProps) => {
  const { rows = [], total } = query.data ?? {};
  if (rows.length === 0) return null;
  return (
    <AttentionItem text={countWithNoun(total ?? rows.length, singular, plural)}>
      <ul className="divide-base-300 divide-y">
        {rows.map((mail) => (
          <EmailItem key={mail.id} mail={mail} />
        ))}
      </ul>
      <DeliveryLogLink status={status} variant="outline" className="mt-1">
        Show in the delivery log
      </DeliveryLogLink>
    </AttentionItem>
  );
};

type NoteProps = NoteWithLinkProps | { readonly note: string | undefined; readonly to?: never };

type WaitingRecordsProps<Row> = NoteProps & {
  readonly query: UseQueryResult<ApiPage<readonly Row[]>>;
  readonly singular: string;
  readonly plural: string;
  /** Renders one of the first records. */
  readonly children?: (row: Row) => ReactNode;
};

/** Says how many records are waiting, shows the first few, and links to the whole list if there is one. */
const WaitingRecords = <Row extends { readonly id: string }>({
  query: { data },
  ...props
}: WaitingRecordsProps<Row>) =>
  data !== undefined &&
  data.rows.length > 0 && (
    <AttentionItem
      text={countWithNoun(data.total ?? data.rows.length, props.singular, props.plural)}
    >
      {props.children && (
        <ul className="my-1">
          {data.rows.map((row) => (
            <li
              key={row.id}
              data-row={row.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1"
            >
              {props.children?.(row)}
            </li>
          ))}
        </ul>
      )}
      {props.to === undefined ? (
        props.note && <p className="quiet text-sm">{props.note}</p>
      ) : (
        <NoteWithLink note={props.note} to={props.to} linkLabel={props.linkLabel} />
      )}
    </AttentionItem>
  );

const SHOWN_NAME_COUNT = 3;
/** The person who has waited longest comes first. */
const OLDEST_FIRST = { sort: "createdAt", limit: SHOWN_NAME_COUNT };

const DUE_CARD_QUERY = { state: "waiting", isPostal: "true", isDue: "true" };

/** Lists names, such as `Mei Sutherland, Jordan Pike and 9 more`. */
const namesText = <Row,>(
  { data }: UseQueryResult<ApiPage<readonly Row[]>>,
  getName: (row: Row) => string,
): string => {
  if (!data) return "";
  const names = [...new Set(data.rows.map(getName))].join(", ");
  const hiddenCount = (data.total ?? 0) - data.rows.length;
  return hiddenCount > 0 ? `${names} and ${number(hiddenCount)} more` : names;
};

const NewApplications = ({
  query,
}: {
  readonly query: UseQueryResult<ApiPage<readonly AdminApplication[]>>;
}) => (
  <WaitingRecords
    query={query}
    singular="new volunteer application"
    plural="new volunteer applications"
    note="We promise an answer in 2-3 business days."
    to={`${paths.dashboard("volunteers")}?status=pending`}
    linkLabel="Show new applications"
  >
    {(application) => (
      <>
        <p className="min-w-0 break-words">
          <Link
            to={`${paths.dashboard("volunteers")}?q=${encodeURIComponent(application.email)}`}
            className="link link-hover font-semibold"
          >
            {formatFullName(application)}
          </Link>{" "}
          <span className="quiet text-sm">{placeText(application)}</span>
        </p>
        <ReviewButton application={application} decision="approve" />
      </>
    )}
  </WaitingRecords>
);

const DisputedDonations = () => (
  <WaitingRecords
    query={useRecords(donations, { status: "disputed", ...OLDEST_FIRST })}
    singular="disputed donation"
    plural="disputed donations"
    note="Respond in Stripe before the bank decides without you."
    to={`${paths.dashboard("donations")}?status=disputed`}
    linkLabel="Show disputed donations"
  >
    {(donation) => (
      <p className="min-w-0 break-words">
        <Link to={donationPath(donation.id)} className="link link-hover font-semibold">
          {formatFullName(donation)}
        </Link>{" "}
        <span className="quiet text-sm">{money(donation.amount)}</span>
      </p>
    )}
  </WaitingRecords>
);

const TASK_LIMIT = 10;

const DueTasks = ({ query }: { readonly query: UseQueryResult<ApiPage<readonly DonorTask[]>> }) => {
  const { rows = [], total } = query.data ?? {};
  const hiddenCount = (total ?? 0) - rows.length;
  return (
    <WaitingRecords
      query={query}
      singular="task is due"
      plural="tasks are due"
      note={hiddenCount > 0 ? "The rest appear once these are done." : undefined}
    >
      {(task) => (
        <>
          <p className="min-w-0 wrap-anywhere">
            <Link
              to={paths.dashboard("donations", "donors", task.donorId)}
              className="link link-hover font-semibold"
            >
              {task.donorName || "Donor"}
            </Link>{" "}
            {task.text} <span className="quiet text-sm">{shortDay(task.dueOn)}</span>
          </p>
          <TaskDoneButton
            task={task}
            success={{
              title: "The task is done",
              link: {
                label: `Show ${task.donorName || "the donor"}`,
                href: paths.dashboard("donations", "donors", task.donorId),
              },
            }}
          />
        </>
      )}
    </WaitingRecords>
  );
};

/** Lists records that need an administrator's attention. Renders nothing if there are none. */
export const NeedsAttention = () => {
  const givingOptions = { enabled: useHasArea("giving") };
  const volunteersOptions = { enabled: useHasArea("volunteers") };
  const contentOptions = { enabled: useHasArea("content") };
  const { disputeCount = 0 } = usePaymentStatus(givingOptions).data ?? {};
  const applications = useRecords(
    volunteerApplications,
    { status: "pending", ...OLDEST_FIRST },
    volunteersOptions,
  );
  const stories = useRecords(testimonials, { isActive: "false", ...OLDEST_FIRST }, contentOptions);
  const highlights = useRecords(
    volunteerHighlights,
    { isPublished: "false", ...OLDEST_FIRST },
    volunteersOptions,
  );
  const lapsingVolunteers = useRecords(
    volunteers,
    { isLapsing: "true", limit: SHOWN_NAME_COUNT },
    volunteersOptions,
  );
  const tasks = useRecords(donorTasks, { isDue: "true", limit: TASK_LIMIT }, givingOptions);
  const cards = useRecords(tributes, { ...DUE_CARD_QUERY, limit: SHOWN_NAME_COUNT }, givingOptions);
  const failingGifts = useRecords(
    recurringDonations,
    { status: "past_due", limit: SHOWN_NAME_COUNT },
    givingOptions,
  );
  const heldEmails = useRecords(emailOutbox, { ...UNDELIVERED_QUERY, status: "held" });
  const failedEmails = useRecords(emailOutbox, { ...UNDELIVERED_QUERY, status: "failed" });
  const hasRecords = [
    applications,
    stories,
    highlights,
    lapsingVolunteers,
    tasks,
    cards,
    failingGifts,
    heldEmails,
    failedEmails,
  ].some((query) => (query.data?.rows.length ?? 0) > 0);
  if (!hasRecords && disputeCount === 0) return null;
  return (
    <section
      className="card-box border-accent mb-6 border-l-4 p-5 sm:p-6"
      aria-labelledby="attention-title"
    >
      <SectionHeading id="attention-title" className="mb-1">
        Needs attention
      </SectionHeading>
      <ul className="divide-base-300 divide-y">
        <NewApplications query={applications} />
        <WaitingRecords
          query={stories}
          singular="story to review"
          plural="stories to review"
          note={namesText(stories, ({ name }) => name)}
          to={`${paths.dashboard("testimonials")}?isActive=false`}
          linkLabel="Review stories"
        />
        <WaitingRecords
          query={highlights}
          singular="highlight to review"
          plural="highlights to review"
          note={namesText(highlights, ({ volunteerName }) => volunteerName)}
          to={`${paths.dashboard("highlights")}?isPublished=false`}
          linkLabel="Review highlights"
        />
        <WaitingRecords
          query={lapsingVolunteers}
          singular="volunteer with a waiver, check or training to renew"
          plural="volunteers with a waiver, check or training to renew"
          note={namesText(lapsingVolunteers, ({ name }) => name)}
          to={`${paths.dashboard("volunteers", "directory")}?isLapsing=true`}
          linkLabel="Show these volunteers"
        />
        <DueTasks query={tasks} />
        <WaitingRecords
          query={cards}
          singular="card to print and mail"
          plural="cards to print and mail"
          note={`To ${namesText(cards, ({ recipientName }) => recipientName)}`}
          to={`${paths.dashboard("donations", "tributes")}?${new URLSearchParams(DUE_CARD_QUERY)}`}
          linkLabel="Show cards to print"
        />
        <WaitingRecords
          query={failingGifts}
          singular="monthly gift is failing"
          plural="monthly gifts are failing"
          note={namesText(failingGifts, formatFullName)}
          to={`${paths.dashboard("donations", "monthly")}?status=past_due`}
          linkLabel="Show failing gifts"
        />
        {disputeCount > 0 && <DisputedDonations />}
        <UndeliveredEmails
          query={heldEmails}
          status="held"
          singular="email is held back"
          plural="emails are held back"
        />
        <UndeliveredEmails
          query={failedEmails}
          status="failed"
          singular="email couldn't be delivered"
          plural="emails couldn't be delivered"
        />
      </ul>
    </section>
  );
};
