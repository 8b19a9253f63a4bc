import type { ReactNode } from "react";
import type { MailPause } from "#data/email-outbox/resource.ts";
import { number } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { AllowedLink } from "./allowed-link.tsx";

const LimitLink = ({ children }: { readonly children: ReactNode }) => (
  <AllowedLink className="link" to={paths.dashboard("settings", "organization")}>
    {children}
  </AllowedLink>
);

const REASONS: Readonly<Record<MailPause["reason"], (pause: MailPause) => string>> = {
  daily_limit: ({ dailyLimit, concernsMassOnly }) =>
    concernsMassOnly
      ? `statements and announcements have used their share of today's limit of ${number(dailyLimit ?? 0)} emails`
      : `today's limit of ${number(dailyLimit ?? 0)} emails is reached`,
  provider_limit: () => "our email provider isn't taking any more emails for now",
  outage: () => "our email provider can't be reached or isn't accepting our emails",
};

const DETAILS: Readonly<Record<MailPause["reason"], ReactNode>> = {
  daily_limit: (
    <>
      Links and reminders go out first, then receipts, then statements and announcements. If your
      provider takes more emails, <LimitLink>raise the limit</LimitLink>.
    </>
  ),
  provider_limit: (
    <>
      If your plan has a daily limit, <LimitLink>enter it</LimitLink>, so that statements and
      announcements leave room for receipts and password resets.
    </>
  ),
  outage: "We'll try again then. If this lasts, tell the person who runs your website.",
};

/** Says why emails are waiting and until when. */
export const MailPauseNotice = ({ pause }: { readonly pause: MailPause }) => (
  <Notice
    tone={pause.reason === "outage" ? "error" : "info"}
    title={
      <>
        Emails are waiting until <ShortMoment moment={pause.until} />:{" "}
        {REASONS[pause.reason](pause)}
      </>
    }
  >
    {!pause.concernsMassOnly && "No email is lost. "}
    {pause.concernsMassOnly
      ? "The rest is kept for receipts, reminders and password resets, which still go out at once."
      : DETAILS[pause.reason]}
  </Notice>
);
