import Download from "lucide-react/icons/download";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import {
  type ShownBoardReport,
  useBoardReport,
  useSaveBoardReport,
} from "#data/board-reports/queries.ts";
import { useQueryString } from "#kit/lists/use-query-string.ts";
import { countWithNoun, money, number, shortDay } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StatCard } from "#ui/stat-card.tsx";
import { EmptyState } from "#ui/states.tsx";
import { useHasArea } from "#admin/own-areas.ts";
import { figureText, QueryStates } from "#admin/query-states.tsx";

const Sources = ({ sources, total, donationCount }: ShownBoardReport["donations"]) =>
  sources.length === 0 ? (
    <EmptyState title="No donations in this year" />
  ) : (
    <div className="card-box overflow-x-auto">
      <table
        aria-label="Donations by source"
        className="table tabular-nums max-sm:[&_td]:px-2 max-sm:[&_th]:px-2"
      >
        <thead>
          <tr className="bg-base-200 text-base-content">
            <th scope="col">Source</th>
            <th scope="col" className="text-right">
              Donations
            </th>
            <th scope="col" className="text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.method}>
              <th scope="row">{DONATION_METHOD[source.method]}</th>
              <td className="text-right">{number(source.donationCount)}</td>
              <td className="text-right">{money(source.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="text-base-content text-base">
            <th scope="row">Total</th>
            <td className="text-right">{number(donationCount)}</td>
            <td className="text-right">{money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );

/** Lists the years with figures, latest first. The chosen year is among them, even before the answer arrives. */
const listYears = (thisYear: number, firstYear: number, chosenYear: string) => {
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index);
  return [...new Set([...years.map(String), chosenYear])].toSorted().toReversed();
};

/** A year in figures, each for those who have its area. The year is in the URL. */
export const BoardReportPanel = () => {
  const thisYear = useToday().slice(0, 4);
  const [params, changeParams] = useQueryString();
  const requestedYear = params.get("year") ?? "";
  const year = /^20\d\d$/.test(requestedYear) ? requestedYear : thisYear;
  const report = useBoardReport(year);
  const saving = useSaveBoardReport();
  const hasGivingArea = useHasArea("giving");
  const hasVolunteersArea = useHasArea("volunteers");
  const years = listYears(Number(thisYear), report.data?.firstYear ?? Number(thisYear), year);
  const save = () =>
    saving.mutate(year, {
      onError: (error) =>
        showFailure("The report for the board could not be downloaded", error, {
          title: "We couldn't download the report",
          fallback: "Please try again.",
        }),
    });
  return (
    <>
      <SectionHeading>For the board</SectionHeading>
      <p className="quiet mt-1 mb-5 min-h-6">
        {report.data && `${shortDay(report.data.from)} to ${shortDay(report.data.to)}`}
      </p>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Year"
          value={year}
          onValue={(value) => changeParams({ year: value === thisYear ? "" : value })}
          className="w-32"
        >
          {years.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </SelectField>
        <Button onClick={save} disabled={saving.isPending}>
          <Download aria-hidden="true" size={18} />
          Download PDF
        </Button>
      </div>
      <div
        className="mb-6 grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4"
        aria-busy={report.isFetching || undefined}
      >
        {hasGivingArea && (
          <StatCard
            label="Donations"
            value={figureText(report, ({ donations }) => money(donations.total))}
            note={figureText(report, ({ donations }) =>
              countWithNoun(donations.donorCount, "donor, after refunds", "donors, after refunds"),
            )}
          />
        )}
        {hasVolunteersArea && (
          <>
            <StatCard
              label="Boxes shipped"
              value={figureText(report, ({ deliveries }) => number(deliveries.packages))}
              note={figureText(report, ({ deliveries }) =>
                countWithNoun(deliveries.deliveryCount, "delivery", "deliveries"),
              )}
            />
            <StatCard
              label="Volunteer hours"
              value={figureText(report, ({ volunteers }) => number(volunteers.hours))}
              note={figureText(report, ({ volunteers }) =>
                countWithNoun(volunteers.shifts, "shift worked", "shifts worked"),
              )}
            />
            <StatCard
              label="Volunteers"
              value={figureText(report, ({ volunteers }) => number(volunteers.people))}
              note="each counted once"
            />
          </>
        )}
      </div>
      {(hasGivingArea || report.isError) && (
        <>
          <SectionHeading className="mb-3">Donations by source</SectionHeading>
          <QueryStates query={report} subject="the report">
            {({ donations }) => <Sources {...donations} />}
          </QueryStates>
        </>
      )}
    </>
  );
};
