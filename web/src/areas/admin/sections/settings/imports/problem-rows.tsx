import Download from "lucide-react/icons/download";
import { useState } from "react";
import { type Import, saveImportRows, useImportRows } from "#data/imports/mutations.ts";
import { number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { DonorLink } from "../../donations/donor-link.tsx";

type Outcome = "problem" | "lookalike";

const getTitle = (kind: Import["kind"], outcome: Outcome): string =>
  outcome === "problem" ? "Rows with problems" : `Rows that look like ${kind} you have`;

const Lookalike = ({
  kind,
  id,
  name,
}: Pick<Import, "kind"> & { readonly id: string; readonly name: string }) =>
  kind === "volunteers" ? (
    <>
      <VolunteerLink id={id}>{name}</VolunteerLink> has this email
    </>
  ) : (
    <>
      {kind === "donations" ? "Looks like a donation from " : "Looks like "}
      <DonorLink id={id}>{name}</DonorLink>
    </>
  );

export interface ProblemRowsProps {
  readonly record: Import;
  readonly outcome: Outcome;
}

/** Lists rows that need a decision, and offers them as a file that can be fixed in a spreadsheet. */
export const ProblemRows = ({ record, outcome }: ProblemRowsProps) => {
  const query = useImportRows(record.id, outcome);
  const [isSaving, setSaving] = useState(false);
  const count = record.counts?.[outcome] ?? 0;
  const title = getTitle(record.kind, outcome);
  const save = async () => {
    setSaving(true);
    try {
      await saveImportRows(record.id, outcome);
    } catch (error) {
      showFailure("An import's rows could not be downloaded", error, {
        title: "Download Failed",
        fallback: "Please try again.",
      });
    }
    setSaving(false);
  };
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {title}: {number(count)}
        </p>
        <Button variant="outline" size="sm" busy={isSaving} onClick={() => void save()}>
          <Download aria-hidden="true" size={16} />
          Download these rows
        </Button>
      </div>
      <QueryStates
        query={query}
        subject="the rows"
        emptyTitle="These rows have been deleted, because they were more than a day old"
      >
        {(rows) => (
          <>
            <ol className="divide-base-300 divide-y">
              {rows.map(({ rowNumber, label, problems, lookalike }) => (
                <li key={rowNumber} className="py-2 text-sm">
                  <p className="wrap-anywhere">
                    <span className="font-semibold">Row {number(rowNumber)}</span>{" "}
                    <span className="quiet">{label}</span>
                  </p>
                  {lookalike && (
                    <p className="wrap-anywhere">
                      <Lookalike kind={record.kind} {...lookalike} />
                    </p>
                  )}
                  {problems.map((problem) => (
                    <p key={problem} className="text-error wrap-anywhere">
                      {problem}
                    </p>
                  ))}
                </li>
              ))}
            </ol>
            {count > rows.length && (
              <p className="quiet text-sm">
                Download the file to see the other {number(count - rows.length)}.
              </p>
            )}
          </>
        )}
      </QueryStates>
    </section>
  );
};
