import { useId, useState } from "react";
import type { PaperKind, UnprintableReason } from "#contracts/choices.ts";
import { PAGE_LIMIT_MAX, PRINTED_PAPERS_MAX } from "#contracts/limits.ts";
import { letterTemplates } from "#data/letter-templates/resource.ts";
import type { ArrivedPapers, UnprintablePaper } from "#data/printed-papers/mutations.ts";
import { useRecords } from "#data/resource.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { countWithNoun, number } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { ChoiceGroup } from "#ui/fields/choice-group.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { DonorLink } from "./donor-link.tsx";
import { type PrintJob, type PrintSource, usePrint } from "./use-print.ts";

const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  receipts: "Receipts",
  statements: "Statements",
  letters: "Letters",
  labels: "Labels",
};

const REASONS: Readonly<Record<UnprintableReason, string>> = {
  no_address: "no postal address",
  nothing_to_print: "nothing to print",
  no_gift: "the letter mentions a gift, and there is none",
  lacks_letters: "a name or text in letters that our papers don't have",
};

/** More people than this who can't be printed for the same reason are one line that unfolds. */
const SHOWN_NAMES_MAX = 5;

const countDone = ({ printedIds, unprintable }: ArrivedPapers) =>
  printedIds.length + unprintable.length;

const describeProgress = (papers: ArrivedPapers) => {
  const done = countDone(papers);
  return `${number(done)} of ${number(done + papers.remainingIds.length)}`;
};

const PrintProgress = ({ papers }: { readonly papers: ArrivedPapers | undefined }) => {
  const id = useId();
  return (
    <div>
      <p id={id} className="quiet text-sm">
        {papers ? describeProgress(papers) : "Reading the list"}. Keep this page open.
      </p>
      <progress
        aria-label="Printing"
        aria-describedby={id}
        className="progress progress-primary mt-1.5 w-full"
        {...(papers && {
          max: Math.max(countDone(papers) + papers.remainingIds.length, 1),
          value: countDone(papers),
        })}
      />
    </div>
  );
};

const groupByReason = (papers: readonly UnprintablePaper[]) =>
  (Object.keys(REASONS) as UnprintableReason[])
    .map((reason) => ({ reason, group: papers.filter((paper) => paper.reason === reason) }))
    .filter(({ group }) => group.length > 0);

/** Names the people who can't be printed, by reason. A long list starts out collapsed. */
const Unprintable = ({ papers }: { readonly papers: readonly UnprintablePaper[] }) => (
  <div>
    <p className="font-semibold">Not printed: {number(papers.length)}</p>
    {groupByReason(papers).map(({ reason, group }) => (
      <details key={reason} className="mt-2 text-sm" open={group.length <= SHOWN_NAMES_MAX}>
        <summary className="cursor-pointer">
          {number(group.length)}: {REASONS[reason]}
        </summary>
        <ul className="mt-1 max-h-64 list-disc overflow-y-auto pl-8">
          {group.map(({ id, donorId, name }) => (
            <li key={id}>
              <DonorLink id={donorId}>{name || "No name"}</DonorLink>
            </li>
          ))}
        </ul>
      </details>
    ))}
  </div>
);

interface ResultProps {
  readonly kind: PaperKind;
  readonly papers: ArrivedPapers;
}

const Result = ({ kind, papers }: ResultProps) => {
  const { printedIds, unprintable } = papers;
  return (
    <div className="grid gap-4">
      <Notice tone="info" title={printedIds.length > 0 ? "The PDF is saved" : "Nothing to print"}>
        {printedIds.length > 0 &&
          `It has ${countWithNoun(printedIds.length, kind.slice(0, -1), kind)}, in the order of the list. Print it at 100%, not fitted to the page.`}
      </Notice>
      {unprintable.length > 0 && <Unprintable papers={unprintable} />}
    </div>
  );
};

/** The years for which people need statements: this year and the one before. */
const useYears = (): readonly number[] => {
  const thisYear = Number(useToday().slice(0, 4));
  return [thisYear, thisYear - 1];
};

/** Returns the year of the list's filter `No statement for 2026 yet`, or else this year. */
const useFirstYear = ({ query }: PrintSource): number | undefined => {
  const [thisYear] = useYears();
  return query["noStatement"] ? Number(query["noStatement"].slice(0, 4)) : thisYear;
};

interface JobFieldsProps {
  readonly firstYear: number | undefined;
  readonly kinds: readonly PaperKind[];
  readonly job: PrintJob;
  readonly onChange: (job: PrintJob) => void;
}

