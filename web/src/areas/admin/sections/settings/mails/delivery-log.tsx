import { useHasArea } from "#admin/own-areas.ts";
import { emailOutboxEndpoints } from "#contracts/email-outbox.ts";
import { builtInTemplates } from "#rules/built-in-templates.ts";
import { emailOutbox, useMailPause, type OutboxMail } from "#data/email-outbox/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { optionsOf, type Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { MailPauseNotice } from "#admin/mail-pause-notice.tsx";
import { ResendEmail } from "#admin/resend-mail.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { Badge } from "#ui/badge.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { MAIL_STATUS, MailStatus } from "./mail-status.tsx";
import { ResendFailed } from "./resend-failed.tsx";

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: labelsOf(MAIL_STATUS) },
  { name: "templateName", label: "Email type", options: optionsOf(Object.keys(builtInTemplates)) },
  {
    name: "isFormerDemo",
    label: "Money",
    options: { false: "Without earlier demo gifts", true: "Earlier demo gifts" },
  },
];

const COLUMNS: readonly Column<OutboxMail>[] = [
  {
    name: "mail",
    header: "Email",
    cell: ({ subject, templateName, toName, isTest }) => (
      <>
        {subject ?? templateName}
        {/* In narrow rows, the recipient's name is part of the title. */}
        {toName !== "" && <span className="@4xl:hidden">&nbsp;·&nbsp;{toName}</span>}
        {subject !== null && (
          <span className="quiet ml-2 text-sm font-normal @4xl:ml-0 @4xl:block">
            {templateName}
          </span>
        )}
        {isTest && <Badge className="ml-2 @4xl:mt-1 @4xl:ml-0">Test</Badge>}
      </>
    ),
  },
  {
    name: "to",
    header: "To",
    cell: ({ toName, toEmail }) => (
      <>
        <span className="@max-4xl:hidden">{toName}</span>
        <span className="quiet text-sm wrap-anywhere @4xl:block @4xl:min-w-52">{toEmail}</span>
      </>
    ),
  },
  {
    name: "createdAt",
    header: "When",
    cell: ({ createdAt, sentAt }) => (
      // On phones, the status already says when the email was sent.
      <span className={sentAt === null ? undefined : "max-sm:hidden"}>
        <ShortMoment moment={createdAt} />
      </span>
    ),
  },
  { name: "status", header: "Status", cell: (mail) => <MailStatus mail={mail} /> },
];

/** Lists every email in the outbox with its delivery status. */
export const DeliveryLog = () => {
  const isOwner = useHasArea("owner");
  const { data: pause } = useMailPause();
  return (
    <section aria-labelledby="delivery-log-title">
      <SectionHeading id="delivery-log-title">Delivery Log</SectionHeading>
      <WithFigures
        figures={
          <p className="quiet mt-1 mb-5 max-w-3xl text-sm">
            Every email from this site and whether it was delivered. If a mailbox doesn't take an
            email, we keep trying for almost two days. If our email provider is down or over its
            limit, emails wait until it works again. If a placeholder can't be filled in, the email
            is held here until you fix the problem.
            {!isOwner && " You see only the emails for your areas."}
          </p>
        }
      >
        {pause && (
          <div className="mb-5 max-w-3xl">
            <MailPauseNotice pause={pause} />
          </div>
        )}
        <RecordList
          pluralNoun="emails"
          list={emailOutboxEndpoints.listEmailOutbox.list}
          resource={emailOutbox}
          refreshedReads={["GET /api/email-outbox"]}
          filters={FILTERS}
          columns={COLUMNS}
          narrowRowStyle="log"
          renderTools={({ rows }) =>
            rows?.some(({ status }) => status === "failed") && <ResendFailed />
          }
          renderActions={(mail) => <ResendEmail mail={mail} />}
        />
      </WithFigures>
    </section>
  );
};
