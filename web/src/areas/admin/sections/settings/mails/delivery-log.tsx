import { emailOutboxEndpoints } from "#contracts/email-outbox.ts";
import { builtInTemplates } from "#rules/built-in-templates.ts";
import { emailOutbox, type OutboxMail } from "#data/email-outbox/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { optionsOf, type Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { ResendMail } from "#admin/resend-mail.tsx";
import { Badge } from "#ui/badge.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { MAIL_STATUS, MailStatus } from "./mail-status.tsx";
import { ResendFailed } from "./resend-failed.tsx";

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: labelsOf(MAIL_STATUS) },
  { name: "templateName", label: "Email type", options: optionsOf(Object.keys(builtInTemplates)) },
];

const COLUMNS: readonly Column<OutboxMail>[] = [
  {
    name: "createdAt",
    header: "When",
    cell: ({ createdAt }) => <ShortMoment moment={createdAt} />,
  },
  {
    name: "to",
    header: "To",
    cell: ({ toName, toEmail }) => (
      <>
        {toName}
        <span className="quiet block min-w-52 text-sm wrap-anywhere">{toEmail}</span>
      </>
    ),
  },
  {
    name: "mail",
    header: "Email",
    cell: ({ subject, templateName, isTest }) => (
      <>
        {subject ?? templateName}
        {subject !== null && <span className="quiet block text-sm">{templateName}</span>}
        {isTest && <Badge className="mt-1">Test</Badge>}
      </>
    ),
  },
  { name: "status", header: "Status", cell: (mail) => <MailStatus mail={mail} /> },
];

/** Lists every email in the outbox with its delivery status. */
export const DeliveryLog = () => (
  <section aria-labelledby="delivery-log-title">
    <SectionHeading id="delivery-log-title">Delivery Log</SectionHeading>
    <p className="quiet mt-1 mb-5 max-w-3xl text-sm">
      Every email from this site and whether it was delivered. If an email can't be delivered, we
      keep trying for almost two days. If a placeholder can't be filled in, the email is held here
      until you fix the problem.
    </p>
    <RecordList
      nouns="emails"
      list={emailOutboxEndpoints.listEmailOutbox.list}
      resource={emailOutbox}
      refreshedReads={["GET /api/email-outbox"]}
      filters={FILTERS}
      columns={COLUMNS}
      renderListActions={({ rows }) =>
        rows?.some(({ status }) => status === "failed") && <ResendFailed />
      }
      renderActions={(mail) => <ResendMail mail={mail} />}
    />
  </section>
);
