import { useState } from "react";
import { emailOutbox } from "#data/email-outbox/resource.ts";
import { useRecords } from "#data/resource.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ResendEmail } from "./resend-mail.tsx";
import { MailStatus } from "./sections/settings/mails/mail-status.tsx";

const PAGE_SIZE = 5;

export interface PersonEmailsProps {
  /** Selects the emails of a donor or of a volunteer. */
  readonly filter: { readonly donorId: string } | { readonly volunteerId: string };
}

/** The emails that we sent to any of the person's addresses, and whether they were delivered. */
export const PersonEmails = ({ filter }: PersonEmailsProps) => {
  const [page, setPage] = useState(1);
  const query = useRecords(emailOutbox, {
    ...filter,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="emails-title">
      <SectionHeading id="emails-title" className="mb-2">
        Emails
      </SectionHeading>
      <PagedList
        subject="the emails"
        query={query}
        emptyTitle="No emails yet"
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
        rowKey={({ id }) => id}
        className="divide-base-300 divide-y"
        renderRow={(mail) => (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{mail.subject ?? mail.templateName}</p>
              <p className="quiet text-sm wrap-anywhere">{mail.toEmail}</p>
              <MailStatus mail={mail} />
            </div>
            <ResendEmail mail={mail} />
          </div>
        )}
      />
    </section>
  );
};