const JobFields = ({ firstYear, kinds, job, onChange }: JobFieldsProps) => {
  const years = useYears();
  const letters = useRecords(letterTemplates, { limit: PAGE_LIMIT_MAX }).data?.rows ?? [];
  const chooseLetter = (letterId: string) =>
    onChange({ ...job, letterId, letterName: letters.find(({ id }) => id === letterId)?.name });
  return (
    <>
      {kinds.length > 1 && (
        <ChoiceGroup
          legend="What to print"
          name="kind"
          look="tiles"
          className="sm:grid-cols-2"
          choices={kinds.map((kind) => ({ value: kind, label: PAPER_NAMES[kind] }))}
          value={job.kind}
          onValue={(kind) => onChange({ kind, ...(kind === "statements" && { year: firstYear }) })}
        />
      )}
      {job.kind === "receipts" && kinds.length > 1 && (
        <p className="quiet text-sm">
          The receipt of each donor's latest donation. To print other receipts, select donations on
          the Donations tab.
        </p>
      )}
      {job.kind === "statements" && (
        <SelectField
          label="Year"
          value={String(job.year)}
          onValue={(year) => onChange({ ...job, year: Number(year) })}
        >
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </SelectField>
      )}
      {job.kind === "letters" && (
        <SelectField
          label="Letter"
          description={letters.length === 0 && "Write one first, on the Letters tab."}
          value={job.letterId ?? ""}
          onValue={chooseLetter}
        >
          <option value="">Choose a letter</option>
          {letters.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {job.kind === "labels" && (
        <p className="quiet text-sm">For sheets of 30 labels, such as Avery 5160.</p>
      )}
    </>
  );
};

export interface PrintDialogProps {
  readonly source: PrintSource;
  readonly kinds: readonly PaperKind[];
  /** Plural name of the rows, such as "donors". */
  readonly caption: string;
  readonly onClose: () => void;
}

/** Makes one PDF with a paper for each row of a list or selection. */
export const PrintDialog = ({ source, kinds, caption, onClose }: PrintDialogProps) => {
  const firstYear = useFirstYear(source);
  const { progress, state, error, begin, startOver, resume, stop } = usePrint(source);
  const [firstKind = "receipts"] = kinds;
  const [job, setJob] = useState<PrintJob>(
    () =>
      progress?.job ?? { kind: firstKind, ...(firstKind === "statements" && { year: firstYear }) },
  );
  const isRunning = state === "running";
  const papers = progress?.papers;
  const isInterrupted = state === "idle" && papers !== undefined;
  const isIncomplete = job.kind === "letters" && job.letterId === undefined;
  const rows = source.ids
    ? `the ${number(source.ids.length)} selected ${caption}`
    : `this list's ${caption}, with its search and filters, up to ${number(PRINTED_PAPERS_MAX)}`;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isRunning}
      title={kinds.length > 1 ? "Print" : `Print ${PAPER_NAMES[firstKind].toLowerCase()}`}
      description={`One PDF for ${rows}. Addresses fit the window of a No. 10 envelope.`}
    >
      <div className="grid gap-5">
        {state === "done" && papers && <Result kind={job.kind} papers={papers} />}
        {isInterrupted && (
          <Notice
            tone={error === null ? "info" : "error"}
            title={error === null ? "Printing was stopped" : "Printing was interrupted"}
          >
            {getServerMessage(error)} {describeProgress(papers)} have arrived.
          </Notice>
        )}
        {state === "idle" && error !== null && !papers && (
          <Notice tone="error" title="Printing Failed">
            {getServerMessage(error) ?? "We couldn't print these. Please try again."}
          </Notice>
        )}
        {isRunning && <PrintProgress papers={papers} />}
        {state === "idle" && !isInterrupted && (
          <JobFields firstYear={firstYear} kinds={kinds} job={job} onChange={setJob} />
        )}
        <div className="flex flex-wrap gap-3">
          {isRunning && (
            <Button variant="outline" onClick={stop}>
              Stop
            </Button>
          )}
          {isInterrupted && (
            <>
              <Button onClick={resume}>Continue</Button>
              <Button variant="outline" onClick={startOver}>
                Start over
              </Button>
            </>
          )}
          {state === "idle" && !isInterrupted && (
            <Button disabled={isIncomplete} onClick={() => begin(job)}>
              Make the PDF
            </Button>
          )}
          {state === "done" && <Button onClick={onClose}>Close</Button>}
        </div>
      </div>
    </Dialog>
  );
};
