import type { HealthProblemKind } from "#contracts/choices.ts";
import type { ReportedProblem } from "#data/health/queries.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { TechnicalDetails } from "./technical-details.tsx";

interface ProblemText {
  readonly title: string;
  readonly text: string;
}

const PROBLEM_TEXTS: Readonly<Record<HealthProblemKind, ProblemText>> = {
  database: {
    title: "Your site can't save anything",
    text: "Pages still open, but no one can donate, sign up or change anything.",
  },
  emails: {
    title: "Your site can't send email",
    text: "Receipts and all other emails are waiting. They'll go out when this is fixed.",
  },
  erasures: {
    title: "People's data can't be erased",
    text: "The key for erasures isn't the one that was used before. Everything else works.",
  },
  jobs: {
    title: "Your site's scheduled jobs have stopped",
    text: "Emails, reminders and updates to the public pages may be waiting.",
  },
  payments: {
    title: "Your site can't take donations",
    text: "Stripe can't be reached or refuses our requests. Nobody is charged in the meantime.",
  },
  webhooks: {
    title: "Stripe has stopped sending us updates",
    text: "We look up payments ourselves, so donations may show up to half an hour late.",
  },
};

interface HealthNoticesProps {
  readonly problems: readonly ReportedProblem[];
}

/** Says what has stopped and what follows from it; renders nothing if everything works. */
export const HealthNotices = ({ problems }: HealthNoticesProps) =>
  problems.map(({ kind, message }) => (
    <Notice key={kind} tone="error" title={PROBLEM_TEXTS[kind].title}>
      {PROBLEM_TEXTS[kind].text} Please tell the person who runs your website.
      <TechnicalDetails>{message} See docs/operate/monitoring.md.</TechnicalDetails>
    </Notice>
  ));
