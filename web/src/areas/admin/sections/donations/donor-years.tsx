import Download from "lucide-react/icons/download";
import { type DonorRecord, useSaveStatement } from "#data/donors/resource.ts";
import { money } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { showDownloadFailure } from "./show-download-failure.ts";

const StatementButton = ({
  donorId,
  year,
}: {
  readonly donorId: string;
  readonly year: number;
}) => {
  const save = useSaveStatement(donorId);
  const download = () =>
    save.mutate(year, { onError: (error) => showDownloadFailure("statement", error) });
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Download the ${year} statement`}
      busy={save.isPending}
      onClick={download}
    >
      <Download aria-hidden="true" size={16} />
    </Button>
  );
};

const PrintedNote = ({ printedAt }: { readonly printedAt: string | undefined }) =>
  printedAt && (
    <p className="quiet text-sm">
      Statement printed on <ShortDate moment={printedAt} />
    </p>
  );

/** One bar per year, each with that year's statement. */
export const DonorYears = ({ donor }: { readonly donor: DonorRecord }) => {
  const { id, years, printedStatements } = donor;
  const highestTotal = Math.max(...years.map(({ total }) => total));
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="years-title">
      <SectionHeading id="years-title" className="mb-3">
        By year
      </SectionHeading>
      <ul className="grid gap-2">
        {years.map(({ year, total, giftCount, hasStatement }) => (
          <li key={year} className="flex items-center gap-3">
            <span className="w-12 shrink-0 font-semibold tabular-nums">{year}</span>
            <div className="min-w-0 flex-1">
              <div
                aria-hidden="true"
                className="bg-primary rounded-lg"
                style={{ height: 8, width: `${Math.max(2, (total / highestTotal) * 100)}%` }}
              />
              <p className="mt-1 text-sm tabular-nums">
                {money(total)}{" "}
                <span className="quiet">
                  from {giftCount} donation{giftCount === 1 ? "" : "s"}
                </span>
              </p>
              <PrintedNote
                printedAt={printedStatements.find((paper) => paper.year === year)?.printedAt}
              />
            </div>
            {hasStatement && <StatementButton donorId={id} year={year} />}
          </li>
        ))}
      </ul>
    </section>
  );
};
