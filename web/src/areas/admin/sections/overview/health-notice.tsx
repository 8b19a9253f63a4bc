import type { HealthProblemKind } from "#contracts/choices.ts";
import { useHealthProblems } from "#data/health/queries.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { TechnicalDetails } from "#admin/technical-details.tsx";

interface ProblemText {
  readonly title: string;
  readonly text: string;
}

/** Leaves out `webhooks`, because the payments notice covers them. */
const PROBLEM_TEXTS: Readonly<Partial<Record<HealthProblemKind, ProblemText>>> = {
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
};

/** Warns about what has stopped; renders nothing if everything works. */
export const HealthNotice = () => {
  const { data: problems = [] } = useHealthProblems();
  const notices = problems.flatMap(({ kind, message }) => {
    const texts = PROBLEM_TEXTS[kind];
    return texts === undefined ? [] : [{ kind, message, ...texts }];
  });
  if (notices.length === 0) return null;
  return (
    <div className="mb-6 grid gap-4">
      {notices.map(({ kind, message, title, text }) => (
        <Notice key={kind} tone="error" title={title}>
          {text} Please tell the person who runs your website.
          <TechnicalDetails>{message} See docs/operate/monitoring.md.</TechnicalDetails>
        </Notice>
      ))}
    </div>
  );
};
